import { abortFault, orAbort } from '../../clock.ts';
import { CandorError, isCandorError, messageOf } from '../../errors.ts';
import type { Reranker, RerankOptions } from '../../models/reranker.ts';
import type { Degradation, Passage, RetrievalSettings } from '../passage.ts';
import type { Retrieval } from '../retrieve.ts';

/**
 * Characters that a reranker reads of a passage, title and headings included: with the question they fill the 512
 * tokens of a usual cross-encoder.
 */
export const rerankedCharacters = 1_600;

/** The longest that a question waits for a reranker; the run's own time may end before. */
export const rerankMillis = 2_000;

export interface RerankRequest {
  readonly question: string;
  /** Best first. */
  readonly passages: readonly Passage[];
  /** How many of them the reranker reads. */
  readonly candidates: number;
  readonly deadlineMillis: number;
  /** The caller went away. */
  readonly signal?: AbortSignal | undefined;
  readonly onUsage?: RerankOptions['onUsage'];
}

interface Reranked {
  /** As they came when `degraded` says why. */
  readonly passages: readonly Passage[];
  readonly degraded: readonly Degradation[];
}

/**
 * The passages in the reranker's order, ranked anew; ties stay in the fused order, and what it did not read stays
 * behind. Fused scores are kept. A reranker that fails or is late leaves everything as it was, and is told in
 * `degraded`.
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

/** What a reranker is shown of a passage: where it stands, then what it says. */
export function rerankedText({ documentTitle, sectionPath, text }: Passage): string {
  const place = [documentTitle, ...sectionPath]
    .filter((part, position, all) => part !== '' && part !== all[position - 1])
    .join(' > ');
  // A cut may split a character in two halves, which servers refuse.
  return `${place}\n${text}`.slice(0, rerankedCharacters).toWellFormed();
}

function withTrace(passage: Passage, score: number): Passage {
  return { ...passage, trace: { ...passage.trace, rerank: { rankBefore: passage.rank, score } } };
}

/** The deadline holds whatever the reranker makes of its signal. */
async function scoreInTime(
  reranker: Reranker,
  { question, deadlineMillis, signal, onUsage }: RerankRequest,
  texts: readonly string[],
): Promise<readonly number[]> {
  if (deadlineMillis <= 0) throw new CandorError('TIMEOUT', 'No time was left for the reranker.');
  const late = new AbortController();
  // setTimeout and not AbortSignal.timeout: the timer must end with the call and keep no process alive.
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
  /** The caller went away. */
  readonly signal: AbortSignal | undefined;
  readonly onUsage?: RerankOptions['onUsage'];
}

/**
 * What one query found in the reranker's order: of all that was read, the best `topK` become the passages. @throws
 * CANCELLED
 */
export async function rerankEvidence(
  reranker: Reranker,
  request: { readonly question: string; readonly settings: RetrievalSettings },
  found: Found,
  limits: RerankLimits,
): Promise<Found & { readonly degraded: readonly Degradation[] }> {
  const { topK, rerankCandidates } = request.settings;
  const { passages, degraded } = await rerank(reranker, {
    question: request.question,
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
