import type { ClarificationOption } from '../outcome.ts';

/** Turns that a question is understood by, the newest ones. */
export const maxTurns = 8;

/** One earlier question of a conversation, with what came of it. */
export interface Turn {
  readonly question: string;
  /** The question as it was understood: made standalone. */
  readonly standalone: string;
  /** What was said to it: the answer's text, the question back, or the refusal. Empty: not known. */
  readonly reply: string;
  readonly outcome: 'ANSWER' | 'CLARIFICATION' | 'ABSTENTION' | null;
  /** What a clarification offered. */
  readonly options: readonly ClarificationOption[];
  /** Titles of the documents that the reply cites. */
  readonly citedTitles: readonly string[];
}
