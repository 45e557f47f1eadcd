import type { ChunkPointer } from '../../knowledge/store/chunks.ts';
import type { FusedHit } from './fuse.ts';

/** A chunk that says the same as the others of its group. */
export interface Copy extends ChunkPointer {
  readonly group: string;
}

export interface FoldedHit extends FusedHit {
  /** What was folded into it, best first. */
  readonly duplicates: readonly ChunkPointer[];
}

export interface Folded {
  readonly hits: readonly FoldedHit[];
  /** The hit that stands for a chunk: itself, unless a better one says the same. */
  readonly keeperOf: (chunkId: string) => string;
}

/**
 * Keeps the best hit of each group, with its own score and trace: copies are one piece of evidence, however many there
 * are.
 */
export function fold(hits: readonly FusedHit[], copies: readonly Copy[]): Folded {
  const byId = new Map(copies.map((copy) => [copy.chunkId, copy]));
  const keepers = new Map<string, { readonly chunkId: string; readonly duplicates: ChunkPointer[] }>();
  const kept: FoldedHit[] = [];
  for (const hit of hits) {
    const copy = byId.get(hit.chunkId);
    const keeper = copy && keepers.get(copy.group);
    if (copy && keeper) {
      const { group: _group, ...pointer } = copy;
      keeper.duplicates.push(pointer);
      continue;
    }
    const duplicates: ChunkPointer[] = [];
    if (copy) keepers.set(copy.group, { chunkId: hit.chunkId, duplicates });
    kept.push({ ...hit, duplicates });
  }
  return { hits: kept, keeperOf: (chunkId) => keepers.get(byId.get(chunkId)?.group ?? '')?.chunkId ?? chunkId };
}

/** An arm's order with each chunk told by its keeper, each once. */
export function foldOrder(order: readonly string[], keeperOf: Folded['keeperOf']): string[] {
  return [...new Set(order.map((chunkId) => keeperOf(chunkId)))];
}
