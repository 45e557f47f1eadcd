import type { Tier } from '../../confidence/signals.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Citation } from '../claims/claim.ts';
import { holdsOrder } from '../claims/suspicious.ts';

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

type Cited = Pick<Citation, 'documentId'>;
type CitedChunk = Pick<Citation, 'documentId' | 'chunkId'>;

/** The one document that an answer rests on; undefined when it cites several, or none. */
export function soleSource(citations: readonly Cited[], passages: readonly Passage[]): Passage | undefined {
  const ids = new Set(citations.map(({ documentId }) => documentId));
  const [only] = ids;
  return ids.size === 1 ? passages.find(({ documentId }) => documentId === only) : undefined;
}

/** The cited passages that seem to give orders to whoever answers. */
export function suspiciousSources(
  citations: readonly Pick<Citation, 'chunkId'>[],
  passages: readonly Passage[],
): Passage[] {
  const cited = new Set(citations.map(({ chunkId }) => chunkId));
  return passages.filter((passage) => cited.has(passage.chunkId) && holdsOrder(passage));
}

/**
 * The tier, lowered to UNCERTAIN where nothing but untrusted documents says so, however many, and where a cited passage
 * seems to give orders.
 */
export function capBySources(tier: Tier, citations: readonly CitedChunk[], passages: readonly Passage[]): Tier {
  const cited = new Set(citations.map(({ documentId }) => documentId));
  const sources = passages.filter(({ documentId }) => cited.has(documentId));
  const doubtful = sources.length > 0 && sources.every(({ trust }) => trust === 'UNTRUSTED');
  return tier === 'CONFIDENT' && (doubtful || suspiciousSources(citations, passages).length > 0) ? 'UNCERTAIN' : tier;
}
