import { costOfTokens } from '../spending/costOfTokens.ts';
import { recordedGate } from '../gate/gatedScale.ts';
import type { AgentParts } from '../parts.ts';
import { recordedPrompts } from './recordedPrompts.ts';
import { withRerankScores } from './recordSearch.ts';
import type { Run, RunOutcome } from './run.ts';
import type { Outcome } from '../outcome.ts';
import type { AskState } from '../state.ts';

const kinds: Readonly<Record<Outcome['type'], RunOutcome>> = {
  Answer: 'ANSWER',
  Clarification: 'CLARIFICATION',
  Abstention: 'ABSTENTION',
};

/** The run as it is stored. */
export function toRun(state: AskState, parts: Pick<AgentParts, 'embedder' | 'chat' | 'chatPrices'>): Run {
  const { request, outcome, spent } = state;
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
    budget: request.budget,
    gate: recordedGate(request),
    replayOf: request.replayOf,
    askedBy: request.askedBy,
    // Window similarities served the ranking of sentences; kept, they would double the record.
    passages: state.evidence.passages.map((passage) => ({ ...passage, windows: [] })),
    candidates: state.evidence.candidates,
    result: outcome,
    usage: outcome?.usage ?? { millis: 0, rounds: state.rounds, ...spent, cost: costOfTokens(spent, parts.chatPrices) },
    embedder: parts.embedder.fingerprint,
    chatModel: parts.chat?.id ?? null,
  };
}
