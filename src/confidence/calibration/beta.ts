import { z } from 'zod';
import { logistic } from '../score.ts';
import { fitLogistic } from './logistic.ts';
import type { ScoredLabel } from './platt.ts';

/** log odds of the probability = a ln s - b ln(1 - s) + c, with a, b >= 0. */
export const betaMap = z.object({ a: z.number().nonnegative(), b: z.number().nonnegative(), c: z.number() });
export type BetaMap = z.infer<typeof betaMap>;

/**
 * Beta calibration (Kull, Silva Filho and Flach 2017): unlike Platt scaling it has the identity among its maps, and bends both ends apart.
 * As in the paper, a coefficient below 0 is set to 0 and the others are fitted again, which keeps the order.
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
