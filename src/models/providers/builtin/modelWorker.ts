import { parentPort } from 'node:worker_threads';
import { isCandorError, messageOf, type ErrorCode } from '../../../errors.ts';
import type { PassageReading, ReadPassage } from '../../reader.ts';
import { meanOf, openReaderModel, type ReaderModel, type StretchReading } from './readerModel.ts';
import { dimensions, openMultilingualModel, openSentenceModel, type SentenceModel, type TextRole } from './session.ts';
import { hasWeights } from './weights.ts';

export type EmbedderName = 'ENGLISH' | 'MULTILINGUAL';
export type ModelName = EmbedderName | 'READER';

/** A task for a thread. LOAD: only load the model. END: free all resources and stop. */
export type ThreadTask =
  | { readonly kind: 'LOAD'; readonly model: ModelName }
  | {
      readonly kind: 'EMBED';
      readonly model: EmbedderName;
      readonly role: TextRole;
      readonly texts: readonly string[];
    }
  | { readonly kind: 'READ'; readonly question: string; readonly passage: ReadPassage }
  | {
      readonly kind: 'READ_AGAIN';
      readonly question: string;
      readonly passage: ReadPassage;
      /** What the first network says of all of its stretches. */
      readonly stretches: readonly StretchReading[];
      /** Which of them the second reads, by where they begin. */
      readonly again: readonly number[];
    }
  | { readonly kind: 'END' };

export interface ThreadRequest {
  readonly id: number;
  readonly task: ThreadTask;
}

/** What is read of a passage, and its stretches by the first network. */
export interface ThreadReading {
  readonly reading: PassageReading;
  readonly stretches: readonly StretchReading[];
}

/** `vectors` has one row of 384 floats per text. */
export interface ThreadResult {
  readonly vectors?: Float32Array<ArrayBuffer>;
  readonly read?: ThreadReading;
}

/** Error objects lose their class between threads, so the fault is sent as data. */
export type ThreadReply =
  | { readonly id: number; readonly result: ThreadResult }
  | { readonly id: number; readonly fault: { readonly code: ErrorCode; readonly message: string } };

const embedders = new Map<EmbedderName, Promise<SentenceModel>>();
let readers: Promise<Readers> | undefined;
const theReaders = () => (readers ??= openReaders());

/** Without the second, the first speaks alone. */
interface Readers {
  readonly first: ReaderModel;
  readonly second: ReaderModel | null;
}

async function openReaders(): Promise<Readers> {
  const [first, second] = await Promise.all([
    openReaderModel(),
    hasWeights('reader/second.onnx') ? openReaderModel(undefined, 'reader/second.onnx') : null,
  ]);
  return { first, second };
}

function theEmbedder(name: EmbedderName): Promise<SentenceModel> {
  const opened = embedders.get(name) ?? (name === 'ENGLISH' ? openSentenceModel() : openMultilingualModel());
  embedders.set(name, opened);
  return opened;
}

async function carryOut(task: ThreadTask): Promise<ThreadResult> {
  switch (task.kind) {
    case 'LOAD':
      await (task.model === 'READER' ? theReaders() : theEmbedder(task.model));
      return {};
    case 'EMBED':
      return { vectors: await embedAll(await theEmbedder(task.model), task.texts, task.role) };
    case 'READ':
      return { read: await readOnce(await theReaders(), task) };
    case 'READ_AGAIN':
      return { read: await readTwice(await theReaders(), task) };
    case 'END':
      for (const embedder of embedders.values()) await (await embedder).release();
      await (await readers)?.first.release();
      await (await readers)?.second?.release();
      parentPort?.close();
      return {};
  }
}

async function embedAll(
  model: SentenceModel,
  texts: readonly string[],
  role: TextRole,
): Promise<Float32Array<ArrayBuffer>> {
  const rows = new Float32Array(texts.length * dimensions);
  for (const [position, text] of texts.entries()) rows.set(await model.embed(text, role), position * dimensions);
  return rows;
}

type Task<Kind extends ThreadTask['kind']> = Extract<ThreadTask, { readonly kind: Kind }>;

async function readOnce({ first }: Readers, { question, passage }: Task<'READ'>): Promise<ThreadReading> {
  const stretches = await first.read(question, passage);
  return { reading: first.readingOf(passage, stretches), stretches };
}

async function readTwice({ first, second }: Readers, task: Task<'READ_AGAIN'>): Promise<ThreadReading> {
  const { question, passage, stretches, again } = task;
  const wanted = stretches.filter(({ from }) => again.includes(from));
  const read = (await second?.read(question, passage, wanted)) ?? [];
  const both = stretches.map((stretch) => {
    const other = read.find(({ from }) => from === stretch.from);
    return other ? meanOf(stretch, other) : stretch;
  });
  return { reading: first.readingOf(passage, both), stretches: both };
}

async function answer({ id, task }: ThreadRequest): Promise<void> {
  try {
    const result = await carryOut(task);
    if (task.kind !== 'END')
      parentPort?.postMessage({ id, result } satisfies ThreadReply, result.vectors ? [result.vectors.buffer] : []);
  } catch (error) {
    const code: ErrorCode = isCandorError(error) ? error.code : 'INTERNAL';
    parentPort?.postMessage({ id, fault: { code, message: messageOf(error) } } satisfies ThreadReply);
  }
}

// One after another: END must free a model only when no run is in progress.
let last = Promise.resolve();
parentPort?.on('message', (request: ThreadRequest) => {
  last = last.then(() => answer(request));
});
