export interface EntailmentPair {
  /** What is taken as true: the cited words. */
  readonly premise: string;
  /** What is asked about: the claim. */
  readonly hypothesis: string;
}

/** How the hypothesis stands to its premise: three shares in 0..1 that add up to 1. */
export interface EntailmentVerdict {
  readonly entailed: number;
  readonly neutral: number;
  readonly contradicted: number;
}

export interface EntailmentOptions {
  /** Deadline and cancellation in one. */
  readonly signal?: AbortSignal | undefined;
}

/** A model that tells whether one text follows from another. Every implementation passes test/contracts/entailment.ts. */
export interface Entailment {
  /** Recorded with each run, e.g. `transformers:nli-deberta-v3-small`. */
  readonly id: string;
  /**
   * One verdict a pair, in the order of `pairs`. No pairs: no call.
   * @throws CandorError MODEL_UNAVAILABLE, MODEL_INVALID, TIMEOUT or CANCELLED; the checks' own verdict stands then.
   */
  judge(pairs: readonly EntailmentPair[], options?: EntailmentOptions): Promise<EntailmentVerdict[]>;
  /** Frees what the model holds. Safe to call twice. */
  close(): Promise<void>;
}
