import type { DependentQuery } from './chainQuestion.ts';
import type { NamedFacts } from '../../grounding/reading/namedFacts.ts';

/**
 * FOLLOW_UP: understood through earlier turns only. OUT_OF_SCOPE: asks for something that no document could hold, such
 * as a joke.
 */
export type QuestionKind =
  'LOOKUP' | 'ANALYSIS' | 'MULTI_HOP' | 'COMPARISON' | 'FOLLOW_UP' | 'SMALL_TALK' | 'OUT_OF_SCOPE';
export type Strategy = 'SPARSE' | 'DENSE' | 'HYBRID';

/** The time that a question is about. */
export interface TimeScope {
  readonly kind: 'NOW' | 'INTERVAL';
  /** Inclusive; null: open. */
  readonly from: Date | null;
  /** Exclusive; null: open. */
  readonly until: Date | null;
  /** What said so: "in June 2026". */
  readonly words: string;
}

/** What the loop decided to do. */
export interface Plan {
  readonly language: string;
  readonly kind: QuestionKind;
  readonly strategy: Strategy;
  /** Passages kept of each search. */
  readonly topK: number;
  /** The question as it would be asked without the turns before it. */
  readonly standalone: string;
  /** What is searched at once: the question itself first, then those of its parts that wait for nothing. */
  readonly queries: readonly string[];
  /** What is searched once another look-up has found something. */
  readonly dependent: readonly DependentQuery[];
  readonly facts: NamedFacts;
  readonly time: TimeScope | null;
  /** MODEL: the chat model was asked, because the rules were unsure, and its split or wording was taken. */
  readonly decidedBy: 'RULES' | 'MODEL';
}
