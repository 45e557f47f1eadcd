import type { Reranker, RerankOptions } from '../../models/reranker.ts';
import type { Degradation } from '../../retrieval/passage.ts';
import { rerank } from '../../retrieval/fuse/rerank.ts';
import type { EvidenceState } from './evidence.ts';
import type { ResolvedRequest } from '../state.ts';

type Found = Pick<EvidenceState, 'passages' | 'further' | 'candidates'>;

export interface RerankLimits {
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
  request: Pick<ResolvedRequest, 'question' | 'settings'>,
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
