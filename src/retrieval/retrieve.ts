import type { Database } from '../db/database.ts';
import { CandorError, isCandorError, messageOf } from '../errors.ts';
import { assertSameEmbedder } from '../knowledge/claimEmbedder.ts';
import type { Embedder } from '../models/embedder.ts';
import { findEmbedder } from '../workspaces/sql/findEmbedder.ts';
import { keywordArm, noKeywords, vectorArm, type ArmScope, type KeywordHits } from './arms.ts';
import { coverageOf } from './idf.ts';
import { fuse, type ArmHit } from './fuse.ts';
import { matchCurated } from './matchCurated.ts';
import { foldOrder } from './fold.ts';
import type { Candidate, CuratedMatch, Degradation, Passage, RetrievalSettings, SearchFilter } from './passage.ts';
import { toPassages } from './passages.ts';
import type { Preset } from './presets.ts';
import { questionLexemes, searchable } from './question.ts';
import { chooseSearchConfig } from './searchConfigs.ts';
import { listSearchConfigs } from './sql/listSearchConfigs.ts';

export interface RetrieveRequest {
  readonly workspaceId: string;
  /** Which restricted documents may be read; null: all. */
  readonly accessGroups: readonly string[] | null;
  readonly query: string;
  /** BCP 47 tags that the query may be in, likeliest first. They count where documents are in several languages. */
  readonly languages: readonly string[];
  readonly preset: Preset;
  readonly settings: RetrievalSettings;
  readonly filter: SearchFilter;
  readonly asOf: Date;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMillis?: number | undefined;
}

/** What one retrieval found, and everything that its confidence is computed from. */
export interface Retrieval {
  /** Best first, `topK` at most. */
  readonly passages: readonly Passage[];
  /** What was fused, best first, `passages` included: 30 at least where as many were found. */
  readonly candidates: readonly Candidate[];
  readonly curated: readonly CuratedMatch[];
  /** Parents in each arm's own order; one stands for all that say the same. */
  readonly vectorOrder: readonly string[];
  readonly keywordOrder: readonly string[];
  /** The text search configuration that the question was analysed with. */
  readonly searchConfig: string;
  /** Weight of each lexeme of the question; a weight without a match belongs to a word that the knowledge base does not know. */
  readonly idf: ReadonlyMap<string, number>;
  /** Lexemes of the question that stand in no document. */
  readonly unknown: readonly string[];
  readonly degraded: readonly Degradation[];
}

/** Candidates that a run keeps beyond the passages it reads: to see how near a missed document was. */
const recordedCandidates = 30;

export interface RetrieveParts {
  readonly database: Database;
  readonly embedder: Embedder;
}

/**
 * Question to explained passages: both arms at once, collapsed to parents inside each, completed, fused, copies folded, read.
 * An arm that fails is told in `degraded`, and the other one stands.
 * @throws EMBEDDER_MISMATCH, CANCELLED, DATABASE_FAILED when no arm is left
 */
export async function retrieve(parts: RetrieveParts, asked: RetrieveRequest): Promise<Retrieval> {
  const request = { ...asked, query: searchable(asked.query) };
  const { settings, preset } = request;
  const scope: ArmScope = { ...request, database: parts.database };
  const { searchConfig, lexemes } = await analyseQuestion(parts, scope, request);
  const [vector, keyword] = await Promise.allSettled([searchVectors(parts, scope, request), searchKeywords(scope, request, lexemes)]);
  const degraded = [...failure('VECTOR_ARM', vector), ...failure('KEYWORD_ARM', keyword)];
  assertAnArmIsLeft(preset, vector, keyword);
  const found = vector.status === 'fulfilled' ? vector.value : { vector: null, hits: [] };
  const words = keyword.status === 'fulfilled' ? keyword.value : noKeywords;
  const vectorExtra = await complete(parts, scope, request, found, words);
  const fused = fuse({ vector: found.hits, keyword: words.hits, vectorExtra, keywordExtra: words.scores, fusion: settings.fusion, rrfK: settings.rrfK });
  const curated = preset.curated && found.vector ? await matchCurated(scope, { vector: found.vector, model: parts.embedder.fingerprint, idf: words.idf }) : [];
  const idf = words.idf;
  const read = await toPassages(scope, fused, {
    vector: found.vector,
    model: parts.embedder.fingerprint,
    coverage: (id) => coverageOf(words.matched.get(id), idf),
    limit: Math.max(settings.topK, recordedCandidates),
  });
  return {
    passages: read.passages.slice(0, settings.topK),
    candidates: read.passages.map(({ chunkId, documentKey, score }) => ({ chunkId, documentKey, score })),
    curated,
    vectorOrder: foldOrder(found.hits.map((hit) => hit.chunkId), read.keeperOf),
    keywordOrder: foldOrder(words.hits.map((hit) => hit.chunkId), read.keeperOf),
    searchConfig,
    idf,
    unknown: words.unknown,
    degraded,
  };
}

/** One transaction for what both arms wait for. */
async function analyseQuestion(parts: RetrieveParts, scope: ArmScope, request: RetrieveRequest): Promise<{ readonly searchConfig: string; readonly lexemes: readonly string[] }> {
  const { workspaceId, accessGroups, query, languages } = request;
  return parts.database.inWorkspace(workspaceId, async (transaction) => {
    const [workspace] = await transaction.query(findEmbedder, [workspaceId]);
    if (!workspace) throw new CandorError('NOT_FOUND', 'There is no such workspace.', { details: { workspaceId } });
    if (workspace.embedder !== null) assertSameEmbedder(workspace.embedder, parts.embedder.fingerprint);
    const held = await transaction.query(listSearchConfigs, [workspaceId, accessGroups]);
    const searchConfig = chooseSearchConfig(held.map((row) => row.search_config), languages);
    return { searchConfig, lexemes: await questionLexemes(transaction, query, searchConfig) };
  }, scope);
}

interface VectorHits {
  readonly vector: Float32Array | null;
  readonly hits: readonly ArmHit[];
}

async function searchVectors(parts: RetrieveParts, scope: ArmScope, request: RetrieveRequest): Promise<VectorHits> {
  const vector = await parts.embedder.embedQuery(request.query, request.signal ? { signal: request.signal } : {});
  const { vectorCandidates: limit, maxDistance } = request.settings;
  return { vector, hits: await vectorArm(scope, { vector, model: parts.embedder.fingerprint, limit, maxDistance }) };
}

async function searchKeywords(scope: ArmScope, request: RetrieveRequest, lexemes: readonly string[]): Promise<KeywordHits> {
  const arm = request.preset.keywordArm;
  return arm === null ? noKeywords : keywordArm(scope, { arm, text: request.query, lexemes, limit: request.settings.keywordCandidates });
}

/** The convex fusion compares scores, so each candidate needs one in both arms: asks the vector arm about what only keywords found. */
async function complete(parts: RetrieveParts, scope: ArmScope, request: RetrieveRequest, found: VectorHits, words: KeywordHits): Promise<ReadonlyMap<string, number>> {
  const known = new Set(found.hits.map((hit) => hit.chunkId));
  const chunkIds = words.hits.map((hit) => hit.chunkId).filter((id) => !known.has(id));
  if (request.preset.keywordArm !== 'BM25' || !found.vector || chunkIds.length === 0) return new Map();
  const hits = await vectorArm(scope, { vector: found.vector, model: parts.embedder.fingerprint, limit: chunkIds.length, maxDistance: 2, chunkIds });
  return new Map(hits.map((hit) => [hit.chunkId, hit.rawScore]));
}

function failure(part: Degradation['part'], settled: PromiseSettledResult<unknown>): Degradation[] {
  if (settled.status === 'fulfilled') return [];
  if (isCandorError(settled.reason, 'CANCELLED')) throw settled.reason;
  return [{ part, message: messageOf(settled.reason) }];
}

function assertAnArmIsLeft(preset: Preset, vector: PromiseSettledResult<unknown>, keyword: PromiseSettledResult<unknown>): void {
  if (vector.status === 'fulfilled' || (keyword.status === 'fulfilled' && preset.keywordArm !== null)) return;
  if (isCandorError(vector.reason)) throw vector.reason;
  throw new CandorError('DATABASE_FAILED', 'No arm of the retrieval answered.', { cause: vector.reason });
}
