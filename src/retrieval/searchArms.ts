import { CandorError, isCandorError, messageOf, type ErrorCode } from '../errors.ts';
import { defaultSearchConfig } from '../knowledge/searchConfig.ts';
import type { ArmScope } from './armScope.ts';
import type { ArmHit } from './fuse.ts';
import { keywordArm } from './keywordArm.ts';
import { noKeywords, type KeywordHits } from './keywordHits.ts';
import type { Degradation } from './passage.ts';
import { analyseQuestion, type AnalysedQuestion } from './question.ts';
import type { RetrieveParts, RetrieveRequest } from './retrieveRequest.ts';
import type { Timer } from './timer.ts';
import { tryTwice, type Deadline } from './transient.ts';
import { vectorArm } from './vectorArm.ts';

/** One retrieval at work. */
export interface Search {
  readonly parts: RetrieveParts;
  readonly request: RetrieveRequest;
  readonly scope: ArmScope;
  readonly timer: Timer;
  readonly deadline: Deadline;
  /** What did not work, in the order in which it was noticed. */
  readonly degraded: Degradation[];
}

export interface ArmsFound {
  /** Null when the vector arm failed. */
  readonly vector: Float32Array | null;
  readonly hits: readonly ArmHit[];
  readonly words: KeywordHits;
  readonly question: AnalysedQuestion;
}

/** Faults of the request or the workspace: they are the caller's answer, and no arm stands in for them. */
const final: readonly ErrorCode[] = ['CANCELLED', 'BAD_INPUT', 'NOT_FOUND', 'EMBEDDER_MISMATCH'];
const unanalysed: AnalysedQuestion = { searchConfig: defaultSearchConfig, lexemes: [], words: { words: [], phrases: [] }, weights: null };

/**
 * Both arms, each as soon as it can: the vector arm waits for the embedding alone, the keyword arm for the analysis alone. Each step is tried once more
 * after a failure that may pass; then the arm is lost, which `degraded` tells, and the other stands.
 * @throws CANCELLED, BAD_INPUT, NOT_FOUND, EMBEDDER_MISMATCH; the vector arm's fault when none is left
 */
export async function searchArms(search: Search): Promise<ArmsFound> {
  const { request: { settings, preset } } = search;
  const analysing = analyse(search);
  const [analysed, vector, keyword] = await Promise.allSettled([
    analysing,
    embed(search).then(async (embedded) => ({ embedded, hits: await askVectors(search, embedded, settings.vectorCandidates) })),
    analysing.then((question) => askKeywords(search, question, settings.keywordCandidates)),
  ]);
  // The analysis first: when the workspace is not there, the arms' faults only follow from it.
  throwFinal(analysed);
  note(search, 'VECTOR_ARM', vector);
  note(search, 'KEYWORD_ARM', keyword);
  if (vector.status === 'rejected' && (keyword.status === 'rejected' || preset.keywordArm === null)) throw lastFault(vector.reason);
  return {
    vector: vector.status === 'fulfilled' ? vector.value.embedded : null,
    hits: vector.status === 'fulfilled' ? vector.value.hits : [],
    words: keyword.status === 'fulfilled' ? keyword.value : noKeywords,
    question: analysed.status === 'fulfilled' ? analysed.value : unanalysed,
  };
}

function analyse({ parts, request, scope, timer, deadline }: Search): Promise<AnalysedQuestion> {
  const timed = { ...scope, database: timer.timed('analyse', scope.database) };
  return tryTwice(deadline, () => analyseQuestion(timed, request, parts.embedder.fingerprint));
}

function embed({ parts, request, timer, deadline }: Search): Promise<Float32Array> {
  const { query, signal } = request;
  return tryTwice(deadline, () => timer.time('embed', () => parts.embedder.embedQuery(query, signal ? { signal } : {})));
}

/** The vector arm. */
export function askVectors({ parts, request, scope, timer, deadline }: Search, vector: Float32Array, limit: number): Promise<readonly ArmHit[]> {
  const timed = { ...scope, database: timer.timed('vector', scope.database) };
  return tryTwice(deadline, () => vectorArm(timed, { vector, model: parts.embedder.fingerprint, limit, maxDistance: request.settings.maxDistance }));
}

/** The keyword arm; nothing for a preset without one. */
export async function askKeywords({ request, scope, timer, deadline }: Search, { lexemes, words, searchConfig }: AnalysedQuestion, limit: number): Promise<KeywordHits> {
  const { preset: { keywordArm: arm }, query } = request;
  if (arm === null) return noKeywords;
  const timed = { ...scope, database: timer.timed('keyword', scope.database) };
  return tryTwice(deadline, () => keywordArm(timed, { arm, text: query, lexemes, words, searchConfig, limit }));
}

/** The result of a part that may be lost: null then, and told. @throws the faults that are the caller's answer */
export async function orDegraded<Result>(search: Search, part: Degradation['part'], work: Promise<Result>): Promise<Result | null> {
  const [settled] = await Promise.allSettled([work]);
  note(search, part, settled);
  return settled.status === 'fulfilled' ? settled.value : null;
}

function note({ degraded }: Search, part: Degradation['part'], settled: PromiseSettledResult<unknown>): void {
  throwFinal(settled);
  if (settled.status === 'fulfilled' || degraded.some((entry) => entry.part === part)) return;
  degraded.push({ part, message: messageOf(settled.reason), ...(isCandorError(settled.reason) ? { code: settled.reason.code } : {}) });
}

function throwFinal(settled: PromiseSettledResult<unknown>): void {
  if (settled.status === 'rejected' && isCandorError(settled.reason) && final.includes(settled.reason.code)) throw settled.reason;
}

function lastFault(reason: unknown): CandorError {
  return isCandorError(reason) ? reason : new CandorError('DATABASE_FAILED', 'No arm of the retrieval answered.', { cause: reason });
}
