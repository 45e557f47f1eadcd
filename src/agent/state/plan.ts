import type { Notice } from '../../grounding/claim.ts';
import type { NamedFacts } from '../../retrieval/question/namedFacts.ts';
import type { Opening } from '../../retrieval/question/analyseQuestion.ts';
import type { Question } from '../../retrieval/question/question.ts';

/**
 * FOLLOW_UP: understood through earlier turns only. OUT_OF_SCOPE: asks for something that no document could contain,
 * such as a joke.
 */
export type QuestionKind =
  | 'LOOKUP'
  | 'ANALYSIS'
  | 'MULTI_HOP'
  | 'COMPARISON'
  | 'FOLLOW_UP'
  | 'SMALL_TALK'
  | 'OUT_OF_SCOPE';
export type Strategy = 'SPARSE' | 'DENSE' | 'HYBRID';

/** The time that a question is about. */
export interface TimeScope {
  readonly kind: 'NOW' | 'INTERVAL';
  /** Inclusive; null: open. */
  readonly from: Date | null;
  /** Exclusive; null: open. */
  readonly until: Date | null;
  /** The words that name it: "in June 2026". */
  readonly words: string;
}

/** A look-up that needs what another one found. */
export interface DependentQuery {
  /** The query of the look-up before it. */
  readonly after: string;
  /** What is searched then; "{answer}" is replaced by what was found. */
  readonly template: string;
}

/** What the loop decided to do. */
export interface Plan {
  readonly language: string;
  readonly kind: QuestionKind;
  readonly strategy: Strategy;
  /** How many passages are kept from each search. */
  readonly topK: number;
  /** The question as it would be asked without the turns before it. */
  readonly standalone: string;
  /** What is searched at once: the question itself first, then those of its parts that wait for no other. */
  readonly queries: readonly string[];
  /** What is searched once another look-up has found something. */
  readonly dependent: readonly DependentQuery[];
  readonly facts: NamedFacts;
  readonly time: TimeScope | null;
  /** MODEL: the chat model was asked, because the rules were unsure, and its split or wording was taken. */
  readonly decidedBy: 'RULES' | 'MODEL';
}

/** What is known of the question besides its text. The plan node fills it; reflect adds guessed readings. */
export interface Planned {
  /** The search of the question by its words, which began as its workspace's settings were read; null: none did. */
  readonly opening: Opening | null;
  readonly plan: Plan | null;
  /** A word of the question, such as "it", that nothing explains; null: none. */
  readonly unresolved: string | null;
  /** That earlier answers of the conversation no longer stand, where no answer since has said it. */
  readonly recalled: readonly Notice[];
  /** The question reworded with the workspace's synonyms. */
  readonly aliases: readonly Question[];
  /** Guessed readings of the question: an acronym spelled out, misspellings corrected. */
  readonly guesses: readonly Question[];
  /** Readings of the question in the words of a heading, which may be about something else. */
  readonly reworded: readonly Question[];
}

export const notPlanned: Planned = {
  opening: null,
  plan: null,
  unresolved: null,
  recalled: [],
  aliases: [],
  guesses: [],
  reworded: [],
};
