export interface EmbedOptions {
  /** Aborting rejects with CandorError CANCELLED, also in the middle of a batch. */
  readonly signal?: AbortSignal;
}

/**
 * A model that maps text to unit vectors. Cosine similarity of two vectors is their dot product.
 * Every implementation passes test/contracts/embedder.ts.
 */
export interface Embedder {
  /**
   * Names the weights and the pre-processing, e.g. `builtin:minilm-l6@1:384`. Vectors of two fingerprints are never
   * compared.
   */
  readonly fingerprint: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /** Words beyond this are cut by the model: longer text is to be embedded in windows. */
  readonly maxWords: number;
  /** True when one call takes long enough to matter to a person: callers show progress and avoid it in hot paths. */
  readonly remote: boolean;
  /**
   * One vector a text, in order; L2 norm 1. Empty or blank text gives a zero vector, never an error. Long batches leave
   * the event loop free.
   * @throws CandorError MODEL_UNAVAILABLE, MODEL_INVALID (wrong count or length) or CANCELLED.
   */
  embedDocuments(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** The vector of a question. Same space as the documents. */
  embedQuery(text: string, options?: EmbedOptions): Promise<Float32Array>;
  close(): Promise<void>;
}
