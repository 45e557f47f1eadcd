import type { ChunkPointer } from '../../knowledge/store/chunks.ts';
import type { ArmTrace, PassageTrace, RetrievalSettings } from '../passage.ts';

/** What one arm returned, best first, one entry a parent. */
export interface ArmHit {
  readonly chunkId: string;
  /** Vector: cosine similarity. Keyword: BM25 or the preset's rank function. */
  readonly rawScore: number;
}

export interface FusedHit {
  readonly chunkId: string;
  /** The sum of the trace's contributions. */
  readonly score: number;
  readonly trace: PassageTrace;
}

export interface FuseInput {
  readonly vector: readonly ArmHit[];
  readonly keyword: readonly ArmHit[];
  /** Raw scores of hits that the other arm found: they have a score in this arm and no rank. */
  readonly vectorExtra?: ReadonlyMap<string, number>;
  readonly keywordExtra?: ReadonlyMap<string, number>;
  /**
   * The most that the keyword arm could have given the question; 0 or left out: no rank function tells, and its best
   * score stands for it.
   */
  readonly keywordBound?: number;
  readonly settings: Pick<RetrievalSettings, 'fusion' | 'rrfK' | 'vectorWeight' | 'keywordWeight'>;
}

/**
 * One order from two arms, best first; `Fusion` has the formulas. RRF is Cormack et al. 2009, with a weight an arm.
 * Ties are broken by id, so that the order of rows never shows.
 */
export function fuse(input: FuseInput): FusedHit[] {
  const vector = ranked(input.vector);
  const keyword = ranked(input.keyword);
  const parts = contributions(input);
  const hits = [...new Set([...vector.keys(), ...keyword.keys()])].map((chunkId): FusedHit => {
    const trace: PassageTrace = {
      vector: armTrace(vector.get(chunkId), input.vectorExtra?.get(chunkId), parts.vector),
      keyword: armTrace(keyword.get(chunkId), input.keywordExtra?.get(chunkId), parts.keyword),
      adjustments: [],
      rerank: null,
    };
    return { chunkId, score: scoreOf(trace), trace };
  });
  return hits.sort(byScore);
}

/** What a trace sums to, always in the same order: floating point would show another. */
export function scoreOf({ vector, keyword, adjustments }: PassageTrace): number {
  return adjustments.reduce((sum, { contribution }) => sum + contribution, vector.contribution + keyword.contribution);
}

/** Best first; equal scores by id. */
export function byScore(left: FusedHit, right: FusedHit): number {
  return right.score - left.score || (left.chunkId < right.chunkId ? -1 : 1);
}

/** 1 / (k + rank), and nothing for a passage that the arm did not return. */
export function reciprocal(rank: number | null, k: number): number {
  return rank === null ? 0 : 1 / (k + rank);
}

type Contribution = (rank: number | null, raw: number | null) => number;

function contributions({ keyword, keywordBound = 0, settings }: FuseInput): {
  readonly vector: Contribution;
  readonly keyword: Contribution;
} {
  const { fusion, rrfK, vectorWeight, keywordWeight } = settings;
  if (fusion === 'RRF')
    return {
      vector: (rank) => vectorWeight * reciprocal(rank, rrfK),
      keyword: (rank) => keywordWeight * reciprocal(rank, rrfK),
    };
  const best = fusion === 'CONVEX' ? keywordBound || Math.max(0, ...keyword.map((hit) => hit.rawScore)) : 1;
  return {
    vector: (_rank, raw) => vectorWeight * (raw ?? 0),
    keyword: (_rank, raw) => (raw === null || best === 0 ? 0 : (keywordWeight * raw) / best),
  };
}

function ranked(hits: readonly ArmHit[]): Map<string, { rank: number; rawScore: number }> {
  return new Map(hits.map((hit, position) => [hit.chunkId, { rank: position + 1, rawScore: hit.rawScore }]));
}

function armTrace(
  hit: { rank: number; rawScore: number } | undefined,
  extra: number | undefined,
  contribution: Contribution,
): ArmTrace {
  const rank = hit?.rank ?? null;
  const rawScore = hit?.rawScore ?? extra ?? null;
  return { rank, rawScore, contribution: contribution(rank, rawScore) };
}

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
