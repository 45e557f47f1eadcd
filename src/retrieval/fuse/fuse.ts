import type { ChunkPointer } from '../../knowledge/store/chunks.ts';
import type { ArmTrace, Passage, PassageTrace, RetrievalSettings } from '../passage.ts';

/** What one arm returned, best first, one entry per parent. */
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
  /** Raw scores of hits that only the other arm returned: they have a score in this arm but no rank. */
  readonly vectorExtra?: ReadonlyMap<string, number>;
  readonly keywordExtra?: ReadonlyMap<string, number>;
  /**
   * The highest score that the keyword arm could give for the question. If 0 or left out, the rank function has no
   * known bound, and its best score is used instead.
   */
  readonly keywordBound?: number;
  readonly settings: Pick<RetrievalSettings, 'fusion' | 'rrfK' | 'vectorWeight' | 'keywordWeight'>;
}

/**
 * Merges two arms into one order, best first. `Fusion` has the formulas. RRF is Cormack et al. 2009, with one weight
 * per arm. Ties are broken by id, so that the order of rows never shows.
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

/** The sum of a trace, always added in the same order: in floating point, another order could give another sum. */
export function scoreOf({ vector, keyword, adjustments }: PassageTrace): number {
  return adjustments.reduce((sum, { contribution }) => sum + contribution, vector.contribution + keyword.contribution);
}

/** Best first; equal scores by id. */
export function byScore(left: FusedHit, right: FusedHit): number {
  return right.score - left.score || (left.chunkId < right.chunkId ? -1 : 1);
}

/** 1 / (k + rank), or 0 for a passage that the arm did not return. */
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
  /** The hits that were folded into this one, best first. */
  readonly duplicates: readonly ChunkPointer[];
}

export interface Folded {
  readonly hits: readonly FoldedHit[];
  /** The hit that represents a chunk: the chunk itself, unless a better hit says the same. */
  readonly keeperOf: (chunkId: string) => string;
}

/**
 * Keeps the best hit of each group, with its own score and trace. However many copies there are, they count as one
 * piece of evidence.
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

/** An arm's order with each chunk replaced by its keeper, without repeats. */
export function foldOrder(order: readonly string[], keeperOf: Folded['keeperOf']): string[] {
  return [...new Set(order.map((chunkId) => keeperOf(chunkId)))];
}

/** By chunk id: hits with the same group say the same. */
type Groups = ReadonlyMap<string, { readonly group: string | null }>;

/** The most hits that an arm is asked for. A text with 480 copies has had its chance. */
const mostAsked = 480;
const growth = 4;

interface ArmAnswer {
  readonly hits: readonly ArmHit[];
  /** How many hits the arm was asked for. */
  readonly asked: number;
}

/**
 * How many distinct texts an arm must return despite copies: half of the requested candidates, and at least a whole
 * page.
 */
export function wantedTexts(candidates: number, topK: number): number {
  return Math.max(Math.ceil(candidates / 2), Math.min(candidates, topK));
}

/**
 * The new limit for an arm whose hits are mostly copies of a few texts. Null if it has enough texts, or has returned
 * all there are. The arm is asked again, rather than for more from the start, because copies rarely matter and an arm's
 * time grows with what it returns.
 */
export function widerLimit({ hits, asked }: ArmAnswer, facts: Groups, wanted: number): number | null {
  const texts = new Set(hits.map((hit) => groupOf(hit, facts))).size;
  const full = hits.length >= asked && asked < mostAsked;
  return full && texts < hits.length && texts < wanted ? Math.min(mostAsked, asked * growth) : null;
}

/** The hits up to the last of the first `count` texts. Whatever a wider search found beyond them was not requested. */
export function firstTexts(hits: readonly ArmHit[], facts: Groups, count: number): readonly ArmHit[] {
  const seen = new Set<string>();
  const end = hits.findIndex((hit) => seen.add(groupOf(hit, facts)).size > count);
  return end === -1 ? hits : hits.slice(0, end);
}

function groupOf({ chunkId }: ArmHit, facts: Groups): string {
  return facts.get(chunkId)?.group ?? chunkId;
}

type Scored = Pick<Passage, 'documentId' | 'score'>;

/** Three of ten leave room for a fact with its neighbours, and for at least three documents. */
export const mostOfOneDocument = 3;
/**
 * A passage is comparable to the one it replaces if it scores at least this share of it. This value is a judgement, not
 * a measurement.
 */
const comparableFrom = 0.6;

/**
 * The first `count` passages, but with no more than three of one document while other documents have comparable ones: a
 * document with much to say must not push out the second document that a question of several parts needs. The worst
 * surplus passage goes first. The order stays the same.
 * @param passages best first
 */
export function diversify<Item extends Scored>(passages: readonly Item[], count: number): Item[] {
  const chosen = new Set(passages.slice(0, count));
  const held = countDocuments([...chosen]);
  const reserve = new Set(passages.slice(count));
  for (const surplus of [...chosen].reverse()) {
    if ((held.get(surplus.documentId) ?? 0) <= mostOfOneDocument) continue;
    const other = [...reserve].find((each) => (held.get(each.documentId) ?? 0) < mostOfOneDocument);
    if (!other || other.score < comparableFrom * surplus.score) continue;
    chosen.delete(surplus);
    chosen.add(other);
    reserve.delete(other);
    held.set(surplus.documentId, (held.get(surplus.documentId) ?? 0) - 1);
    held.set(other.documentId, (held.get(other.documentId) ?? 0) + 1);
  }
  return passages.filter((passage) => chosen.has(passage));
}

function countDocuments(passages: readonly Scored[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { documentId } of passages) counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  return counts;
}
