import { parentPort } from 'node:worker_threads';
import { isCandorError, messageOf, type ErrorCode } from '../../../errors.ts';
import type { PassageReading, ReadPassage } from '../../reader.ts';
import { openReaderModel, type ReaderModel } from './readerModel.ts';
import { dimensions, openMultilingualModel, openSentenceModel, type SentenceModel, type TextRole } from './session.ts';

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
  | { readonly kind: 'READ'; readonly question: string; readonly passages: readonly ReadPassage[] }
  | { readonly kind: 'END' };

export interface ThreadRequest {
  readonly id: number;
  readonly task: ThreadTask;
}

/** `vectors` has one row of 384 floats per text. */
export interface ThreadResult {
  readonly vectors?: Float32Array<ArrayBuffer>;
  readonly readings?: readonly PassageReading[];
}

/** Error objects lose their class between threads, so the fault is sent as data. */
export type ThreadReply =
  | { readonly id: number; readonly result: ThreadResult }
  | { readonly id: number; readonly fault: { readonly code: ErrorCode; readonly message: string } };

const embedders = new Map<EmbedderName, Promise<SentenceModel>>();
let reader: Promise<ReaderModel> | undefined;
const theReader = () => (reader ??= openReaderModel());

function theEmbedder(name: EmbedderName): Promise<SentenceModel> {
  const opened = embedders.get(name) ?? (name === 'ENGLISH' ? openSentenceModel() : openMultilingualModel());
  embedders.set(name, opened);
  return opened;
}

async function carryOut(task: ThreadTask): Promise<ThreadResult> {
  switch (task.kind) {
    case 'LOAD':
      await (task.model === 'READER' ? theReader() : theEmbedder(task.model));
      return {};
    case 'EMBED':
      return { vectors: await embedAll(await theEmbedder(task.model), task.texts, task.role) };
    case 'READ':
      return { readings: await readAll(await theReader(), task.question, task.passages) };
    case 'END':
      for (const embedder of embedders.values()) await (await embedder).release();
      await (await reader)?.release();
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

async function readAll(
  model: ReaderModel,
  question: string,
  passages: readonly ReadPassage[],
): Promise<PassageReading[]> {
  const readings: PassageReading[] = [];
  for (const passage of passages) readings.push(await model.read(question, passage));
  return readings;
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
