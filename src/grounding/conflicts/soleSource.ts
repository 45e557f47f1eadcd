import type { Tier } from '../../confidence/signals.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Citation } from '../claims/claim.ts';
import { holdsOrder } from '../claims/suspicious.ts';

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
