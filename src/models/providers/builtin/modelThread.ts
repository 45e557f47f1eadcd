import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CandorError, messageOf } from '../../../errors.ts';
import { cancelled } from '../../../clock.ts';
import { refuseOnnxReports } from '../../../config.ts';
import type { ModelName, ThreadReply, ThreadRequest, ThreadResult, ThreadTask } from './modelWorker.ts';

/**
 * A thread with its own copy of a model, started by the first task. Tasks run in order, and each is sent when the
 * previous one is done, so that a task that nobody waits for any more never starts.
 */
export interface ModelThread {
  /** Tasks that are queued or running. */
  readonly waiting: number;
  /**
   * @param signal drops a task that has not started; the caller reports this at once to anyone who waits for it
   * @throws CandorError MODEL_WEIGHTS or INTERNAL; CANCELLED if closed or dropped in the meantime.
   */
  run(task: ThreadTask, signal?: AbortSignal): Promise<ThreadResult>;
  /** Ends the thread. Frees the session first, because ending a thread inside ONNX Runtime can crash the process. */
  close(): Promise<void>;
}

interface Waiting {
  readonly request: ThreadRequest;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: ThreadResult) => void;
  readonly reject: (error: CandorError) => void;
}

/**
 * A task takes about 100 ms, and loading a model takes a second; on a busy machine, several times as long. A thread
 * that has not ended after this time is terminated.
 */
const closeMillis = 10_000;

function startWorker(): Worker {
  refuseOnnxReports();
  const entry = import.meta.url.endsWith('.ts') ? './modelWorkerFromSource.mjs' : './modelWorker.js';
  // No inherited flags: the parent's loaders and debugger are not meant for the worker.
  return new Worker(new URL(entry, import.meta.url), { execArgv: [] });
}

/** Rejects and leaves out the tasks that nobody waits for any more. */
function stillWanted(queue: readonly Waiting[]): Waiting[] {
  return queue.filter(({ signal, reject }) => {
    if (signal?.aborted) reject(cancelled(signal));
    return !signal?.aborted;
  });
}

export function createModelThread(): ModelThread {
  /** The first task is running in the thread. */
  let queue: Waiting[] = [];
  let worker: Worker | undefined;
  let lastId = 0;

  const sendFirst = (): void => {
    queue = stillWanted(queue);
    const [first] = queue;
    if (first) worker?.postMessage(first.request);
    // Referenced only while a caller waits: an idle thread never keeps the process alive.
    else worker?.unref();
  };
  const settle = (reply: ThreadReply): void => {
    if (reply.id !== queue[0]?.request.id) return;
    const caller = queue.shift();
    if ('result' in reply) caller?.resolve(reply.result);
    else caller?.reject(new CandorError(reply.fault.code, reply.fault.message));
    sendFirst();
  };
  const failAll = (fault: CandorError): void => {
    worker = undefined;
    for (const caller of queue) caller.reject(fault);
    queue = [];
  };
  const start = (): Worker => {
    const started = startWorker();
    started.on('message', settle);
    started.on('error', (error) =>
      failAll(new CandorError('INTERNAL', `The model's thread failed: ${messageOf(error)}`, { cause: error })),
    );
    started.on('exit', () => {
      if (worker === started) failAll(new CandorError('INTERNAL', "The model's thread ended by itself."));
    });
    return started;
  };

  return {
    get waiting() {
      return queue.length;
    },
    run(task, signal) {
      worker ??= start();
      worker.ref();
      lastId += 1;
      const request: ThreadRequest = { id: lastId, task };
      return new Promise((resolve, reject) => {
        queue.push({ request, signal, resolve, reject });
        if (queue.length === 1) sendFirst();
      });
    },
    async close() {
      const closing = worker;
      failAll(new CandorError('CANCELLED', 'The model was closed.'));
      if (!closing) return;
      closing.ref();
      const ended = once(closing, 'exit');
      closing.postMessage({ id: 0, task: { kind: 'END' } } satisfies ThreadRequest);
      await Promise.race([ended, wait(closeMillis, undefined, { ref: false })]);
      await closing.terminate();
    },
  };
}

/**
 * Several threads of one model, each on one core: two of them take half the time of one thread with two cores, which
 * splits every matrix. The other threads start when the first has loaded and is busy, and take tasks only once they
 * have loaded, so that no task waits for a starting thread.
 * @param lanes most threads
 * @throws CandorError MODEL_WEIGHTS if the first cannot load
 */
export async function openModelLanes(lanes: number, model: ModelName): Promise<Pick<ModelThread, 'run' | 'close'>> {
  const first = createModelThread();
  const others = Array.from({ length: lanes - 1 }, () => createModelThread());
  const ready = [first];
  let started = false;
  const close = async () => {
    await Promise.all([first, ...others].map((thread) => thread.close()));
  };
  try {
    await first.run({ kind: 'LOAD', model });
  } catch (error) {
    await close();
    throw error;
  }
  // If another thread cannot start, the first does all the work.
  const start = () => {
    started = true;
    for (const thread of others)
      void thread.run({ kind: 'LOAD', model }).then(
        () => ready.push(thread),
        () => undefined,
      );
  };
  return {
    run(task, signal) {
      if (!started && first.waiting > 0) start();
      const free = ready.reduce((left, right) => (right.waiting < left.waiting ? right : left));
      return free.run(task, signal);
    },
    close,
  };
}
