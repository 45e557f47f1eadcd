import type { RunOutcome } from '../../agent/runs/run.ts';

/** What a person says of an outcome. */
export const feedbackVerdicts = [
  'CORRECT',
  'WRONG',
  'INCOMPLETE',
  'SHOULD_HAVE_ANSWERED',
  'SHOULD_HAVE_REFUSED',
] as const;
export type FeedbackVerdict = (typeof feedbackVerdicts)[number];

export interface FeedbackInput {
  readonly runId: string;
  readonly verdict: FeedbackVerdict;
  /** The documents that hold the right answer. */
  readonly documentIds?: readonly string[] | undefined;
  /** The right answer in the person's words. */
  readonly answer?: string | undefined;
  readonly comment?: string | undefined;
}

/** One judgement of a person about a run. */
export interface Feedback {
  readonly id: string;
  readonly runId: string;
  /** As the run was asked. */
  readonly question: string;
  readonly outcome: RunOutcome;
  readonly verdict: FeedbackVerdict;
  /** Some may be gone since. */
  readonly documentIds: readonly string[];
  readonly answer: string | null;
  readonly comment: string | null;
  /** The API key; null: the keyless local mode and the command line. */
  readonly givenBy: string | null;
  readonly createdAt: Date;
}
