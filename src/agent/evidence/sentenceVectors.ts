import type { Embedder } from '../../models/embedder.ts';

/** Vectors of sentences that are kept, 1.5 kB each with the built-in embedder: people ask about the same pages. */
const keptVectors = 4_000;

const keptBy = new WeakMap<Embedder, Map<string, Float32Array>>();

/**
 * Cosine similarity of a question to some sentences, in their order: -1..1. A window of 150 words says where to look, a sentence what is said there: sentences chosen with it hold
 * the answer to questions in everyday words in .52 instead of .37 (docs/decisions.md).
 * @throws CandorError MODEL_UNAVAILABLE, CANCELLED
 */
export async function sentenceSimilarities(
  embedder: Embedder,
  question: string,
  sentences: readonly string[],
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const kept = keptBy.get(embedder) ?? new Map<string, Float32Array>();
  keptBy.set(embedder, kept);
  const missing = [...new Set(sentences)].filter((text) => !kept.has(text));
  const [asked, ...vectors] = await Promise.all([
    embedder.embedQuery(question, signal ? { signal } : {}),
    ...(missing.length > 0 ? [embedder.embedDocuments(missing, signal ? { signal } : {})] : []),
  ]);
  const found = vectors[0] ?? [];
  const fresh = new Map(
    missing.flatMap((text, position) => (found[position] ? [[text, found[position]] as const] : [])),
  );
  const vectorOf = (text: string) => kept.get(text) ?? fresh.get(text);
  const similarities = sentences.map((text) => cosine(asked, vectorOf(text)));
  for (const [text, vector] of fresh) keep(kept, text, vector);
  return similarities;
}

function keep(kept: Map<string, Float32Array>, text: string, vector: Float32Array): void {
  kept.set(text, vector);
  const [oldest] = kept.keys();
  if (kept.size > keptVectors && oldest !== undefined) kept.delete(oldest);
}

/** Of unit vectors; 0 where one is missing. */
function cosine(left: Float32Array, right: Float32Array | undefined): number {
  return right === undefined ? 0 : left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}
