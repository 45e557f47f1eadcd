import { LRUCache } from 'lru-cache';
import { cancelled, orAbort } from '../clock.ts';
import { CandorError } from '../errors.ts';

interface EmbedOptions {
  /** Aborting rejects with CandorError CANCELLED, even in the middle of a batch. */
  readonly signal?: AbortSignal;
  /** Called while a long batch is embedded, with the number of texts that are finished. */
  readonly onEmbedded?: (texts: number) => void;
}

/**
 * A model that maps text to unit vectors. Cosine similarity of two vectors is their dot product.
 * Every implementation passes test/contracts/embedder.ts.
 */
export interface Embedder {
  /**
   * Identifies the weights and the pre-processing, e.g. `builtin:minilm-l6@2:384`. Vectors of two fingerprints are
   * never compared.
   */
  readonly fingerprint: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /** The model cuts words beyond this number: embed longer text in windows. */
  readonly maxWords: number;
  /**
   * Whether one call takes long enough for a person to notice: callers then show progress and avoid it in hot paths.
   */
  readonly remote: boolean;
  /**
   * Returns one vector per text, in order, of L2 norm 1. Empty or blank text gives a zero vector, never an error. Long
   * batches leave the event loop free.
   * @throws CandorError MODEL_UNAVAILABLE, MODEL_INVALID (wrong count or length) or CANCELLED.
   */
  embedDocuments(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** Returns the vector of a question, in the same space as the documents. */
  embedQuery(text: string, options?: EmbedOptions): Promise<Float32Array>;
  close(): Promise<void>;
}

/**
 * Returns `row` as float32 with L2 norm 1, so that cosine is a dot product.
 * @throws CandorError MODEL_INVALID if it contains a value that is not finite, or only zeros: such a vector would match
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

/** Returns the first `count` words of `text`; shorter text is returned unchanged. */
export function cutWords(text: string, count: number): string {
  const words = text.matchAll(/\S+/g);
  let seen = 0;
  for (const word of words) {
    if (seen === count) return text.slice(0, word.index).trimEnd();
    seen += 1;
  }
  return text;
}

interface CacheLimits {
  /** Number of questions whose vectors are kept. */
  readonly entries?: number;
}

/** 1.5 MB of vectors with the built-in embedder (384 numbers), 12 MB with one of 3,072; texts add at most 4 MB. */
const defaultEntries = 1_000;
/**
 * Longer texts are embedded each time. This limit and the number of entries together bound the cache in bytes. A
 * question from a request is never longer.
 */
const longestKept = 2_000;

/** One embedding that several callers wait for. */
interface Shared {
  readonly work: Promise<Float32Array>;
  readonly stop: AbortController;
  waiting: number;
}

interface CachedEmbedder extends Embedder {
  /** Forgets every question. */
  forget(): void;
}

/**
 * An embedder that remembers the vectors of recent questions; documents are passed through. Callers that ask the same
 * question at the same time share one call: a caller that aborts only leaves it, and the call ends when the last one
 * has left. Faults are never cached. Every caller gets a copy, so that none can change what the next one gets. A cache
 * has one embedder, so its key needs no fingerprint.
 */
export function cachedEmbedder(embedder: Embedder, { entries = defaultEntries }: CacheLimits = {}): CachedEmbedder {
  const kept = new LRUCache<string, Float32Array>({ max: entries });
  const running = new Map<string, Shared>();
  let open = true;

  const keep = (text: string, vector: Float32Array): void => {
    if (open) kept.set(text, vector);
  };
  const begin = (text: string): Shared => {
    const stop = new AbortController();
    const call = embedder.embedQuery(text, { signal: stop.signal }).then((vector) => {
      keep(text, vector);
      return vector;
    });
    const shared: Shared = {
      stop,
      waiting: 0,
      work: call.finally(() => {
        leave(text, shared);
      }),
    };
    running.set(text, shared);
    return shared;
  };
  // Another call for the same text may have started since this one was aborted.
  const leave = (text: string, shared: Shared): boolean => running.get(text) === shared && running.delete(text);
  const join = async (text: string, signal: AbortSignal | undefined): Promise<Float32Array> => {
    const shared = running.get(text) ?? begin(text);
    shared.waiting += 1;
    try {
      return await orAbort(shared.work, signal, cancelled);
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0 && leave(text, shared)) shared.stop.abort();
    }
  };

  return {
    fingerprint: embedder.fingerprint,
    dimensions: embedder.dimensions,
    maxWords: embedder.maxWords,
    remote: embedder.remote,
    embedDocuments: (texts, options) => embedder.embedDocuments(texts, options),
    async embedQuery(text, options = {}) {
      if (options.signal?.aborted) throw cancelled(options.signal);
      if (text.length > longestKept) return await embedder.embedQuery(text, options);
      const hit = kept.get(text);
      if (hit) keep(text, hit);
      return (hit ?? (await join(text, options.signal))).slice();
    },
    forget: () => kept.clear(),
    async close() {
      open = false;
      kept.clear();
      await embedder.close();
    },
  };
}

/** Whether vectors are of the built-in model that places texts of several languages side by side. */
export const isOfManyLanguages = (fingerprint: string): boolean => fingerprint.startsWith('builtin:e5-multilingual');
