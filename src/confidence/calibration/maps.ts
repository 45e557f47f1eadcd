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

/** A rising line through (scores[i], values[i]), flat beyond both ends. */
export const isotonicMap = z
  .object({ scores: z.array(z.number()).min(1), values: z.array(z.number()).min(1) })
  .refine(({ scores, values }) => scores.length === values.length, 'as many values as scores');
type IsotonicMap = z.infer<typeof isotonicMap>;

interface WeightedLabel {
  readonly score: number;
  readonly right: boolean;
  /** Default 1. */
  readonly weight?: number;
}

interface Block {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  readonly right: number;
}

/**
 * Isotonic regression by pool adjacent violators (Ayer et al. 1955; Zadrozny and Elkan 2002). The lowest block of n
 * labels says at least 1 / (n + 2) and the highest at most (n + 1) / (n + 2), as Laplace would of n of n: a block that
 * was never wrong is no certainty, and its log loss would be infinite. At least one label.
 */
export function fitIsotonic(labels: readonly WeightedLabel[]): IsotonicMap {
  const blocks = poolAdjacentViolators(labels);
  const [first, last] = [blocks[0], blocks.at(-1)];
  const [least, most] = [1 / ((first?.weight ?? 0) + 2), 1 - 1 / ((last?.weight ?? 0) + 2)];
  const knots = blocks.flatMap(({ from, to, weight, right }) => {
    const value = Math.min(most, Math.max(least, right / weight));
    return from === to
      ? [{ score: from, value }]
      : [
          { score: from, value },
          { score: to, value },
        ];
  });
  return { scores: knots.map(({ score }) => score), values: knots.map(({ value }) => value) };
}

/** Blocks of rising score whose shares of right ones rise strictly. */
function poolAdjacentViolators(labels: readonly WeightedLabel[]): Block[] {
  const blocks: Block[] = [];
  for (const level of levelsOf(labels)) {
    let block = level;
    for (let before = blocks.at(-1); before && share(before) >= share(block); before = blocks.at(-1)) {
      block = {
        from: before.from,
        to: block.to,
        weight: before.weight + block.weight,
        right: before.right + block.right,
      };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks;
}

/**
 * One block for each different score, lowest first: pooled one by one, equal scores would drag in what stands below
 * them.
 */
function levelsOf(labels: readonly WeightedLabel[]): Block[] {
  const levels = new Map<number, Block>();
  for (const { score, right, weight = 1 } of labels) {
    const level = levels.get(score);
    levels.set(score, {
      from: score,
      to: score,
      weight: (level?.weight ?? 0) + weight,
      right: (level?.right ?? 0) + (right ? weight : 0),
    });
  }
  return [...levels.values()].sort((left, right) => left.from - right.from);
}

const share = ({ right, weight }: Block) => right / weight;

export function applyIsotonic({ scores, values }: IsotonicMap, score: number): number {
  const next = scores.findIndex((knot) => knot >= score);
  if (next === -1) return values.at(-1) ?? 0;
  const [from = 0, to = 0] = [scores[next - 1], scores[next]];
  const [low = values[next] ?? 0, high = 0] = [values[next - 1], values[next]];
  return next === 0 ? high : low + ((high - low) * (score - from)) / (to - from);
}
