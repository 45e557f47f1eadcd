import type { Embedder } from '../../src/models/embedder.ts';
import { openBuiltinEmbedder } from '../../src/models/providers/builtin/builtinModels.ts';

let ofWorker: Promise<Embedder> | undefined;

/** The worker's built-in embedder: its weights and its thread are loaded once. Closing it does nothing; it ends with the worker. */
export async function openTestEmbedder(): Promise<Embedder> {
  ofWorker ??= openBuiltinEmbedder();
  return { ...(await ofWorker), close: async () => undefined };
}
