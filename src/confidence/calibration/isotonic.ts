import { z } from 'zod';

/** A rising line through (scores[i], values[i]), flat beyond both ends. */
export const isotonicMap = z
  .object({ scores: z.array(z.number()).min(1), values: z.array(z.number()).min(1) })
  .refine(({ scores, values }) => scores.length === values.length, 'as many values as scores');
export type IsotonicMap = z.infer<typeof isotonicMap>;

export interface WeightedLabel {
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
