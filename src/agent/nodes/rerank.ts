import { rerankedText, rerankMillis } from '../../retrieval/fuse/rerank.ts';
import { rerankEvidence } from '../evidence/rerankEvidence.ts';
import type { Node } from '../node.ts';
import type { AgentParts } from '../parts.ts';
import { nothingSpent, type Spent, reasonToSkip } from '../budget.ts';
import type { AskState } from '../state.ts';

/**
 * Lets a reranker read the question with the passages, once a run. The order and `rerankScore` may change, and what is
 * computed from the top passage; a reranker that fails, is late or has no tokens left changes nothing.
 */
export function rerankNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { reranker } = parts;
    if (!reranker) return { reranked: true };
    const skipped = reasonToSkip(
      'RERANK',
      {
        ...state.request,
        ...state,
        millisLeft: context.millisLeft,
        chat: parts.chat !== null && state.request.preset.writes,
      },
      tokensFor(reranker, state),
    );
    if (skipped !== null) {
      context.note({ reranker: reranker.id, skipped });
      // Who allows no tokens at all asked for what costs none.
      return state.request.budget.maxTokens === 0 && skipped === 'TOKEN_BUDGET'
        ? { reranked: true }
        : {
            reranked: true,
            degraded: [
              {
                part: 'RERANKER',
                message: `Reranking was left out to keep ${skipped === 'DEADLINE' ? 'time' : 'tokens'} for the answer.`,
              },
            ],
          };
    }
    let spent: Spent = nothingSpent;
    const limits = {
      millis: Math.min(rerankMillis, context.millisLeft),
      signal: context.signal,
      onUsage: (usage: Spent) => {
        spent = usage;
      },
    };
    const { degraded, ...found } = await rerankEvidence(reranker, state.request, state.evidence, limits);
    if (degraded.length > 0)
      parts.log.warn('reranker failed', {
        runId: state.request.runId,
        reranker: reranker.id,
        error: degraded[0]?.message,
      });
    context.note({
      reranker: reranker.id,
      degraded: degraded.length > 0,
      passages: found.passages.map(({ chunkId, trace }) => ({ chunkId, ...trace.rerank })),
    });
    return { reranked: true, evidence: { ...state.evidence, ...found }, spent, degraded };
  };
}

function tokensFor(reranker: NonNullable<AgentParts['reranker']>, { request, evidence }: AskState): number {
  const read = [...evidence.passages, ...evidence.further].slice(0, request.settings.rerankCandidates);
  return reranker.tokensFor(
    request.question,
    read.map((passage) => rerankedText(passage)),
  );
}
