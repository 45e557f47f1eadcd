import type { Tier } from '../confidence/signals.ts';
import type { Candidate, Passage, PresetName } from '../retrieval/passage.ts';
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
