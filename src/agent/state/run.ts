import type { Gate } from '../../confidence/scale.ts';
import type { Tier } from '../../confidence/signals.ts';
import type {
  Candidate,
  Degradation,
  Passage,
  PresetName,
  RetrievalSettings,
  SearchFilter,
} from '../../retrieval/passage.ts';
import type { AnswerWording, Budget } from '../../workspaces/settings.ts';
import type { Outcome, StopReason, Usage } from './outcome.ts';
import type { Plan } from './plan.ts';
import type { Reflection } from './reflection.ts';
import { nothingSpent, type Spent } from './spent.ts';

export interface RunStep {
  readonly node: string;
  readonly startedMillis: number;
  readonly millis: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * A candidate of one search with what put it there. The arms' ranks count from 1; null if an arm did not return it, or
 * it was not read.
 */
export interface RecordedCandidate extends Candidate {
  readonly versionId: string | null;
  readonly rank: number;
  readonly vectorRank: number | null;
  readonly vectorScore: number | null;
  readonly keywordRank: number | null;
  readonly keywordScore: number | null;
  readonly rerankScore: number | null;
}

/** One text that was searched. */
export interface RecordedSearch {
  /** From 1. */
  readonly round: number;
  readonly query: string;
  readonly settings: RetrievalSettings;
  readonly candidates: readonly RecordedCandidate[];
  readonly millis: number;
}

/** A prompt that a model was given, by its name and version. */
export interface RecordedPrompt {
  readonly node: string;
  readonly version: string;
  readonly model: string;
}

export type RunOutcome = 'ANSWER' | 'CLARIFICATION' | 'ABSTENTION';

/** One question, recorded in full. The outcome fields are null if a fault ended it. */
export interface Run {
  readonly id: string;
  readonly question: string;
  readonly conversationId: string | null;
  readonly createdAt: Date;
  /** What the asker could see; null: every document. */
  readonly accessGroups: readonly string[] | null;
  readonly preset: PresetName;
  readonly settings: RetrievalSettings;
  readonly filter: SearchFilter;
  /** The instant whose versions were read. */
  readonly asOf: Date;
  /** BCP 47 tag that was asked for; null: none. */
  readonly language: string | null;
  /**
   * What was searched, in order, each once: the question or its parts, then what refinement made of them. Empty if
   * nothing was searched.
   */
  readonly queries: readonly string[];
  readonly outcome: RunOutcome | null;
  readonly tier: Tier | null;
  readonly confidenceValue: number | null;
  readonly stopReason: StopReason | null;
  readonly plan: Plan | null;
  readonly steps: readonly RunStep[];
  readonly reflections: readonly Reflection[];
  readonly searches: readonly RecordedSearch[];
  readonly prompts: readonly RecordedPrompt[];
  readonly budget: Budget;
  /** The gate that it was answered under; null: the run is from before this was recorded. */
  readonly gate: Gate | null;
  /** Whose words its text has. Left out in runs from before there was a choice. */
  readonly wording?: AnswerWording;
  /** The run that this one repeats; null: none. */
  readonly replayOf: string | null;
  /** The owner of the conversation: the API key, or null for the keyless local mode and the command line. */
  readonly askedBy: string | null;
  /** The passages that were judged last, best first. */
  readonly passages: readonly Passage[];
  /** What the question itself found, best first, read or not. */
  readonly candidates: readonly Candidate[];
  /** The outcome as it was given; null if a fault ended the run. */
  readonly result: Outcome | null;
  readonly usage: Usage;
  readonly embedder: string;
  readonly chatModel: string | null;
}

/** What the run has taken so far. Every node adds to it. */
export interface RecordParts {
  readonly searches: readonly RecordedSearch[];
  readonly spent: Spent;
  /** Each degraded part once, with its first message: several searches of a round lose the same arm. */
  readonly degraded: readonly Degradation[];
  readonly steps: readonly RunStep[];
}

export const nothingRecorded: RecordParts = { searches: [], spent: nothingSpent, degraded: [], steps: [] };
