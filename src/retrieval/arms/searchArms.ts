import { withRetries, type Backoff } from '../../clock.ts';
import type { Transaction } from '../../db/database.ts';
import { CandorError, type ErrorCode, isCandorError, messageOf } from '../../errors.ts';
import { defaultSearchConfig } from '../../knowledge/language/words.ts';
import { vectorText } from '../../db/statement.ts';
import type { WorkspaceSettings } from '../../workspaces/workspaces.ts';
import { filterJson, type ArmScope, bounds } from '../filter.ts';
import type { ArmHit } from '../fuse/fuse.ts';
import type { Degradation } from '../passage.ts';
import {
  type AnalysedQuestion,
  analyseQuestion,
  type RetrieveParts,
  type RetrieveRequest,
  type Timer,
} from '../question/analyseQuestion.ts';
import { keywordArm, type KeywordHits, noKeywords } from './keywordArm.ts';
import { searchVector } from './searchArms.sql.ts';

/** One retrieval in progress. */
export interface Search {
  readonly parts: RetrieveParts;
  readonly request: RetrieveRequest;
  readonly scope: ArmScope;
  readonly timer: Timer;
  readonly deadline: Deadline;
  /** What failed, in the order in which it was noticed. */
  readonly degraded: Degradation[];
}

export interface ArmsFound {
  /** Null when the vector arm failed. */
  readonly vector: Float32Array | null;
  readonly hits: readonly ArmHit[];
  readonly words: KeywordHits;
  readonly question: AnalysedQuestion;
}

/** Faults of the request or the workspace. They go to the caller; the other arm cannot make up for them. */
const final: readonly ErrorCode[] = ['CANCELLED', 'BAD_INPUT', 'NOT_FOUND', 'EMBEDDER_MISMATCH'];
const unanalysed: AnalysedQuestion = {
  searchConfig: defaultSearchConfig,
  lexemes: [],
  words: { words: [], phrases: [] },
  weights: null,
  hasCurated: true,
};

/**
 * Runs both arms, each as early as possible. The vector arm waits only for the embedding. The keyword arm waits only
 * for the analysis, which runs in its transaction. After a failure that may be temporary, an arm is tried once more. If
 * that fails too, `degraded` reports the lost arm and the other one is used alone.
 * @throws CANCELLED, BAD_INPUT, NOT_FOUND, EMBEDDER_MISMATCH; the vector arm's fault if no arm is left
 */
export async function searchArms(search: Search): Promise<ArmsFound> {
  const {
    request: { settings, preset },
  } = search;
  let question: AnalysedQuestion | undefined;
  const [keyword, vector] = await Promise.allSettled([
    openedWords(search, (analysed) => (question = analysed)),
    embed(search).then(async (embedded) => ({
      embedded,
      hits: await askVectors(search, embedded, settings.vectorCandidates),
    })),
  ]);
  // The analysis comes first: if the workspace does not exist, the arms' faults are only a consequence.
  if (!question) throwFinal(keyword);
  note(search, 'VECTOR_ARM', vector);
  note(search, 'KEYWORD_ARM', keyword);
  if (vector.status === 'rejected' && (keyword.status === 'rejected' || preset.keywordArm === null))
    throw lastFault(vector.reason);
  return {
    vector: vector.status === 'fulfilled' ? vector.value.embedded : null,
    hits: vector.status === 'fulfilled' ? vector.value.hits : [],
    words: keyword.status === 'fulfilled' ? keyword.value : noKeywords,
    question: question ?? unanalysed,
  };
}

type OnQuestion = (question: AnalysedQuestion) => void;

/** Reuses the search that opened the run if it was the same one. Otherwise, or if that search failed, runs its own. */
async function openedWords(search: Search, onQuestion: OnQuestion): Promise<KeywordHits> {
  const { opening, ...request } = search.request;
  if (!opening || !isSameSearch(opening.request, request)) return searchWords(search, onQuestion);
  try {
    const found = await opening.found;
    search.timer.add('analyse', found.timings.analyse);
    search.timer.add('keyword', found.timings.keyword);
    onQuestion(found.question);
    return found.words;
  } catch {
    return searchWords(search, onQuestion);
  }
}

/** Whether both requests search the same words in the same scope. */
function isSameSearch(one: RetrieveRequest, other: RetrieveRequest): boolean {
  const keyOf = (request: RetrieveRequest) =>
    JSON.stringify([
      request.workspaceId,
      request.accessGroups,
      request.query.searchable,
      request.query.languages,
      request.preset.keywordArm,
      request.settings.keywordCandidates,
      filterJson(request.filter),
      request.asOf,
    ]);
  return keyOf(one) === keyOf(other);
}

/**
 * Analyses the question and runs the keyword arm, in one transaction.
 * @param onQuestion called before the arm runs, and again on a second try
 * @param onSettings called with the workspace's settings, before `onQuestion`
 */
export function searchWordsOnce(
  { parts, request, scope, timer }: Omit<Search, 'deadline'>,
  onQuestion: OnQuestion,
  onSettings?: (settings: WorkspaceSettings) => void,
): Promise<KeywordHits> {
  const work = async (transaction: Transaction): Promise<KeywordHits> => {
    const question = await timer.time('analyse', () =>
      analyseQuestion(transaction, scope, request.query, parts.embedder.fingerprint, onSettings),
    );
    onQuestion(question);
    if (request.preset.keywordArm === null) return noKeywords;
    return timer.time('keyword', () => findByWords(transaction, { request, scope }, question));
  };
  return scope.database.inWorkspace(scope.workspaceId, work, scope);
}

function searchWords(search: Search, onQuestion: OnQuestion): Promise<KeywordHits> {
  return tryTwice(search.deadline, () => searchWordsOnce(search, onQuestion));
}

/** Finds nothing for a preset without a keyword arm. */
async function findByWords(
  transaction: Transaction,
  { request, scope }: Pick<Search, 'request' | 'scope'>,
  { lexemes, words, searchConfig }: AnalysedQuestion,
  limit = request.settings.keywordCandidates,
): Promise<KeywordHits> {
  const arm = request.preset.keywordArm;
  if (arm === null) return noKeywords;
  return keywordArm(transaction, scope, { arm, text: request.query.searchable, lexemes, words, searchConfig, limit });
}

function embed({ parts, request, timer, deadline }: Search): Promise<Float32Array> {
  const { query, signal } = request;
  return tryTwice(deadline, () =>
    timer.time('embed', () => parts.embedder.embedQuery(query.searchable, signal ? { signal } : {})),
  );
}

/** The vector arm. */
export function askVectors(
  { parts, request, scope, timer, deadline }: Search,
  vector: Float32Array,
  limit: number,
): Promise<readonly ArmHit[]> {
  const timed = { ...scope, database: timer.timed('vector', scope.database) };
  return tryTwice(deadline, () =>
    vectorArm(timed, { vector, model: parts.embedder.fingerprint, limit, maxDistance: request.settings.maxDistance }),
  );
}

/** Runs the keyword arm again, for more hits. */
export async function askKeywords(
  { request, scope, timer, deadline }: Search,
  question: AnalysedQuestion,
  limit: number,
): Promise<KeywordHits> {
  const { inWorkspace } = timer.timed('keyword', scope.database);
  const work = (transaction: Transaction) => findByWords(transaction, { request, scope }, question, limit);
  return tryTwice(deadline, () => inWorkspace(scope.workspaceId, work, scope));
}

/**
 * The result of a part that retrieval can do without. If it fails, the result is null and `degraded` reports it.
 * @throws faults that go to the caller
 */
export async function orDegraded<Result>(
  search: Search,
  part: Degradation['part'],
  work: Promise<Result>,
): Promise<Result | null> {
  const [settled] = await Promise.allSettled([work]);
  note(search, part, settled);
  return settled.status === 'fulfilled' ? settled.value : null;
}

function note({ degraded }: Search, part: Degradation['part'], settled: PromiseSettledResult<unknown>): void {
  throwFinal(settled);
  if (settled.status === 'fulfilled' || degraded.some((entry) => entry.part === part)) return;
  degraded.push({
    part,
    message: messageOf(settled.reason),
    ...(isCandorError(settled.reason) ? { code: settled.reason.code } : {}),
  });
}

function throwFinal(settled: PromiseSettledResult<unknown>): void {
  if (settled.status === 'rejected' && isCandorError(settled.reason) && final.includes(settled.reason.code))
    throw settled.reason;
}

function lastFault(reason: unknown): CandorError {
  return isCandorError(reason)
    ? reason
    : new CandorError('DATABASE_FAILED', 'No arm of the retrieval answered.', { cause: reason });
}

interface VectorQuery {
  readonly vector: Float32Array;
  readonly model: string;
  readonly limit: number;
  readonly maxDistance: number;
}

/**
 * The vector arm: parents by cosine similarity, best first. It is one statement and keeps nothing in memory. Among the
 * chunks that the asker may read, the database chooses which ones to compare exactly, by the Hamming distance of
 * one-bit codes; nothing shortens the result. Recall and times are in docs/decisions/exact-vectors.md. HNSW was
 * rejected: with a shared index, documents that the asker may not read change what is found.
 */
export async function vectorArm(
  scope: ArmScope,
  { vector, model, limit, maxDistance }: VectorQuery,
): Promise<ArmHit[]> {
  const values = [scope.workspaceId, model, vectorText(vector), limit, maxDistance, scope.asOf, ...bounds(scope)];
  const rows = await scope.database.inWorkspace(
    scope.workspaceId,
    (transaction) => transaction.query(searchVector, values),
    scope,
  );
  return rows.map((row) => ({ chunkId: row.parent_id, rawScore: 1 - row.distance }));
}

/**
 * Serialization failure, deadlock; server starting, stopping or out of connections. Class 08 is a broken connection.
 */
const passingStates = /^(?:40001|40P01|57P0[123]|53300|08[0-9A-Z]{3})$/;
const brokenConnection = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH']);
/** node-postgres sets no code on these errors. */
const connectionMessage = /^(?:Connection terminated|Client has encountered a connection error)/;

/**
 * Whether the same call may succeed a moment later. A call that was cancelled, timed out, refused or wrong never does,
 * nor does a model that says how long to wait.
 */
export function isTransient(error: unknown): boolean {
  if (!isCandorError(error)) return isBroken(error);
  // At work for others: none of its connections became free.
  if (error.code === 'DATABASE_UNREACHABLE' || error.code === 'OVERLOADED') return true;
  return error.code === 'MODEL_UNAVAILABLE'
    ? isModelFault(error)
    : error.code === 'DATABASE_FAILED' && isBroken(error.cause);
}

function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string'
    ? passingStates.test(code) || brokenConnection.has(code)
    : connectionMessage.test(error.message);
}

/** A refused key or a missing model will not recover. */
function isModelFault({ details }: CandorError): boolean {
  const { status } = details;
  return details['retryAfterMillis'] === undefined && (typeof status !== 'number' || status === 429 || status >= 500);
}

/** Full jitter. An arm takes tens of milliseconds, so a wait longer than that is pointless. */
export const armBackoff: Backoff = { firstMillis: 50, longestMillis: 100, fixedShare: 0 };
/**
 * A failure that took longer is not retried: a person is waiting, and a model server has used up its own retries by
 * then.
 */
const longestFailure = 1_000;

interface Deadline {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the result of the retrieval is no longer useful. */
  readonly millisLeft: () => number;
}

const gone = (signal: AbortSignal): CandorError =>
  new CandorError('CANCELLED', 'The search was cancelled.', { cause: signal.reason });

/**
 * Runs `attempt`, and once more after a failure that may be temporary, if time allows. @throws the last failure;
 * CANCELLED
 */
export function tryTwice<Result>(deadline: Deadline, attempt: () => Promise<Result>): Promise<Result> {
  let began = performance.now();
  const timed = (): Promise<Result> => {
    began = performance.now();
    return attempt();
  };
  const explain = (error: unknown) => ({
    fault: error,
    again: isTransient(error) && performance.now() - began < longestFailure,
  });
  return withRetries(timed, {
    tries: 2,
    backoff: armBackoff,
    explain,
    signal: deadline.signal,
    millisLeft: deadline.millisLeft,
    onAbort: gone,
  });
}
