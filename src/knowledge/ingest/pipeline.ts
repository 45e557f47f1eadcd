import type { Embedder } from '../../models/embedder.ts';
import type { Window } from '../cut/prepareChunks.ts';
import type { EmbeddedWindow } from '../store/storeVersions.ts';

/**
 * Runs `work` on the next item while the consumer handles the previous one. Yields results in the order of `source`.
 * When stages are chained, each works on its own item at the same time, and at most one item waits between two stages.
 */
export async function* ahead<Item, Result>(
  source: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let pending: Promise<Result> | undefined;
  for await (const item of source) {
    const next = work(item);
    // A rejection is handled when its turn comes; until then it must not count as unhandled.
    next.catch(() => undefined);
    if (pending) yield await pending;
    pending = next;
  }
  if (pending) yield await pending;
}

/** Groups items until a group has `count` items or their sizes reach `size`. */
export async function* batches<Item>(
  source: AsyncIterable<Item> | Iterable<Item>,
  limits: { readonly count: number; readonly size: number },
  sizeOf: (item: Item) => number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let size = 0;
  for await (const item of source) {
    batch.push(item);
    size += sizeOf(item);
    if (batch.length < limits.count && size < limits.size) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The same text has the same vector: notices, forms and headers occur many times, and embedding takes longest. */
export function differentTexts(lists: readonly (readonly Window[])[]): string[] {
  return [...new Set(lists.flatMap((list) => list.map(({ text }) => text)))];
}

/**
 * Embeds lists of windows in one call, each text once, and returns them in the same lists.
 * @param onEmbedded called with the number of different texts that are finished
 */
export async function embedWindows(
  embedder: Embedder,
  lists: readonly (readonly Window[])[],
  signal: AbortSignal | undefined,
  onEmbedded: (texts: number) => void = () => undefined,
): Promise<EmbeddedWindow[][]> {
  const texts = differentTexts(lists);
  const vectors =
    texts.length > 0 ? await embedder.embedDocuments(texts, { ...(signal && { signal }), onEmbedded }) : [];
  const vectorOf = new Map(texts.map((text, position) => [text, vectors[position]]));
  return lists.map((list) =>
    list.map((window) => ({ window, vector: vectorOf.get(window.text) ?? new Float32Array(embedder.dimensions) })),
  );
}
