import { groupBy } from '../../stats.ts';
import { createRandom, shuffled } from '../../stats.ts';
import type { ConfidenceSignals } from '../signals.ts';

/** One question whose correct outcome is known. */
export interface LabelledQuestion {
  /** Questions of one family (the same document, paraphrases of each other) always fall into the same split. */
  readonly family: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly signals: ConfidenceSignals;
  /**
   * Whether the evidence did not meet a condition of the question. That holds the confidence below the gate whatever
   * the signals say.
   */
  readonly vetoed: boolean;
  /** Whether its answer was right, or would have been if the gate had let it pass. */
  readonly right: boolean;
}

/**
 * Assigns a part (0, 1, …) to each item so that the parts approximate `shares`. Items with the same key get the same
 * part, because having seen one reveals the others. Keys are dealt in an order drawn from the seed, each to the part
 * that lacks most of its share so far.
 */
export function partsBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  shares: readonly number[],
  seed: number,
): number[] {
  const byKey = groupBy(items, keyOf);
  const sizes = shares.map(() => 0);
  const filled = (part: number) => ((shares[part] ?? 0) > 0 ? (sizes[part] ?? 0) / (shares[part] ?? 1) : Infinity);
  const partOf = new Map<string, number>();
  for (const key of shuffled([...byKey.keys()].sort(), createRandom(seed))) {
    const emptiest = sizes.reduce((best, _size, part) => (filled(part) < filled(best) ? part : best), 0);
    partOf.set(key, emptiest);
    sizes[emptiest] = (sizes[emptiest] ?? 0) + (byKey.get(key)?.length ?? 0);
  }
  return items.map((item) => partOf.get(keyOf(item)) ?? 0);
}

/** Relative shares of the labelled questions; 0 for none. */
export interface SplitShares {
  readonly fit: number;
  readonly tune: number;
  readonly certify: number;
  readonly audit: number;
}

export type Split<Label extends LabelledQuestion = LabelledQuestion> = Readonly<
  Record<keyof SplitShares, readonly Label[]>
>;

/**
 * Splits by family: `fit` for the calibrator, `tune` for choosing thresholds, `certify` for the test, `audit` for no
 * choice at all. The guarantee only holds if `certify` was used for nothing else.
 */
export function splitByFamily<Label extends LabelledQuestion>(
  labelled: readonly Label[],
  { fit, tune, certify, audit }: SplitShares,
  seed: number,
): Split<Label> {
  const parts = partsBy(labelled, ({ family }) => family, [fit, tune, certify, audit], seed);
  const part = (wanted: number) => labelled.filter((_, index) => parts[index] === wanted);
  return { fit: part(0), tune: part(1), certify: part(2), audit: part(3) };
}
