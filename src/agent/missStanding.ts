import type { ChunkPointer } from '../knowledge/storedChunk.ts';
import { distanceOf } from '../retrieval/distance.ts';
import type { ArmTrace, Degradation, Passage, RetrievalSettings, SearchFilter } from '../retrieval/passage.ts';
import { presets } from '../retrieval/presets.ts';
import { recencyOf } from '../retrieval/recency.ts';
import { retrieve, type RetrieveParts, type Retrieval } from '../retrieval/retrieve.ts';
import { languagesOf } from './languages.ts';
import type { MissedArm } from './missExplanation.ts';
import type { Run } from './run.ts';

/** How deep each arm is asked for a document that it did not take. */
export const deepCandidates = 1_000;
/** No cosine distance is greater. */
const anyDistance = 2;
/** Passages of one document whose scores are compared when only it is searched. */
const ownCandidates = 200;

/** Where a document stands in one search of a run, asked again. */
export interface Standing {
  readonly query: string;
  /** In the fused order, copies folded; null: no arm took it. */
  readonly rank: number | null;
  /** A better passage that says the same, and its rank. */
  readonly keeper: { readonly rank: number; readonly passage: ChunkPointer } | null;
  readonly vector: MissedArm;
  /** Null: the preset has no keyword arm. */
  readonly keyword: MissedArm | null;
  readonly distance: number | null;
  readonly degraded: readonly Degradation[];
}

/**
 * Asks a run's search again with its settings, filter and instant, over the knowledge of today. Where no arm took the document, both are asked
 * for `deepCandidates`, and then for this document alone, which has a score even when it has no rank.
 */
export async function findStanding(parts: RetrieveParts, again: SearchAgain, documentId: string): Promise<Standing> {
  const { vectorCandidates, keywordCandidates } = again.run.settings;
  const found = await searchAgain(parts, again, { topK: vectorCandidates + keywordCandidates });
  const own = found.passages.filter((passage) => passage.documentId === documentId);
  const keeper = found.passages.find((passage) => passage.duplicates.some((copy) => copy.documentId === documentId));
  const [first] = own;
  if (first || keeper) return standing(again, found.degraded, { own, rank: first?.rank ?? null, keeper });
  const deep = await searchAgain(parts, again, { topK: 2 * deepCandidates, vectorCandidates: deepCandidates, keywordCandidates: deepCandidates, maxDistance: anyDistance });
  const deepOwn = deep.passages.filter((passage) => passage.documentId === documentId);
  const alone = await searchAgain(parts, again, { topK: 2 * ownCandidates, vectorCandidates: ownCandidates, keywordCandidates: ownCandidates, maxDistance: anyDistance }, { documentIds: [documentId] });
  return standing(again, alone.degraded.length > 0 ? alone.degraded : deep.degraded, { own: deepOwn, scored: alone.passages, rank: null });
}

export interface SearchAgain {
  readonly workspaceId: string;
  readonly run: Run;
  readonly query: string;
  readonly signal: AbortSignal | undefined;
}

/** The run's access groups bound it, as they did then: whoever may read the run may read all that its asker could. No floor, so that what it dropped is seen. */
function searchAgain(parts: RetrieveParts, { workspaceId, run, query, signal }: SearchAgain, settings: Partial<RetrievalSettings>, filter: SearchFilter = {}): Promise<Retrieval> {
  const preset = presets[run.preset];
  return retrieve(parts, {
    workspaceId, accessGroups: run.accessGroups, query, languages: languagesOf(run, query), preset: { ...preset, curated: false, scoreFloor: null },
    settings: { ...run.settings, ...settings }, filter: { ...run.filter, ...filter }, asOf: run.asOf, recency: recencyOf(run.question, languagesOf(run, run.question), preset, run.settings), signal,
  });
}

interface Found {
  /** The document's passages that have ranks in the arms. */
  readonly own: readonly Passage[];
  /** Those that have scores, where the ranks were not needed to have them. */
  readonly scored?: readonly Passage[];
  readonly rank: number | null;
  readonly keeper?: Passage | undefined;
}

function standing({ query, run }: SearchAgain, degraded: Standing['degraded'], { own, scored = own, rank, keeper }: Found): Standing {
  const vector = bestOf(own.map(({ trace }) => trace.vector), scored.map(({ trace }) => trace.vector), run.settings.vectorCandidates);
  const keyword = bestOf(own.map(({ trace }) => trace.keyword), scored.map(({ trace }) => trace.keyword), run.settings.keywordCandidates);
  return {
    query, rank, vector, degraded,
    keeper: keeper ? { rank: keeper.rank, passage: pointerTo(keeper) } : null,
    keyword: presets[run.preset].keywordArm === null ? null : keyword,
    distance: distanceOf({ vector: { rawScore: vector.rawScore, rank: vector.rank, contribution: 0 } }),
  };
}

function bestOf(ranked: readonly ArmTrace[], scored: readonly ArmTrace[], candidates: number): MissedArm {
  const ranks = ranked.flatMap(({ rank }) => rank ?? []);
  const scores = scored.flatMap(({ rawScore }) => rawScore ?? []);
  return { rank: ranks.length > 0 ? Math.min(...ranks) : null, rawScore: scores.length > 0 ? Math.max(...scores) : null, candidates };
}

function pointerTo({ chunkId, documentId, documentKey, versionId }: Passage): ChunkPointer {
  return { chunkId, documentId, documentKey, versionId };
}
