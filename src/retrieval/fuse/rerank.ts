import { abortFault, orAbort } from '../../clock.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import type { Reranker, RerankOptions } from '../../models/reranker.ts';
import type { Degradation, Passage, RetrievalSettings } from '../passage.ts';
import type { Retrieval } from '../retrieve.ts';
import type { Question } from '../question/question.ts';

/**
 * Characters of a passage that a reranker reads, including title and headings. Together with the question they fill the
 * 512 tokens of a typical cross-encoder.
 */
export const rerankedCharacters = 1_600;

/** The longest time that a question waits for a reranker. The run's own time may end sooner. */
export const rerankMillis = 2_000;

export interface RerankRequest {
  readonly question: string;
  /** Best first. */
  readonly passages: readonly Passage[];
  /** How many of them the reranker reads. */
  readonly candidates: number;
  readonly deadlineMillis: number;
  /** Aborts when the caller goes away. */
  readonly signal?: AbortSignal | undefined;
  readonly onUsage?: RerankOptions['onUsage'];
}

interface Reranked {
  /** Unchanged if `degraded` gives a reason. */
  readonly passages: readonly Passage[];
  readonly degraded: readonly Degradation[];
}

/**
 * The passages in the reranker's order, with new ranks. Ties keep the fused order, and passages that it did not read
 * stay behind the others. Fused scores are kept. If a reranker fails or is late, everything stays as it was, and
 * `degraded` reports it.
 * @throws CANCELLED when `signal` aborts
 */
export async function rerank(reranker: Reranker, request: RerankRequest): Promise<Reranked> {
  const { passages, candidates, signal } = request;
  const read = passages.slice(0, candidates);
  if (read.length === 0) return { passages, degraded: [] };
  try {
    const scores = await scoreInTime(
      reranker,
      request,
      read.map((passage) => rerankedText(passage)),
    );
    const raised = read
      .map((passage, position) => ({ passage, score: scores[position] ?? 0 }))
      .sort((left, right) => right.score - left.score);
    const ordered = [...raised.map(({ passage, score }) => withTrace(passage, score)), ...passages.slice(candidates)];
    return { passages: ordered.map((passage, position) => ({ ...passage, rank: position + 1 })), degraded: [] };
  } catch (error) {
    if (signal?.aborted) throw new CandorError('CANCELLED', 'The caller stopped the search.', { cause: error });
    return { passages, degraded: [{ part: 'RERANKER', message: messageOf(error) }] };
  }
}

/** What a reranker sees of a passage: its place in the document, then its text. */
export function rerankedText({ documentTitle, sectionPath, text }: Passage): string {
  const place = [documentTitle, ...sectionPath]
    .filter((part, position, all) => part !== '' && part !== all[position - 1])
    .join(' > ');
  // A cut may split a surrogate pair, and servers refuse a lone surrogate.
  return `${place}\n${text}`.slice(0, rerankedCharacters).toWellFormed();
}

function withTrace(passage: Passage, score: number): Passage {
  return { ...passage, trace: { ...passage.trace, rerank: { rankBefore: passage.rank, score } } };
}

/** The deadline applies even if the reranker ignores its signal. */
async function scoreInTime(
  reranker: Reranker,
  { question, deadlineMillis, signal, onUsage }: RerankRequest,
  texts: readonly string[],
): Promise<readonly number[]> {
  if (deadlineMillis <= 0) throw new CandorError('TIMEOUT', 'No time was left for the reranker.');
  const late = new AbortController();
  // setTimeout rather than AbortSignal.timeout: the timer must end with the call and must not keep the process alive.
  const timer = setTimeout(() => {
    late.abort(new CandorError('TIMEOUT', `The reranker sent no scores within ${Math.round(deadlineMillis)} ms.`));
  }, deadlineMillis);
  const both = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  try {
    const scores = await orAbort(reranker.score(question, texts, { signal: both, onUsage }), both, abortFault);
    if (scores.length === texts.length && scores.every((score) => score >= 0 && score <= 1)) return scores;
    throw new CandorError('MODEL_INVALID', 'The reranker broke its contract: one score in 0..1 a text.');
  } catch (error) {
    throw isCandorError(error)
      ? error
      : new CandorError('INTERNAL', 'The reranker failed in a way it should not.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

type Found = Pick<Retrieval, 'passages' | 'further' | 'candidates'>;

interface RerankLimits {
  readonly millis: number;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal | undefined;
  readonly onUsage?: RerankOptions['onUsage'];
}

/**
 * The findings of one query in the reranker's order: the best `topK` of all that was read become the passages. @throws
 * CANCELLED
 */
export async function rerankEvidence(
  reranker: Reranker,
  request: { readonly question: Question; readonly settings: RetrievalSettings },
  found: Found,
  limits: RerankLimits,
): Promise<Found & { readonly degraded: readonly Degradation[] }> {
  const { topK, rerankCandidates } = request.settings;
  const { passages, degraded } = await rerank(reranker, {
    question: request.question.text,
    passages: [...found.passages, ...found.further],
    candidates: rerankCandidates,
    deadlineMillis: limits.millis,
    signal: limits.signal,
    onUsage: limits.onUsage,
  });
  if (degraded.length > 0)
    return { passages: found.passages, further: found.further, candidates: found.candidates, degraded };
  const read = new Set(passages.map((passage) => passage.chunkId));
  return {
    passages: passages.slice(0, topK),
    further: passages.slice(topK),
    candidates: [
      ...passages.map(({ chunkId, documentKey, score }) => ({ chunkId, documentKey, score })),
      ...found.candidates.filter(({ chunkId }) => !read.has(chunkId)),
    ],
    degraded,
  };
}
