import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CandorError, messageOf } from '../../../errors.ts';
import type { WorkerReply, WorkerRequest } from './embedWorker.ts';

/** A second thread with its own copy of the model, started by the first call. */
export interface EmbeddingThread {
  /** Rows of 512, one a text. @throws CandorError MODEL_WEIGHTS or INTERNAL; CANCELLED when closed meanwhile. */
  embed(texts: readonly string[]): Promise<Float32Array>;
  /** Ends the thread: freed session first, because ending a thread inside ONNX Runtime can take the process with it. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (rows: Float32Array) => void;
  readonly reject: (error: CandorError) => void;
}

/** A slice takes about 50 ms; a thread that does not end after this long is ended by force. */
const closeMillis = 2_000;

function startWorker(): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './embedWorkerFromSource.mjs' : './embedWorker.js';
  // No inherited flags: the parent's loaders and debugger are not the worker's.
  return new Worker(new URL(entry, import.meta.url), { execArgv: [] });
}

/** @param threads cores that one text is spread over. */
export function createEmbeddingThread(threads: number): EmbeddingThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  const settle = (reply: WorkerReply): void => {
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    // Referenced only while a caller waits: an idle thread never keeps the process alive.
    if (waiting.size === 0) worker?.unref();
    if ('vectors' in reply) caller?.resolve(reply.vectors);
    else caller?.reject(new CandorError(reply.fault.code, reply.fault.message));
  };
  const failAll = (fault: CandorError): void => {
    worker = undefined;
    for (const caller of waiting.values()) caller.reject(fault);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = startWorker();
    started.on('message', settle);
    started.on('error', (error) => failAll(new CandorError('INTERNAL', `The embedding thread failed: ${messageOf(error)}`, { cause: error })));
    started.on('exit', () => {
      if (worker === started) failAll(new CandorError('INTERNAL', 'The embedding thread ended by itself.'));
    });
    return started;
  };

  return {
    embed(texts) {
      worker ??= start();
      worker.ref();
      lastId += 1;
      const request: WorkerRequest = { id: lastId, threads, texts };
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        worker?.postMessage(request);
      });
    },
    async close() {
      const closing = worker;
      failAll(new CandorError('CANCELLED', 'The embedder was closed.'));
      if (!closing) return;
      closing.ref();
      const ended = once(closing, 'exit');
      closing.postMessage({ id: 0, threads, texts: undefined } satisfies WorkerRequest);
      await Promise.race([ended, wait(closeMillis, undefined, { ref: false })]);
      await closing.terminate();
    },
  };
}
