import { z } from 'zod';
import type { Passage, RetrievalSettings } from '../../retrieval/passage.ts';
import type { Retrieval } from '../../retrieval/retrieve.ts';
import { recordedGate } from '../gate/gatedScale.ts';
import type { Outcome } from '../outcome.ts';
import type { AgentParts } from '../parts.ts';
import { costOfTokens } from '../spending/budget.ts';
import type { AskState, ResolvedRequest } from '../state.ts';
import type { RecordedCandidate, RecordedPrompt, RecordedSearch, Run, RunOutcome, RunStep } from './run.ts';

const kinds: Readonly<Record<Outcome['type'], RunOutcome>> = {
  Answer: 'ANSWER',
  Clarification: 'CLARIFICATION',
  Abstention: 'ABSTENTION',
};

/** What is recorded of every run, however it ends: what was asked, under which settings and with which models. */
export function asRequested(request: ResolvedRequest, { embedder, chat }: Pick<AgentParts, 'embedder' | 'chat'>) {
  return {
    id: request.runId,
    question: request.asked,
    conversationId: request.conversationId,
    createdAt: new Date(),
    accessGroups: request.accessGroups,
    preset: request.preset.name,
    settings: request.settings,
    filter: request.filter,
    asOf: request.asOf,
    language: request.language,
    budget: request.budget,
    gate: recordedGate(request),
    replayOf: request.replayOf,
    askedBy: request.askedBy,
    embedder: embedder.fingerprint,
    chatModel: chat?.id ?? null,
  };
}

/** The run as it is stored. */
export function toRun(state: AskState, parts: Pick<AgentParts, 'embedder' | 'chat' | 'chatPrices'>): Run {
  const { request, outcome, spent } = state;
  return {
    ...asRequested(request, parts),
    queries: [...new Set(state.searches.map(({ query }) => query))],
    outcome: outcome && kinds[outcome.type],
    tier: outcome?.tier ?? null,
    confidenceValue: outcome?.confidence.value ?? null,
    stopReason: outcome?.stopReason ?? null,
    plan: state.plan,
    steps: state.steps,
    reflections: state.reflections,
    searches: withRerankScores(state.searches, [...state.evidence.passages, ...state.evidence.further]),
    prompts: recordedPrompts(state.steps),
    // Window similarities served the ranking of sentences; kept, they would double the record.
    passages: state.evidence.passages.map((passage) => ({ ...passage, windows: [] })),
    candidates: state.evidence.candidates,
    result: outcome,
    usage: outcome?.usage ?? { millis: 0, rounds: state.rounds, ...spent, cost: costOfTokens(spent, parts.chatPrices) },
  };
}

/**
 * One search as the run records it. What was read tells its ranks, scores and version; a candidate that was cut off
 * tells its place and fused score alone.
 */
export function recordSearch(
  round: number,
  query: string,
  settings: RetrievalSettings,
  { passages, further, candidates }: Pick<Retrieval, 'passages' | 'further' | 'candidates'>,
  millis: number,
): RecordedSearch {
  const read = new Map([...passages, ...further].map((passage) => [passage.chunkId, passage]));
  return {
    round,
    query,
    settings,
    millis,
    candidates: candidates.map((candidate, position) => ({
      ...candidate,
      rank: position + 1,
      ...traceOf(read.get(candidate.chunkId)),
    })),
  };
}

function traceOf(passage: Passage | undefined): Omit<RecordedCandidate, 'chunkId' | 'documentKey' | 'score' | 'rank'> {
  const { vector, keyword, rerank } = passage?.trace ?? {};
  return {
    versionId: passage?.versionId ?? null,
    vectorRank: vector?.rank ?? null,
    vectorScore: vector?.rawScore ?? null,
    keywordRank: keyword?.rank ?? null,
    keywordScore: keyword?.rawScore ?? null,
    rerankScore: rerank?.score ?? null,
  };
}

/**
 * The same searches with what a reranker made of their candidates: it reads after a search, and a run is recorded at
 * its end.
 */
export function withRerankScores(
  searches: readonly RecordedSearch[],
  passages: readonly Passage[],
): readonly RecordedSearch[] {
  const scores = new Map(
    passages.flatMap(({ chunkId, trace }) => (trace.rerank ? [[chunkId, trace.rerank.score] as const] : [])),
  );
  if (scores.size === 0) return searches;
  return searches.map((search) => ({
    ...search,
    candidates: search.candidates.map((candidate) => ({
      ...candidate,
      rerankScore: scores.get(candidate.chunkId) ?? candidate.rerankScore,
    })),
  }));
}

const modelDetail = z.object({ prompts: z.array(z.object({ version: z.string(), model: z.string() })) });

/** The prompts that models were given, in order, from what the steps note when they ask one. */
export function recordedPrompts(steps: readonly RunStep[]): RecordedPrompt[] {
  return steps.flatMap(({ node, detail }) => {
    const noted = modelDetail.safeParse(detail);
    return noted.success ? noted.data.prompts.map(({ version, model }) => ({ node, version, model })) : [];
  });
}
