import type { Passage } from '../../retrieval/passage.ts';

type Replaceable = Pick<Passage, 'documentKey' | 'supersededBy'>;

/** Whether the version has ended by then. */
export function hasEnded({ effectiveUntil }: Pick<Passage, 'effectiveUntil'>, at: Date): boolean {
  return effectiveUntil !== null && effectiveUntil <= at;
}

/**
 * What a sentence of a replaced document counts beside its successor: it still answers what the successor is silent
 * about.
 */
export const replacedShare = 0.5;

export function isReplacedBy(older: Replaceable, newer: Replaceable): boolean {
  return older.supersededBy === newer.documentKey;
}

/** Ids of the documents whose successor is among the passages too. */
export function replacedAmong(passages: readonly Passage[]): ReadonlySet<string> {
  const keys = new Set(passages.map((passage) => passage.documentKey));
  return new Set(
    passages
      .filter((passage) => passage.supersededBy !== null && keys.has(passage.supersededBy))
      .map((passage) => passage.documentId),
  );
}

/**
 * The passages in their order, but none of a replaced document before the best of its successor. A circle of successors
 * keeps its order.
 */
export function successorsFirst(passages: readonly Passage[]): Passage[] {
  const ordered: Passage[] = [];
  const waiting = [...passages];
  const mustWait = (passage: Passage) =>
    waiting.some((other) => isReplacedBy(passage, other)) && !ordered.some((other) => isReplacedBy(passage, other));
  while (waiting.length > 0) {
    const free = waiting.findIndex((passage) => !mustWait(passage));
    ordered.push(...waiting.splice(Math.max(0, free), 1));
  }
  return ordered;
}
