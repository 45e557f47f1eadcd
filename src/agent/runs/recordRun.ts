import { z } from 'zod';
import { CandorError, messageOf } from '../../errors.ts';
import type { Passage, RetrievalSettings } from '../../retrieval/passage.ts';
import type { Retrieval } from '../../retrieval/retrieve.ts';
import type { MeasuredRun } from '../../telemetry/measures.ts';
import { costOfTokens } from '../parts/budget.ts';
import { alternativesOf } from '../evidence/alternatives.ts';
import { recordedGate } from '../../confidence/gate.ts';
import type { Node } from '../parts/graphNode.ts';
import type { AskState } from '../state/askState.ts';
import type { AgentParts } from '../parts/parts.ts';
import type { ResolvedRequest } from '../state/request.ts';
import type { Outcome } from '../state/outcome.ts';
import type { RecordedCandidate, RecordedPrompt, RecordedSearch, Run, RunOutcome, RunStep } from '../state/run.ts';
import type { Question } from '../../retrieval/question/question.ts';

const kinds: Readonly<Record<Outcome['type'], RunOutcome>> = {
  Answer: 'ANSWER',
  Clarification: 'CLARIFICATION',
  Abstention: 'ABSTENTION',
};

/** What is recorded for every run, however it ends: what was asked, under which settings and with which models. */
function asRequested(request: ResolvedRequest, { embedder, chat }: Pick<AgentParts, 'embedder' | 'chat'>) {
  return {
    id: request.runId,
    question: request.question.asked.text,
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
    wording: request.wording,
    replayOf: request.replayOf,
    askedBy: request.askedBy,
    embedder: embedder.fingerprint,
    chatModel: chat?.id ?? null,
  };
}

/** What of the state a record is made of. */
type Recorded = Pick<AskState, 'request' | 'planned' | 'searches' | 'found' | 'decided' | 'outcome' | 'record'>;

/** The run as it is stored. */
export function toRun(
  { request, planned, searches, found: { evidence }, decided, outcome, record }: Recorded,
  parts: Pick<AgentParts, 'embedder' | 'chat' | 'chatPrices'>,
): Run {
  const { spent, steps } = record;
  return {
    ...asRequested(request, parts),
    queries: [...new Set(record.searches.map(({ query }) => query))],
    outcome: outcome && kinds[outcome.type],
    tier: outcome?.tier ?? null,
    confidenceValue: outcome?.confidence.value ?? null,
    stopReason: outcome?.stopReason ?? null,
    plan: planned.plan,
    steps,
    reflections: decided.reflections,
    searches: withRerankScores(record.searches, [...evidence.passages, ...evidence.further]),
    prompts: recordedPrompts(steps),
    // Window similarities were needed to rank sentences; keeping them would double the record.
    passages: evidence.passages.map((passage) => ({ ...passage, windows: [] })),
    candidates: evidence.candidates,
    result: outcome,
    usage: outcome?.usage ?? {
      millis: 0,
      rounds: searches.rounds,
      ...spent,
      cost: costOfTokens(spent, parts.chatPrices),
    },
  };
}

/**
 * One search as the run records it. A candidate that was read has its ranks, scores and version; one that was cut off
 * has only its place and its fused score.
 */
export function recordSearch(
  round: number,
  { text: query }: Question,
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
 * The same searches with the reranker's scores of their candidates: a reranker reads after a search, and a run is
 * recorded at its end.
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

/** The prompts that models were given, in order, taken from the notes of the steps that asked them. */
export function recordedPrompts(steps: readonly RunStep[]): RecordedPrompt[] {
  return steps.flatMap(({ node, detail }) => {
    const noted = modelDetail.safeParse(detail);
    return noted.success ? noted.data.prompts.map(({ version, model }) => ({ node, version, model })) : [];
  });
}

/** With the time that it takes to give up the statement before it, a run ends within 250 ms of its budget. */
const graceMillis = 150;

/**
 * Waits for a run to be saved, but not for a stuck database: the caller has an answer or a fault that must not wait.
 * The record may still be saved later.
 * @param millis how much of the run's time is left
 * @throws CandorError TIMEOUT, or what the saving threw
 */
export async function saveInTime(saved: Promise<void>, millis: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new CandorError('TIMEOUT', 'The run was not recorded before its time was up; it may be there later.'));
    }, millis + graceMillis);
  });
  try {
    await Promise.race([saved, late]);
  } finally {
    clearTimeout(timer);
    saved.catch(() => undefined);
  }
}

/**
 * Records a run that a fault ended, so that an operator finds it. This is only an attempt: the fault may be the
 * database itself, and nothing is tried while that is unreachable or has too much to do.
 */
export async function saveFailedRun(parts: AgentParts, request: ResolvedRequest, fault: CandorError): Promise<void> {
  const millis = performance.now() - request.startedAt;
  const run = {
    ...asRequested(request, parts),
    queries: [],
    outcome: null,
    tier: null,
    confidenceValue: null,
    stopReason: null,
    plan: null,
    reflections: [],
    searches: [],
    prompts: [],
    passages: [],
    candidates: [],
    result: null,
    steps: [{ node: 'fault', startedMillis: millis, millis: 0, detail: { code: fault.code, message: fault.message } }],
    usage: { millis, rounds: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: null },
  };
  parts.countRun?.(request.workspaceId, run);
  if (fault.code === 'DATABASE_UNREACHABLE' || fault.code === 'OVERLOADED') return;
  try {
    await saveInTime(parts.saveRun(request.workspaceId, run), 0);
  } catch (error) {
    parts.log.warn('failed run not recorded', { runId: request.runId, error: messageOf(error) });
  }
}

/** What is counted for a run. For a fault, the stop reason is its code, which the record keeps as a step. */
export function measuredRun({
  outcome,
  tier,
  stopReason,
  confidenceValue,
  result,
  usage,
  steps,
  budget,
}: Run): MeasuredRun {
  const fault = steps.find(({ node }) => node === 'fault')?.detail['code'];
  return {
    outcome: outcome ?? 'FAILED',
    tier: tier ?? 'NONE',
    stopReason: stopReason ?? (typeof fault === 'string' ? fault : 'INTERNAL'),
    reason: result && result.type !== 'Answer' ? result.reason : 'NONE',
    confidence: confidenceValue,
    millis: usage.millis,
    maxMillis: budget.maxMillis,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    modelCalls: usage.modelCalls,
    cost: usage.cost,
    stages: steps.filter(({ node }) => node !== 'fault').map(({ node, millis }) => ({ stage: node, millis })),
    degraded: result?.degraded.map(({ part }) => part) ?? [],
  };
}

/**
 * Stores the whole run. A run that cannot be stored is still answered, and says so in `degraded`. The cost of the
 * tokens and the alternatives of an answer are computed here, where every path through the graph ends: no other node
 * needs to know the prices, and several may still lower the tier.
 */
export function recordNode(parts: AgentParts): Node<keyof AskState, 'outcome' | 'record'> {
  return async (state, context) => {
    const outcome = state.outcome && completed(state.outcome, state, parts);
    if (state.request.dryRun) return { outcome };
    const { workspaceId } = state.request;
    const run = toRun({ ...state, outcome }, parts);
    parts.countRun?.(workspaceId, run);
    try {
      await saveInTime(parts.saveRun(workspaceId, run), context.millisLeft);
      return { outcome };
    } catch (error) {
      parts.log.error('run not recorded', { runId: state.request.runId, error: messageOf(error) });
      const degradation = { part: 'RECORD', message: messageOf(error) } as const;
      return {
        record: { degraded: [degradation] },
        outcome: outcome && { ...outcome, degraded: [...outcome.degraded, degradation] },
      };
    }
  };
}

function completed(
  outcome: Outcome,
  state: Parameters<typeof alternativesOf>[0],
  { chatPrices }: Pick<AgentParts, 'chatPrices'>,
): Outcome {
  return {
    ...outcome,
    // A refusal has its own, which its words fit.
    alternatives: outcome.type === 'Abstention' ? outcome.alternatives : alternativesOf(state, outcome),
    usage: { ...outcome.usage, cost: costOfTokens(outcome.usage, chatPrices) },
  };
}
