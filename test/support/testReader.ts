import type { Reader } from '../../src/models/reader.ts';
import { openBuiltinReader } from '../../src/models/providers/builtin/builtinModels.ts';

let ofWorker: Promise<Reader> | undefined;

/** The worker's built-in reader: its weights and its threads are loaded once. Closing it does nothing; it ends with the worker. */
export async function openTestReader(): Promise<Reader> {
  ofWorker ??= openBuiltinReader();
  return { ...(await ofWorker), close: async () => undefined };
}
