import { CandorError } from '../errors.ts';

interface EmbedOptions {
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

/**
 * `row` as float32 of L2 norm 1, so that cosine is a dot product.
 * @throws CandorError MODEL_INVALID when it holds a value that is not finite or only zeros: such a vector would match
 * everything or nothing.
 */
export function unitVector(row: ArrayLike<number>, model: string): Float32Array {
  let squares = 0;
  for (let position = 0; position < row.length; position += 1) squares += (row[position] ?? 0) ** 2;
  const norm = Math.sqrt(squares);
  if (!Number.isFinite(norm) || norm === 0)
    throw new CandorError('MODEL_INVALID', `"${model}" sent a vector that cannot be brought to length 1.`);
  return Float32Array.from(row, (value) => value / norm);
}

/** The first `count` words of `text`; text that is short enough comes back as it is. */
export function cutWords(text: string, count: number): string {
  const words = text.matchAll(/\S+/g);
  let seen = 0;
  for (const word of words) {
    if (seen === count) return text.slice(0, word.index).trimEnd();
    seen += 1;
  }
  return text;
}
