import { Annotation } from '@langchain/langgraph';
import type { Confidence, Tier } from '../confidence/signals.ts';
import type { Conflict } from '../grounding/claim.ts';
import type { RankedSentence } from '../grounding/rankSentences.ts';
import type { UnmetCondition } from '../grounding/unmetConditions.ts';
import { defaultSearchConfig } from '../knowledge/searchConfig.ts';
import type { DraftClaim } from '../grounding/verifyClaim.ts';
import type { Candidate, CuratedMatch, Degradation, Passage, RetrievalSettings, SearchFilter } from '../retrieval/passage.ts';
import type { Preset } from '../retrieval/presets.ts';
import type { Turn } from './conversation/turn.ts';
import { addSpent, nothingSpent, type Budget, type Spent } from './budget.ts';
import type { AbstentionReason, AnswerMode, Outcome, StopReason } from './outcome.ts';
import type { Plan } from './plan.ts';
import type { Reflection, Verdict } from './reflection.ts';
import type { RecordedSearch, RunStep } from './run.ts';

/** A request, checked and with every default filled in. */
export interface ResolvedRequest {
  readonly runId: string;
  readonly workspaceId: string;
  /** Which restricted documents the asker may read; null: all. */
  readonly accessGroups: readonly string[] | null;
  /** What is searched and judged: as it was asked, or made standalone by the plan. */
  readonly question: string;
  /** As it was asked. */
  readonly asked: string;
  readonly conversationId: string | null;
  /** Whose conversation it is: the API key, or null for the keyless local mode and the command line. */
  readonly askedBy: string | null;
  /** The run that this one repeats; null: none. */
  readonly replayOf: string | null;
  /** Turns that the caller gave; null: those that are recorded count. */
  readonly history: readonly Turn[] | null;
  readonly filter: SearchFilter;
  readonly asOf: Date;
  /** When it was asked; `asOf` is the same instant unless the request gave another. */
  readonly askedAt: Date;
  readonly language: string | null;
  readonly preset: Preset;
  readonly settings: RetrievalSettings;
  readonly budget: Budget;
  readonly startedAt: number;
}

/** The passages in hand, with what their confidence is computed from. */
export interface EvidenceState {
  readonly passages: readonly Passage[];
  /** What was read beyond them, best first. */
  readonly further: readonly Passage[];
  readonly candidates: readonly Candidate[];
  readonly vectorOrder: readonly string[];
  readonly keywordOrder: readonly string[];
  /** Weight of each lexeme of the question that was searched. */
  readonly idf: readonly (readonly [string, number])[];
  /** Lexemes of the question that stand in no document. */
  readonly unknown: readonly string[];
  readonly curated: readonly CuratedMatch[];
  /** The text search configuration that the text was analysed with. */
  readonly searchConfig: string;
  /** The text that was searched. */
  readonly query: string;
}

export const noEvidence: EvidenceState = { passages: [], further: [], candidates: [], vectorOrder: [], keywordOrder: [], idf: [], unknown: [], curated: [], searchConfig: defaultSearchConfig, query: '' };

/** Why a clarification is asked. */
export type ClarifyReason = 'SMALL_TALK' | 'ZERO_HITS' | 'AMBIGUOUS' | 'UNRESOLVED';

const latest = <Value>(initial: () => Value) => Annotation<Value>({ reducer: (_before, after) => after, default: initial });
const appended = <Item>() => Annotation<readonly Item[]>({ reducer: (before, after) => [...before, ...after], default: () => [] });

/** The state of one run: plain data. Dependencies enter the nodes by closure, never through the state. */
export const AskAnnotation = Annotation.Root({
  request: Annotation<ResolvedRequest>(),
  /** A word of the question that nothing before it explains; null: none. */
  unresolved: latest<string | null>(() => null),
  plan: latest<Plan | null>(() => null),
  /** What the next round searches. */
  queries: latest<readonly string[]>(() => []),
  rounds: latest<number>(() => 0),
  evidence: latest<EvidenceState>(() => noEvidence),
  /** The evidence of each part of the question, when it was searched in parts. */
  partEvidence: latest<readonly EvidenceState[]>(() => []),
  /** Whether the last round brought a passage that none before had. */
  newEvidence: latest<boolean>(() => false),
  /** Whether a reranker has seen the passages, whatever came of it: once a run is enough. */
  reranked: latest<boolean>(() => false),
  sentences: latest<readonly RankedSentence[]>(() => []),
  /** The same for each part of the question. */
  partSentences: latest<readonly (readonly RankedSentence[])[]>(() => []),
  /** Sentences of several documents that answer the question differently, best first; empty when there is one answer. */
  rivals: latest<readonly RankedSentence[]>(() => []),
  /** What the question asks and its best sentences leave unmet. */
  unmet: latest<readonly UnmetCondition[]>(() => []),
  conflicts: latest<readonly Conflict[]>(() => []),
  confidence: latest<Confidence | null>(() => null),
  tier: latest<Tier>(() => 'NO_MATCH'),
  /** What reflect decided; the routers read nothing else. */
  verdict: latest<Verdict>(() => 'ABSTAIN'),
  reflections: appended<Reflection>(),
  searches: appended<RecordedSearch>(),
  clarifyReason: latest<ClarifyReason | null>(() => null),
  stopReason: latest<StopReason | null>(() => null),
  abstentionReason: latest<AbstentionReason | null>(() => null),
  drafts: latest<readonly DraftClaim[]>(() => []),
  mode: latest<AnswerMode>(() => 'EXTRACTIVE'),
  outcome: latest<Outcome | null>(() => null),
  spent: Annotation<Spent>({ reducer: addSpent, default: () => nothingSpent }),
  degraded: appended<Degradation>(),
  steps: appended<RunStep>(),
});

export type AskState = typeof AskAnnotation.State;
export type AskUpdate = typeof AskAnnotation.Update;
