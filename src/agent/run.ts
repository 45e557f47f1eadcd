import type { Tier } from '../confidence/signals.ts';
import type { Candidate, Passage, PresetName, RetrievalSettings, SearchFilter } from '../retrieval/passage.ts';
import type { Outcome, StopReason, Usage } from './outcome.ts';
import type { Plan } from './plan.ts';

export interface RunStep {
  readonly node: string;
  readonly startedMillis: number;
  readonly millis: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

export type RunOutcome = 'ANSWER' | 'CLARIFICATION' | 'ABSTENTION';

/** One asked question, recorded whole. The outcome fields are null when a fault ended it. */
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
  /** What was searched, in order, each once: the question or its parts, then what refinement made of them. Empty when nothing was. */
  readonly queries: readonly string[];
  readonly outcome: RunOutcome | null;
  readonly tier: Tier | null;
  readonly confidenceValue: number | null;
  readonly stopReason: StopReason | null;
  readonly plan: Plan | null;
  readonly steps: readonly RunStep[];
  /** The passages that were judged last, best first. */
  readonly passages: readonly Passage[];
  /** What the question itself found, best first, read or not. */
  readonly candidates: readonly Candidate[];
  /** The outcome as it was given; null when a fault ended the run. */
  readonly result: Outcome | null;
  readonly usage: Usage;
  readonly embedder: string;
  readonly chatModel: string | null;
}

export interface RunFilter {
  readonly outcome?: RunOutcome | undefined;
  readonly tier?: Tier | undefined;
  readonly conversationId?: string | undefined;
}
