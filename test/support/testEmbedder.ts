import type { Embedder } from '../../src/models/embedder.ts';
import { openBuiltinEmbedder } from '../../src/models/providers/builtin/builtinModels.ts';

let ofWorker: Promise<Embedder> | undefined;
/** Vectors of document texts: files of one worker store the same documents, the sample above all (2.8 CPU s each time). */
const embedded = new Map<string, Float32Array>();

/** The worker's built-in embedder: its weights and its thread are loaded once, each document text is embedded once. Closing it does nothing; it ends with the worker. */
export async function openTestEmbedder(): Promise<Embedder> {
  ofWorker ??= openBuiltinEmbedder();
  const embedder = await ofWorker;
  return {
    ...embedder,
    async embedDocuments(texts, options) {
      const missing = [...new Set(texts)].filter((text) => !embedded.has(text));
      const vectors = await embedder.embedDocuments(missing, options);
      for (const [position, text] of missing.entries()) embedded.set(text, vectors[position] ?? new Float32Array());
      return texts.map((text) => embedded.get(text)?.slice() ?? new Float32Array());
    },
    close: async () => undefined,
  };
}
