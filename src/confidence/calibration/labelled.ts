import type { ConfidenceSignals } from '../signals.ts';

/** One question whose truth is known. */
export interface LabelledQuestion {
  /** Questions of one family (the same document, paraphrases of each other) always fall into the same split. */
  readonly family: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly signals: ConfidenceSignals;
  /**
   * Whether a condition of the question was not met by the evidence, which holds the confidence below the gate whatever
   * the signals say.
   */
  readonly vetoed: boolean;
  /** Whether its answer was right, or would have been had the gate let it pass. */
  readonly right: boolean;
}
