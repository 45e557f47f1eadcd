import { cancelled, orAbort } from '../clock.ts';
import type { Embedder } from './embedder.ts';

export interface CacheLimits {
  /** Questions whose vectors are kept. */
  readonly entries?: number;
}

/** 2 MB of vectors with the built-in embedder (512 numbers), 12 MB with one of 3,072; texts add 4 MB at most. */
const defaultEntries = 1_000;
/**
 * Longer texts are embedded each time: with it, entries bound the bytes. No question that a door lets through is
 * longer.
 */
const longestKept = 2_000;

/** One embedding that several callers wait for. */
interface Shared {
  readonly work: Promise<Float32Array>;
  readonly stop: AbortController;
  waiting: number;
}

export interface CachedEmbedder extends Embedder {
  /** Forgets every question. */
  forget(): void;
}

/**
 * An embedder that remembers the vectors of the questions asked last; documents pass through. Questions that are asked
 * at the same time share one call: a caller who aborts leaves alone, and the call ends when the last one has left.
 * Faults are never kept. Every caller gets a copy, so that no one can change what the next one gets; one cache has one
 * embedder, so its key needs no fingerprint.
 */
export function cachedEmbedder(embedder: Embedder, { entries = defaultEntries }: CacheLimits = {}): CachedEmbedder {
  const kept = new Map<string, Float32Array>();
  const running = new Map<string, Shared>();
  let open = true;

  const keep = (text: string, vector: Float32Array): void => {
    if (!open) return;
    kept.delete(text);
    kept.set(text, vector);
    const [oldest] = kept.keys();
    if (kept.size > entries && oldest !== undefined) kept.delete(oldest);
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
  // Another call for the same text may have begun since this one was aborted.
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
