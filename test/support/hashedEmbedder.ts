import { type Embedder, unitVector } from '../../src/models/embedder.ts';
import { hashedVector } from './hashedVector.ts';

/** A stand-in where the embedder is not under test: at once, and the same text always gives the same vector. `calls` holds every text that was embedded. */
export function createHashedEmbedder(
  fingerprint = 'test:hashed@1:64',
  dimensions = 64,
): Embedder & { readonly calls: string[] } {
  const calls: string[] = [];
  const embed = (text: string) => {
    calls.push(text);
    return text.trim() ? unitVector(hashedVector(text, dimensions), fingerprint) : new Float32Array(dimensions);
  };
  return {
    fingerprint,
    dimensions,
    calls,
    maxWords: 40,
    remote: false,
    embedDocuments: async (texts) => texts.map(embed),
    embedQuery: async (text) => embed(text),
    close: async () => undefined,
  };
}
