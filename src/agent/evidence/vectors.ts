/** Vectors of sentences and lines, which are asked for again and again: people ask about the same pages. */
import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../models/embedder.ts';

/** How many are cached, 1.5 kB each with the built-in embedder. */
const keptVectors = 4_000;

const keptBy = new WeakMap<Embedder, LRUCache<string, Float32Array>>();

/**
 * The vector of each text; undefined for one that was not given.
 * @throws CandorError MODEL_UNAVAILABLE, CANCELLED
 */
export async function vectorsOf(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<(text: string) => Float32Array | undefined> {
  const kept = keptBy.get(embedder) ?? new LRUCache<string, Float32Array>({ max: keptVectors });
  keptBy.set(embedder, kept);
  const missing = [...new Set(texts)].filter((text) => !kept.has(text));
  const found = missing.length > 0 ? await embedder.embedDocuments(missing, signal ? { signal } : {}) : [];
  const own = new Map(texts.map((text) => [text, kept.get(text)]));
  for (const [position, text] of missing.entries()) {
    own.set(text, found[position]);
    if (found[position]) kept.set(text, found[position]);
  }
  return (text) => own.get(text);
}
