import type { FullRun } from './run.ts';

type Passage = FullRun['passages'][number];

export interface PassagePair {
  readonly passage: Passage;
  /** Its rank in each run, from 1; null: it was not among the passages there. */
  readonly left: number | null;
  readonly right: number | null;
}

/**
 * The passages of two runs by the better of their two ranks. A passage is the same where it is the same text at the
 * same place of the same document: a version that was read again has other ids.
 */
export function pairPassages(left: readonly Passage[], right: readonly Passage[]): PassagePair[] {
  const keyOf = ({ document, sourceSpan, text }: Passage) => `${document.id} ${sourceSpan.start} ${text}`;
  const ranks = new Map(right.map((passage) => [keyOf(passage), passage.rank]));
  const mine = new Set(left.map(keyOf));
  const pairs = [
    ...left.map((passage) => ({ passage, left: passage.rank, right: ranks.get(keyOf(passage)) ?? null })),
    ...right
      .filter((passage) => !mine.has(keyOf(passage)))
      .map((passage) => ({ passage, left: null, right: passage.rank })),
  ];
  const best = (pair: PassagePair) => Math.min(pair.left ?? Infinity, pair.right ?? Infinity);
  return pairs.sort((a, b) => best(a) - best(b));
}
