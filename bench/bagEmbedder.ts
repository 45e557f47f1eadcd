import { createRandom } from '../src/stats.ts';
import type { Embedder } from '../src/models/embedder.ts';

/** The similarity of two texts without a common word. */
const shared = 0.4;
const frequent =
  /^(?:.{1,3}|what|does|this|that|with|from|when|where|were|been|have|which|would|these|between|there|about)$/;

/**
 * Vectors that are close if texts share words: each word has its own direction. Replaces the built-in model for
 * documents, which would need 20 minutes to embed the 53,000 windows of made-up words and would find no meaning in
 * them. The model still embeds each question, so that its time counts.
 */
export function bagEmbedder(model: Embedder): Embedder {
  const directions = new Map<string, Float32Array>();
  const direction = (word: string): Float32Array => {
    const known = directions.get(word);
    if (known) return known;
    const random = createRandom(
      Array.from(word).reduce(
        (mixed, letter) => Math.imul(mixed ^ letter.charCodeAt(0), 0x9e3779b1) ^ (mixed >>> 15),
        1,
      ),
    );
    const made = Float32Array.from({ length: model.dimensions }, () => random() - 0.5);
    directions.set(word, made);
    return made;
  };
  const vectorOf = (text: string): Float32Array => {
    const words = text.toLowerCase().match(/[a-z\d-]+/g) ?? [];
    const sum = new Float32Array(model.dimensions);
    const add = (vector: Float32Array, weight: number) => {
      for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + weight * (vector[at] ?? 0);
    };
    for (const word of words) add(direction(word), frequent.test(word) ? 0.2 : 1);
    add(direction(''), shared * Math.sqrt(words.length));
    const norm = Math.sqrt(sum.reduce((total, value) => total + value * value, 0)) || 1;
    return sum.map((value) => value / norm);
  };
  return {
    ...model,
    fingerprint: `bench:bag@1:${model.dimensions}`,
    embedDocuments: (texts) => Promise.resolve(texts.map(vectorOf)),
    embedQuery: async (text, options) => {
      await model.embedQuery(text, options);
      return vectorOf(text);
    },
  };
}
