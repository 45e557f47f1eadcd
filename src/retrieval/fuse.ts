import type { ArmTrace, Fusion, PassageTrace } from './passage.ts';

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
  readonly fusion: Fusion;
  readonly rrfK: number;
}

/** Weight of the keyword arm in the convex fusion; flat from .35 to .75 over eight sets. */
const keywordWeight = 0.5;

/**
 * One order from two arms. RRF: the sum of 1 / (k + rank) (Cormack et al. 2009). CONVEX: cosine + 0.5 x keyword score over the question's best.
 * Ties are broken by id, so that the order of rows never shows. Best first.
 */
export function fuse(input: FuseInput): FusedHit[] {
  const vector = ranked(input.vector);
  const keyword = ranked(input.keyword);
  const best = Math.max(0, ...input.keyword.map((hit) => hit.rawScore));
  const contribution = {
    vector: (rank: number | null, raw: number | null) => (input.fusion === 'RRF' ? reciprocal(rank, input.rrfK) : (raw ?? 0)),
    keyword: (rank: number | null, raw: number | null) => (input.fusion === 'RRF' ? reciprocal(rank, input.rrfK) : keywordShare(raw, best)),
  };
  const hits = [...new Set([...vector.keys(), ...keyword.keys()])].map((chunkId): FusedHit => {
    const trace = {
      vector: armTrace(vector.get(chunkId), input.vectorExtra?.get(chunkId), contribution.vector),
      keyword: armTrace(keyword.get(chunkId), input.keywordExtra?.get(chunkId), contribution.keyword),
    };
    return { chunkId, score: trace.vector.contribution + trace.keyword.contribution, trace };
  });
  return hits.sort((left, right) => right.score - left.score || (left.chunkId < right.chunkId ? -1 : 1));
}

/** 1 / (k + rank), and nothing for a passage that the arm did not return. */
export function reciprocal(rank: number | null, k: number): number {
  return rank === null ? 0 : 1 / (k + rank);
}

function keywordShare(raw: number | null, best: number): number {
  return raw === null || best === 0 ? 0 : (keywordWeight * raw) / best;
}

function ranked(hits: readonly ArmHit[]): Map<string, { rank: number; rawScore: number }> {
  return new Map(hits.map((hit, position) => [hit.chunkId, { rank: position + 1, rawScore: hit.rawScore }]));
}

function armTrace(hit: { rank: number; rawScore: number } | undefined, extra: number | undefined, contribution: (rank: number | null, raw: number | null) => number): ArmTrace {
  const rank = hit?.rank ?? null;
  const rawScore = hit?.rawScore ?? extra ?? null;
  return { rank, rawScore, contribution: contribution(rank, rawScore) };
}
