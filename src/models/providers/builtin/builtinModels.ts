import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { abortFault, cancelled, orAbort } from '../../../clock.ts';
import { refuseOnnxReports } from '../../../config/config.ts';
import { CandorError, messageOf } from '../../../errors.ts';
import type { Embedder } from '../../embedder.ts';
import { nothingToRead, type Reader } from '../../reader.ts';
import type {
  EmbedderName,
  ModelName,
  ThreadReading,
  ThreadReply,
  ThreadRequest,
  ThreadResult,
  ThreadTask,
} from './modelWorker.ts';
import type { StretchReading } from './readerModel.ts';
import { dimensions, type TextRole } from './session.ts';
import { hasWeights } from './weights.ts';

interface BuiltinEmbedder {
  /** Raise its number after any change that moves vectors: weights, tokenizer or normalisation. */
  readonly fingerprint: string;
  readonly maxWords: number;
  readonly model: EmbedderName;
}

/**
 * The embedders in weights/. ENGLISH: @1: one text per run, cut at 256 pieces; @2: weights trained on questions as
 * people type them; 256 pieces are about 190 words of prose, and names and codes need more. MULTILINGUAL: a word of
 * German takes 1.6 pieces, of Russian 1.8.
 */
const builtinEmbedders = {
  ENGLISH: { fingerprint: `builtin:minilm-l6@2:${dimensions}`, maxWords: 150, model: 'ENGLISH' },
  MULTILINGUAL: { fingerprint: `builtin:e5-multilingual@1:${dimensions}`, maxWords: 120, model: 'MULTILINGUAL' },
} satisfies Readonly<Record<EmbedderName, BuiltinEmbedder>>;

/**
 * Texts per task: about 80 ms of work. That is the longest that a question waits behind an ingest, and that an aborted
 * batch runs on in the background.
 */
const sliceSize = 4;

/** More than two have not been measured. */
const mostLanes = 2;

function stopWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled(signal);
}

/**
 * The embedders that need no network and no key, int8, 384 floats, in their own threads. ENGLISH: all-MiniLM-L6-v2
 * (Reimers and Gurevych 2019, "Sentence-BERT"; weights/embedder/MODEL.md). It cannot distinguish `was` from `was not`, or
 * one error code from the next: never decide exactness by its cosine. MULTILINGUAL: multilingual-e5-small (Wang et al.
 * 2024; weights/multilingual/MODEL.md), which takes 250 MB.
 * @param loads NOW: a fault of the weights is thrown here. LATER: they are loaded by the first text, so that a process
 *   whose workspaces do not need this embedder is no larger for it.
 * @throws CandorError MODEL_WEIGHTS if the weights are missing or damaged.
 */
export async function openBuiltinEmbedder(
  name: EmbedderName = 'ENGLISH',
  loads: 'NOW' | 'LATER' = 'NOW',
): Promise<Embedder> {
  const { fingerprint, maxWords, model } = builtinEmbedders[name];
  const lanes = lanesOf(model);
  if (loads === 'NOW') await lanes.open();
  let open = true;
  const embed = async (
    texts: readonly string[],
    role: TextRole,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> => {
    if (!open) throw new CandorError('INTERNAL', 'The embedder was used after close().');
    stopWhenAborted(signal);
    const run = lanes.open().then((opened) => opened.run({ kind: 'EMBED', model, role, texts }, signal));
    const { vectors = new Float32Array(0) } = await orAbort(run, signal, cancelled);
    // Copies, because a view would keep its neighbours in memory.
    return texts.map((_, row) => vectors.slice(row * dimensions, (row + 1) * dimensions));
  };
  return {
    fingerprint,
    dimensions,
    maxWords,
    remote: false,
    async embedDocuments(texts, { signal, onEmbedded } = {}) {
      const slices = Array.from({ length: Math.ceil(texts.length / sliceSize) }, (_, slice) => slice * sliceSize);
      const rows: Float32Array[][] = slices.map(() => []);
      let next = 0;
      let finished = 0;
      const work = async () => {
        for (let slice = next++; slice < slices.length; slice = next++) {
          const embedded = await embed(texts.slice(slices[slice], (slices[slice] ?? 0) + sliceSize), 'passage', signal);
          rows[slice] = embedded;
          finished += embedded.length;
          onEmbedded?.(finished);
        }
      };
      await Promise.all(Array.from({ length: mostLanes }, work));
      return rows.flat();
    },
    async embedQuery(text, { signal } = {}) {
      const [vector] = await embed([text], 'query', signal);
      return vector ?? new Float32Array(dimensions);
    },
    async close() {
      open = false;
      await lanes.close();
    },
  };
}

type Lanes = Awaited<ReturnType<typeof openModelLanes>>;

/** The threads of a model, opened by the first who needs them; what could not load is tried again by the next. */
function lanesOf(model: ModelName): { readonly open: () => Promise<Lanes>; readonly close: () => Promise<void> } {
  let opening: Promise<Lanes> | undefined;
  return {
    open: () => {
      opening ??= openModelLanes(Math.min(mostLanes, availableParallelism()), model).catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    close: async () => {
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}

/** Raise the number after any change that moves scores: weights, tokenizer, or how a passage is cut. */
const readerIds = { alone: 'builtin:reader@6', both: 'builtin:readers@8' } as const;

/** Readings that are kept, about 4 kB each: another round asks the same question about many of the same passages. */
const keptReadings = 500;

/**
 * The reader that needs no network and no key: a cross-encoder that decides whether a passage answers a question, in
 * which words and in which sentence, and a larger one that reads the most promising stretches again
 * (weights/reader/MODEL.md). English. Each passage is read separately, in the reader's own threads. Recent readings are
 * reused. Without the file of the second network, the first reads alone.
 * @throws CandorError MODEL_WEIGHTS if the weights are missing or damaged.
 */
export async function openBuiltinReader(): Promise<Reader> {
  const lanes = await openModelLanes(Math.min(mostLanes, availableParallelism()), 'READER');
  const hasSecond = hasWeights('reader/second.onnx');
  const kept = new LRUCache<string, ThreadReading>({ max: keptReadings });
  let open = true;
  const recall = async (key: unknown, task: ThreadTask, signal: AbortSignal | undefined): Promise<ThreadReading> => {
    const name = JSON.stringify(key);
    const known = kept.get(name);
    if (known) return known;
    const { read } = await lanes.run(task, signal);
    if (!read) throw new CandorError('INTERNAL', 'The built-in reader gave no reading.');
    kept.set(name, read);
    return read;
  };
  return {
    id: hasSecond ? readerIds.both : readerIds.alone,
    languages: ['en'],
    prompt: null,
    tokensFor: () => 0,
    async read(question, passages, { signal } = {}) {
      if (!open) throw new CandorError('INTERNAL', 'The reader was used after close().');
      if (passages.length === 0) return nothingToRead;
      if (signal?.aborted) throw abortFault(signal);
      const readAll = async () => {
        const first = await Promise.all(
          passages.map(async (passage) => ({
            passage,
            ...(await recall([question, passage.title, passage.text], { kind: 'READ', question, passage }, signal)),
          })),
        );
        const promising = hasSecond ? mostPromising(first) : [];
        return Promise.all(
          first.map(async ({ passage, reading, stretches }) => {
            const again = promising.flatMap((each) => (stretches.includes(each) ? [each.from] : []));
            if (again.length === 0) return reading;
            const task = { kind: 'READ_AGAIN', question, passage, stretches, again } as const;
            const twice = await recall([question, passage.title, passage.text, again], task, signal);
            return twice.reading;
          }),
        );
      };
      return { passages: await orAbort(readAll(), signal, abortFault), missing: '' };
    },
    async close() {
      open = false;
      kept.clear();
      await lanes.close();
    },
  };
}

/** How many stretches of a question are read again. A third one gains nothing (weights/reader/MODEL.md). */
const readTwice = 2;

/** Of the stretches of all passages, those whose best sentence answers best. */
function mostPromising(readings: readonly ThreadReading[]): StretchReading[] {
  return readings
    .flatMap(({ reading, stretches }) =>
      stretches.map((stretch) => ({
        stretch,
        best: Math.max(...reading.sentences.slice(stretch.from, stretch.until)),
      })),
    )
    .sort((left, right) => right.best - left.best)
    .slice(0, readTwice)
    .map(({ stretch }) => stretch);
}

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
