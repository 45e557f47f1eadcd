import { Annotation } from '@langchain/langgraph';
import type { ConfidenceScale } from '../confidence/scale.ts';
import type { Confidence, Tier } from '../confidence/signals.ts';
import type { UnmetCondition } from '../grounding/answerability/unmetConditions.ts';
import type { Conflict } from '../grounding/claims/claim.ts';
import type { DraftClaim, VerifiedClaim } from '../grounding/claims/verifyClaim.ts';
import type { Candidate } from '../grounding/sentences/candidates.ts';
import type { RankedSentence } from '../grounding/sentences/rankSentences.ts';
import type { Degradation, RetrievalSettings, SearchFilter } from '../retrieval/passage.ts';
import type { Preset } from '../retrieval/presets.ts';
import type { Budget, GateSetting } from '../workspaces/settings.ts';
import type { Turn } from './conversation/subject.ts';
import { noEvidence, type EvidenceState } from './evidence/evidence.ts';
import type { RefineStrategy, Reflection, Verdict } from './gate/reflection.ts';
import type { AbstentionReason, AnswerMode, ClarificationReason, Outcome, StopReason } from './outcome.ts';
import type { Plan, FoundSearch, SearchTask } from './question/plan.ts';
import type { RecordedSearch, RunStep } from './runs/runs.ts';
import { addSpent, nothingSpent, type Spent } from './budget.ts';

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
  /** Asked to learn what would be said: nothing is recorded. */
  readonly dryRun: boolean;
  /** Turns that the caller gave; null: those that are recorded count. */
  readonly history: readonly Turn[] | null;
  readonly filter: SearchFilter;
  readonly asOf: Date;
  /** When it was asked; `asOf` is the same instant unless the request gave another. */
  readonly askedAt: Date;
  readonly language: string | null;
  readonly preset: Preset;
  /** How sure an answer must be: as the request says, else the product's own until it is bound to its workspace. */
  readonly gate: GateSetting;
  /** What the confidence is read on, with that gate: what ships, until the request is bound to its workspace. */
  readonly scale: ConfidenceScale;
  readonly settings: RetrievalSettings;
  readonly budget: Budget;
  readonly startedAt: number;
}

const latest = <Value>(initial: () => Value) =>
  Annotation<Value>({ reducer: (_before, after) => after, default: initial });
const appended = <Item>() =>
  Annotation<readonly Item[]>({ reducer: (before, after) => [...before, ...after], default: () => [] });

function distinctParts(degraded: readonly Degradation[]): readonly Degradation[] {
  const seen = new Set<string>();
  return degraded.filter(({ part }) => !seen.has(part) && Boolean(seen.add(part)));
}

/** The state of one run: plain data. Dependencies enter the nodes by closure, never through the state. */
export const AskAnnotation = Annotation.Root({
  request: Annotation<ResolvedRequest>(),
  /** A word of the question that nothing before it explains; null: none. */
  unresolved: latest<string | null>(() => null),
  plan: latest<Plan | null>(() => null),
  /** What is searched next, all at once. */
  tasks: latest<readonly SearchTask[]>(() => []),
  /** The one of them that a `retrieve` was sent; null everywhere else. */
  task: latest<SearchTask | null>(() => null),
  /** How many times searches were sent: rounds, and look-ups that waited for one. */
  batch: latest<number>(() => 0),
  found: appended<FoundSearch>(),
  /** Whether what is searched next belongs to the round before it. */
  following: latest<boolean>(() => false),
  /** Whether the look-ups that wait for another had their turn. */
  followed: latest<boolean>(() => false),
  /** The question in words that the workspace calls the same. */
  aliases: latest<readonly string[]>(() => []),
  /** Other readings of it that are guessed: an acronym written out, slips of the pen mended. */
  guesses: latest<readonly string[]>(() => []),
  /** Other readings of it in the words of a heading, which may head something else. */
  reworded: latest<readonly string[]>(() => []),
  /** Ways to ask differently that were tried. */
  tried: appended<RefineStrategy>(),
  rounds: latest<number>(() => 0),
  evidence: latest<EvidenceState>(() => noEvidence),
  /** The evidence of each part of the question, when it was searched in parts. */
  partEvidence: latest<readonly EvidenceState[]>(() => []),
  /** The evidence of the question in words that the workspace calls the same. */
  aliasEvidence: latest<readonly EvidenceState[]>(() => []),
  /** What was found without one of the filters: it is never answered from. */
  relaxed: latest<readonly FoundSearch[]>(() => []),
  /** The filter without which there would be an answer; null: none is known. */
  relaxable: latest<keyof SearchFilter | null>(() => null),
  /** Whether the last round brought a passage that none before had. */
  newEvidence: latest<boolean>(() => false),
  /** Whether a reranker has seen the passages, whatever came of it: once a run is enough. */
  reranked: latest<boolean>(() => false),
  sentences: latest<readonly RankedSentence[]>(() => []),
  /** Those that would be answered with, parts of the question included. */
  chosen: latest<readonly RankedSentence[]>(() => []),
  /** The same for each part of the question. */
  partSentences: latest<readonly (readonly RankedSentence[])[]>(() => []),
  /**
   * Sentences of several documents that answer the question differently, best first; empty when there is one answer.
   */
  rivals: latest<readonly RankedSentence[]>(() => []),
  /** Whether the question names no thing in particular, and `rivals` are what a reader takes for its answers. */
  isBroad: latest<boolean>(() => false),
  /** What the question asks and its best sentences leave unmet. */
  unmet: latest<readonly UnmetCondition[]>(() => []),
  conflicts: latest<readonly Conflict[]>(() => []),
  confidence: latest<Confidence | null>(() => null),
  tier: latest<Tier>(() => 'NO_MATCH'),
  /** What reflect decided; the routers read nothing else. */
  verdict: latest<Verdict>(() => 'ABSTAIN'),
  reflections: appended<Reflection>(),
  searches: appended<RecordedSearch>(),
  clarifyReason: latest<ClarificationReason | null>(() => null),
  stopReason: latest<StopReason | null>(() => null),
  abstentionReason: latest<AbstentionReason | null>(() => null),
  drafts: latest<readonly DraftClaim[]>(() => []),
  /** What the chat model made of the best sentences; null: it was not asked yet. Once a run is enough. */
  written: latest<Written | null>(() => null),
  mode: latest<AnswerMode>(() => 'EXTRACTIVE'),
  outcome: latest<Outcome | null>(() => null),
  spent: Annotation<Spent>({ reducer: addSpent, default: () => nothingSpent }),
  /** Each part once, with what it said first: several searches of a round lose the same arm. */
  degraded: Annotation<readonly Degradation[]>({
    reducer: (before, after) => distinctParts([...before, ...after]),
    default: () => [],
  }),
  steps: appended<RunStep>(),
});

export type AskState = typeof AskAnnotation.State;
export type AskUpdate = typeof AskAnnotation.Update;

/** What came of asking the chat model for the answer. */
export interface Written {
  /** See `writerFound` of the signals. */
  readonly found: boolean | null;
  /** Its claims, each where a shown sentence proves it; those that none proves are among them. */
  readonly claims: readonly VerifiedClaim[];
  /** The sentences that it named, the most important first. */
  readonly named: readonly Candidate[];
  /** What it says is not stated, in its own words: never shown in a refusal. */
  readonly missing: string;
  /**
   * Those of `claims` that were told as verified while the model was still writing: they come first, and whatever
   * becomes of the reply, the answer holds them.
   */
  readonly told: readonly VerifiedClaim[];
  /** Whether the reply came to its end, in the right shape. */
  readonly whole: boolean;
  /** The confidence before it was asked: 0..1. */
  readonly without: number;
}

/** The claims that hold. */
export function proven({ claims }: Pick<Written, 'claims'>): readonly VerifiedClaim[] {
  return claims.filter(({ status }) => status === 'SUPPORTED');
}
