export interface RerankOptions {
  readonly signal?: AbortSignal;
}

/** A model that reads question and passage together. */
export interface Reranker {
  readonly id: string;
  /**
   * One relevance in 0..1 a text, in the order of `texts`.
   * @throws CandorError MODEL_UNAVAILABLE, MODEL_INVALID, TIMEOUT or CANCELLED; the caller keeps the fused order then.
   */
  score(question: string, texts: readonly string[], options?: RerankOptions): Promise<number[]>;
}
