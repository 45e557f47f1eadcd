import type { FoldedHit } from './fuse/fold.ts';
import type { HitFacts } from './hitFacts.ts';
import type { Passage } from './passage.ts';

/** The passages of hits, in their order. One that was deleted or hidden in between is left out. */
export function toPassages(
  hits: readonly FoldedHit[],
  facts: HitFacts,
  coverage: (chunkId: string) => number,
): Passage[] {
  const present = hits.flatMap((hit) => {
    const fact = facts.get(hit.chunkId);
    return fact ? [{ hit, fact }] : [];
  });
  return present.map(({ hit, fact }, position) => ({
    ...fact.passage,
    rank: position + 1,
    score: hit.score,
    coverage: coverage(fact.chunkId),
    trace: hit.trace,
    duplicateGroup: fact.group,
    duplicates: hit.duplicates,
  }));
}
