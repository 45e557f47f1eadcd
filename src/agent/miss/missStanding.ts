import type { Database } from '../../db/database.ts';
import type { Document } from '../../knowledge/document.ts';
import type { ChunkPointer } from '../../knowledge/store/chunks.ts';
import { readHitFacts } from '../../retrieval/hitFacts.ts';
import {
  type ArmTrace,
  type Degradation,
  distanceOf,
  type Passage,
  type RetrievalSettings,
  type SearchFilter,
} from '../../retrieval/passage.ts';
import { presets } from '../../retrieval/presets.ts';
import { retrieve, type RetrieveParts, type Retrieval } from '../../retrieval/retrieve.ts';
import { listDocumentChunks, listVersionTimes } from '../../retrieval/retrieve.sql.ts';
import { retrievalRequest } from '../question/retrievalRequest.ts';
import type { Run } from '../state/run.ts';
import { deepCandidates, type MissedArm } from './missExplanation.ts';
import { readQuestion } from '../../retrieval/question/question.ts';

/** No cosine distance is greater. */
const anyDistance = 2;

/** Where a document ranks in one search of a run, when the search is repeated. */
export interface Standing {
  readonly query: string;
  /** In the fused order, copies folded; null: no arm returned it. */
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
 * Repeats a run's search with its settings, filter and instant, over today's knowledge. If no arm returned the
 * document, both are asked for `deepCandidates`, and then for this document alone, which gives it a score even if it
 * has no rank.
 */
export async function findStanding(
  parts: RetrieveParts,
  again: SearchAgain,
  { documentId, versionId, chunks }: Pick<MissSubject, 'documentId' | 'versionId' | 'chunks'>,
): Promise<Standing> {
  const { vectorCandidates, keywordCandidates } = again.run.settings;
  const found = await searchAgain(parts, again, { topK: vectorCandidates + keywordCandidates });
  const own = found.passages.filter((passage) => passage.documentId === documentId);
  const keeper = found.passages.find((passage) => passage.duplicates.some((copy) => copy.documentId === documentId));
  const [first] = own;
  if (first || keeper)
    return standing(again, found.degraded, { ranks: ranksOf(own), scored: own, rank: first?.rank ?? null, keeper });
  const deep = await searchAgain(parts, again, {
    topK: 1,
    vectorCandidates: deepCandidates,
    keywordCandidates: deepCandidates,
    maxDistance: anyDistance,
  });
  const alone = await searchAgain(
    parts,
    again,
    { topK: 2, vectorCandidates: 1, keywordCandidates: 1, maxDistance: anyDistance },
    { documentIds: [documentId] },
  );
  const ranks = await deepRanks(
    parts,
    again,
    deep,
    chunks.flatMap((chunk) => (chunk.versionId === versionId ? chunk.chunkId : [])),
  );
  return standing(again, alone.degraded.length > 0 ? alone.degraded : deep.degraded, {
    ranks,
    scored: alone.passages,
    rank: null,
  });
}

interface Ranks {
  readonly vector: number | null;
  readonly keyword: number | null;
}

function ranksOf(passages: readonly Passage[]): Ranks {
  const best = (arm: 'vector' | 'keyword') =>
    passages.flatMap(({ trace }) => trace[arm].rank ?? []).toSorted((left, right) => left - right)[0] ?? null;
  return { vector: best('vector'), keyword: best('keyword') };
}

/**
 * Ranks from the orders of the arms, because no passages are built for 2,000 hits. A copy has the rank of the passage
 * that says the same.
 */
async function deepRanks(
  { database }: RetrieveParts,
  { workspaceId, run, signal }: SearchAgain,
  { vectorOrder, keywordOrder }: Retrieval,
  own: readonly string[],
): Promise<Ranks> {
  const scope = { database, workspaceId, asOf: run.asOf, filter: run.filter, accessGroups: run.accessGroups, signal };
  const facts = await database.inWorkspace(
    workspaceId,
    (transaction) =>
      readHitFacts(transaction, scope, [...new Set([...own, ...vectorOrder, ...keywordOrder])], {
        vector: null,
        model: '',
      }),
    scope,
  );
  const groupOf = (chunkId: string) => facts.get(chunkId)?.group ?? chunkId;
  const texts = new Set(own.map((chunkId) => groupOf(chunkId)));
  const placeIn = (order: readonly string[]) => 1 + order.findIndex((chunkId) => texts.has(groupOf(chunkId))) || null;
  return { vector: placeIn(vectorOrder), keyword: placeIn(keywordOrder) };
}

interface SearchAgain {
  readonly workspaceId: string;
  readonly run: Run;
  readonly query: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * The run's access groups limit the search, as they did then: anyone who may read the run may read all that its asker
 * could. No floor applies, so that what it dropped is seen.
 */
function searchAgain(
  parts: RetrieveParts,
  { workspaceId, run, query, signal }: SearchAgain,
  settings: Partial<RetrievalSettings>,
  filter: SearchFilter = {},
): Promise<Retrieval> {
  const preset = { ...presets[run.preset], curated: false, scoreFloor: null };
  const question = readQuestion(run.question, { language: run.language });
  const task = {
    query: question.worded(query),
    settings: { ...run.settings, ...settings },
    filter: { ...run.filter, ...filter },
    asOf: run.asOf,
  };
  return retrieve(parts, { ...retrievalRequest({ ...run, workspaceId, preset, question }, task), signal });
}

interface Found {
  /** Of its best passage in each arm. */
  readonly ranks: Ranks;
  /** Its passages that have scores. */
  readonly scored: readonly Passage[];
  readonly rank: number | null;
  readonly keeper?: Passage | undefined;
}

function standing(
  { query, run }: SearchAgain,
  degraded: Standing['degraded'],
  { ranks, scored, rank, keeper }: Found,
): Standing {
  const vector: MissedArm = {
    rank: ranks.vector,
    rawScore: bestScore(scored.map(({ trace }) => trace.vector)),
    candidates: run.settings.vectorCandidates,
  };
  const keyword: MissedArm = {
    rank: ranks.keyword,
    rawScore: bestScore(scored.map(({ trace }) => trace.keyword)),
    candidates: run.settings.keywordCandidates,
  };
  return {
    query,
    rank,
    vector,
    degraded,
    keeper: keeper ? { rank: keeper.rank, passage: pointerTo(keeper) } : null,
    keyword: presets[run.preset].keywordArm === null ? null : keyword,
    distance: distanceOf({ vector }),
  };
}

function bestScore(traces: readonly ArmTrace[]): number | null {
  return traces.flatMap(({ rawScore }) => rawScore ?? []).toSorted((left, right) => right - left)[0] ?? null;
}

function pointerTo({ chunkId, documentId, documentKey, versionId }: Passage): ChunkPointer {
  return { chunkId, documentId, documentKey, versionId };
}

interface SubjectVersion {
  readonly versionId: string;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  readonly createdAt: Date;
}

interface SubjectChunk {
  readonly chunkId: string;
  readonly versionId: string;
  /** What keeps it out of retrieval: the name of a rule, or PERSON; null: nothing does. */
  readonly omittedBy: string | null;
}

/** A document that the asker of an explanation may see, as it is today. */
export interface MissSubject {
  readonly document: Document;
  readonly documentId: string;
  /** Newest first. */
  readonly versions: readonly SubjectVersion[];
  /** The one valid at the run's `asOf`; null: none is. */
  readonly version: SubjectVersion | null;
  readonly versionId: string | null;
  /** Of all versions. */
  readonly chunks: readonly SubjectChunk[];
}

export async function readSubject(
  database: Database,
  workspaceId: string,
  document: Document,
  { asOf }: Pick<Run, 'asOf'>,
): Promise<MissSubject> {
  const [times, rows] = await database.inWorkspace(workspaceId, async (transaction) => {
    const found = await transaction.query(listVersionTimes, [workspaceId, document.id]);
    return [
      found,
      await transaction.query(listDocumentChunks, [workspaceId, found.map((row) => row.version_id)]),
    ] as const;
  });
  const versions = times.map((row): SubjectVersion => ({
    versionId: row.version_id,
    effectiveFrom: row.effective_from,
    effectiveUntil: row.effective_until,
    createdAt: row.created_at,
  }));
  const version =
    versions.find(
      ({ effectiveFrom, effectiveUntil }) =>
        effectiveFrom <= asOf && (effectiveUntil === null || effectiveUntil > asOf),
    ) ?? null;
  const chunks = rows.map((row) => ({
    chunkId: row.chunk_id,
    versionId: row.version_id,
    omittedBy: row.omitted ? (row.omit_override === true ? 'PERSON' : (row.omit_reason ?? 'PERSON')) : null,
  }));
  return { document, documentId: document.id, versions, version, versionId: version?.versionId ?? null, chunks };
}
