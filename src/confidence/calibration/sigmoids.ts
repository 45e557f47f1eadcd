import { z } from 'zod';
import { logistic } from '../score.ts';
import { fitLogistic } from './logistic.ts';

/** probability = logistic(slope x log odds + offset), slope >= 0. */
export const plattMap = z.object({ slope: z.number().nonnegative(), offset: z.number() });
type PlattMap = z.infer<typeof plattMap>;

/** A score and whether its answer was right. */
export interface ScoredLabel {
  /** 0..1, both ends excluded. */
  readonly score: number;
  readonly right: boolean;
}

export const logOdds = (score: number) => Math.log(score) - Math.log1p(-score);

/**
 * Platt scaling (Platt 1999), on the log odds of the score. His targets (n + 1) / (n + 2) and 1 / (n + 2) stand for 1
 * and 0, so that scores which a line parts get a finite slope. Scores that speak against themselves get the slope 0:
 * the order is never turned round.
 */
export function fitPlatt(labels: readonly ScoredLabel[]): PlattMap {
  const rightCount = labels.filter(({ right }) => right).length;
  const targets = { right: (rightCount + 1) / (rightCount + 2), wrong: 1 / (labels.length - rightCount + 2) };
  const examplesWith = (featuresOf: (score: number) => readonly number[]) =>
    labels.flatMap(({ score, right }) => {
      const [features, target] = [featuresOf(score), right ? targets.right : targets.wrong];
      return [
        { features, label: true, weight: target },
        { features, label: false, weight: 1 - target },
      ];
    });
  const fitted = fitLogistic(
    examplesWith((score) => [logOdds(score)]),
    { l2: 1e-6 },
  );
  const slope = fitted.coefficients[0] ?? 0;
  return slope >= 0
    ? { slope, offset: fitted.intercept }
    : {
        slope: 0,
        offset: fitLogistic(
          examplesWith(() => []),
          { l2: 1e-6 },
        ).intercept,
      };
}

export function applyPlatt({ slope, offset }: PlattMap, score: number): number {
  return logistic(slope * logOdds(score) + offset);
}

/** log odds of the probability = a ln s - b ln(1 - s) + c, with a, b >= 0. */
export const betaMap = z.object({ a: z.number().nonnegative(), b: z.number().nonnegative(), c: z.number() });
type BetaMap = z.infer<typeof betaMap>;

/**
 * Beta calibration (Kull, Silva Filho and Flach 2017): unlike Platt scaling it has the identity among its maps, and
 * bends both ends apart. As in the paper, a coefficient below 0 is set to 0 and the others are fitted again, which
 * keeps the order.
 */
export function fitBeta(labels: readonly ScoredLabel[]): BetaMap {
  const both = fitWith(labels, true, true);
  if (both.a >= 0 && both.b >= 0) return both;
  const single = both.a < 0 ? fitWith(labels, false, true) : fitWith(labels, true, false);
  return single.a >= 0 && single.b >= 0 ? single : fitWith(labels, false, false);
}

function fitWith(labels: readonly ScoredLabel[], withA: boolean, withB: boolean): BetaMap {
  const examples = labels.map(({ score, right }) => ({
    features: [withA ? Math.log(score) : 0, withB ? -Math.log1p(-score) : 0],
    label: right,
  }));
  // A whisper of a penalty: without it, scores that a line parts have no finite fit.
  const { intercept, coefficients } = fitLogistic(examples, { l2: 0.1 });
  return { a: coefficients[0] ?? 0, b: coefficients[1] ?? 0, c: intercept };
}

export function applyBeta({ a, b, c }: BetaMap, score: number): number {
  return logistic(a * Math.log(score) - b * Math.log1p(-score) + c);
}
