import { parentPort } from 'node:worker_threads';
import { isCandorError, messageOf, type ErrorCode } from '../../../errors.ts';
import { dimensions } from './graph.ts';
import { openUseLite } from './useLite.ts';

/** `texts` undefined asks the worker to free its session and end. */
export interface WorkerRequest {
  readonly id: number;
  readonly threads: number;
  readonly texts: readonly string[] | undefined;
}

/** `vectors` holds one row of 512 a text. Error objects lose their class between threads: the fault travels as data. */
export type WorkerReply =
  | { readonly id: number; readonly vectors: Float32Array<ArrayBuffer> }
  | { readonly id: number; readonly fault: { readonly code: ErrorCode; readonly message: string } };

let model: ReturnType<typeof openUseLite> | undefined;

async function embedAll(threads: number, texts: readonly string[]): Promise<Float32Array<ArrayBuffer>> {
  model ??= openUseLite(threads);
  const loaded = await model;
  const rows = new Float32Array(texts.length * dimensions);
  for (const [position, text] of texts.entries()) rows.set(await loaded.embed(text), position * dimensions);
  return rows;
}

async function answer({ id, threads, texts }: WorkerRequest): Promise<void> {
  try {
    if (texts === undefined) {
      await (await model)?.release();
      parentPort?.close();
      return;
    }
    const vectors = await embedAll(threads, texts);
    parentPort?.postMessage({ id, vectors } satisfies WorkerReply, [vectors.buffer]);
  } catch (error) {
    const code: ErrorCode = isCandorError(error) ? error.code : 'INTERNAL';
    parentPort?.postMessage({ id, fault: { code, message: messageOf(error) } } satisfies WorkerReply);
  }
}

parentPort?.on('message', (request: WorkerRequest) => void answer(request));
