import type { Embedder } from '../models/embedder.ts';
import type { EmbeddedWindow } from './storeVersion.ts';
import type { Window } from './windows.ts';

/** Embeds lists of windows in one call and gives them back in the same lists. */
export async function embedWindows(embedder: Embedder, lists: readonly (readonly Window[])[], signal: AbortSignal | undefined): Promise<EmbeddedWindow[][]> {
  const texts = lists.flat().map((window) => window.text);
  const vectors = texts.length > 0 ? await embedder.embedDocuments(texts, signal ? { signal } : {}) : [];
  let position = 0;
  return lists.map((list) => list.map((window) => {
    const vector = vectors[position++] ?? new Float32Array(embedder.dimensions);
    return { window, vector };
  }));
}
