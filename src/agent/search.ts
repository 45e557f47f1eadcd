import { withLeadIn } from '../grounding/place/leadIn.ts';
import type { Confidence, Tier } from '../confidence/signals.ts';
import { appliedFilters, type AppliedFilter } from '../retrieval/filter.ts';
import {
  type CuratedMatch,
  type Degradation,
  type Passage,
  type RetrievalSettings,
  supportedByWords,
} from '../retrieval/passage.ts';
import { rerankEvidence, rerankMillis } from '../retrieval/fuse/rerank.ts';
import { type Retrieval, retrieve } from '../retrieval/retrieve.ts';
import type { RetrievalTimings } from '../retrieval/question/analyseQuestion.ts';
import type { AgentParts } from './parts/parts.ts';
import type { AskRequest, ResolvedRequest } from './state/request.ts';
import { checkQuestion, checkRequest, resolveRequest } from './resolveRequest.ts';
import { nothingSpent } from './state/spent.ts';
import { toEvidence } from './evidence/evidence.ts';
import { tierIn } from '../confidence/gate.ts';
import { retrievalRequest } from './question/retrievalRequest.ts';
import type { Reader } from '../workspaces/caller.ts';
import { judgeEvidence, type JudgedEvidence } from './evidence/judgeEvidence.ts';

export type SearchRequest = Pick<AskRequest, 'filter' | 'asOf' | 'language' | 'preset' | 'retrieval'> & {
  readonly query: string;
};

export interface SearchResult {
  readonly passages: readonly Passage[];
  /** Curated answers that match by their words. A search does not read those that match by meaning alone. */
  readonly curated: readonly Pick<CuratedMatch, 'answer' | 'score'>[];
  readonly confidence: Confidence;
  readonly tier: Tier;
  readonly degraded: readonly Degradation[];
  readonly millis: number;
  readonly settings: RetrievalSettings;
  readonly appliedFilters: readonly AppliedFilter[];
  readonly timings: RetrievalTimings;
  /** The sentence that an answer would begin with; null if nothing was found. */
  readonly best: string | null;
}

/**
 * One retrieval, reranked and judged like the first round of `ask`, without an answer.
 * @throws BAD_INPUT, DATABASE_FAILED when no arm is left, CANCELLED
 */
export async function search(
  parts: AgentParts,
  reader: Reader,
  request: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<SearchResult> {
  const started = performance.now();
  const { query, ...rest } = request;
  const checked = checkRequest(reader, { ...rest, question: checkQuestion('query', query) }, started);
  const { request: resolved, opening } = await resolveRequest(parts, checked, signal);
  const first = await retrieve(parts, { ...retrievalRequest(resolved), opening: opening ?? undefined, signal });
  const fused = await judge(parts, resolved, first, signal);
  const found = await inBestOrder(parts, resolved, first, tierIn(resolved, fused.confidence.value), signal);
  const { confidence, reading, ranked } = found === first ? fused : await judge(parts, resolved, found, signal);
  return {
    passages: found.passages,
    curated: supportedByWords(found.curated),
    confidence,
    tier: tierIn(resolved, confidence.value),
    degraded: [...found.degraded, ...reading.degraded],
    millis: performance.now() - started,
    settings: resolved.settings,
    appliedFilters: appliedFilters(resolved),
    timings: found.timings,
    best: ranked[0] ? withLeadIn(ranked[0].candidate) : null,
  };
}

/** A search spends no tokens, so only a reader that needs none is used. */
async function judge(
  parts: AgentParts,
  resolved: ResolvedRequest,
  found: Retrieval,
  signal: AbortSignal | undefined,
): Promise<JudgedEvidence> {
  const millisLeft = Math.max(0, resolved.budget.maxMillis - (performance.now() - resolved.startedAt));
  const means = {
    runId: resolved.runId,
    languages: resolved.filter.languages,
    millisLeft,
    budget: { ...resolved.budget, maxTokens: 0 },
    spent: nothingSpent,
    writes: false,
    signal,
    deadline: signal,
  };
  return judgeEvidence(parts, resolved, toEvidence(resolved.question, found), found.degraded, means);
}

/** Reranks what was found if the settings and the tier ask for it. */
async function inBestOrder(
  parts: AgentParts,
  resolved: ResolvedRequest,
  found: Retrieval,
  tier: Tier,
  signal: AbortSignal | undefined,
): Promise<Retrieval> {
  const { rerank } = resolved.settings;
  const wanted = rerank === 'ALWAYS' || (rerank === 'UNCERTAIN' && tier === 'UNCERTAIN');
  if (!parts.reranker || !wanted || found.passages.length === 0) return found;
  const { degraded, ...order } = await rerankEvidence(parts.reranker, resolved, found, {
    millis: rerankMillis,
    signal,
  });
  if (degraded.length > 0)
    parts.log.warn('reranker failed', { reranker: parts.reranker.id, error: degraded[0]?.message });
  return { ...found, ...order, degraded: [...found.degraded, ...degraded] };
}
