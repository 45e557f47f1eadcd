import { availableParallelism } from 'node:os';
import { abortFault, cancelled, orAbort } from '../../../clock.ts';
import { CandorError } from '../../../errors.ts';
import type { Embedder } from '../../embedder.ts';
import { nothingToRead, type PassageReading, type Reader, type ReadPassage } from '../../reader.ts';
import { type ModelThread, openModelLanes } from './modelThread.ts';
import { dimensions } from './session.ts';

/**
 * Raise the number after any change that moves vectors: weights, tokenizer or normalisation.
 * @1: one text per run, cut at 256 pieces. @2: weights trained on questions as people type them.
 */
const fingerprint = `builtin:minilm-l6@2:${dimensions}`;

/** 256 pieces are about 190 words of prose; names and codes need more pieces. */
const maxWords = 150;

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
 * The embedder that needs no network and no key: all-MiniLM-L6-v2 (Reimers and Gurevych 2019, "Sentence-BERT";
 * weights/embedder/MODEL.md), int8, English, 384 floats, in its own threads. It cannot distinguish `was` from `was
 * not`, or one error code from the next: never decide exactness by its cosine.
 * @throws CandorError MODEL_WEIGHTS if the weights are missing or damaged.
 */
export async function openBuiltinEmbedder(): Promise<Embedder> {
  const lanes = await openModelLanes(Math.min(mostLanes, availableParallelism()), 'EMBEDDER');
  let open = true;
  const embed = async (texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> => {
    if (!open) throw new CandorError('INTERNAL', 'The embedder was used after close().');
    stopWhenAborted(signal);
    const { vectors = new Float32Array(0) } = await orAbort(
      lanes.run({ kind: 'EMBED', texts }, signal),
      signal,
      cancelled,
    );
    // Copies, because a view would keep its neighbours in memory.
    return texts.map((_, row) => vectors.slice(row * dimensions, (row + 1) * dimensions));
  };
  return {
    fingerprint,
    dimensions,
    maxWords,
    remote: false,
    async embedDocuments(texts, { signal } = {}) {
      const slices = Array.from({ length: Math.ceil(texts.length / sliceSize) }, (_, slice) => slice * sliceSize);
      const rows: Float32Array[][] = slices.map(() => []);
      let next = 0;
      const work = async () => {
        for (let slice = next++; slice < slices.length; slice = next++)
          rows[slice] = await embed(texts.slice(slices[slice], (slices[slice] ?? 0) + sliceSize), signal);
      };
      await Promise.all(Array.from({ length: mostLanes }, work));
      return rows.flat();
    },
    async embedQuery(text, { signal } = {}) {
      const [vector] = await embed([text], signal);
      return vector ?? new Float32Array(dimensions);
    },
    async close() {
      open = false;
      await lanes.close();
    },
  };
}

/** Raise the number after any change that moves scores: weights, tokenizer, or how a passage is cut. */
const readerId = 'builtin:reader@6';

/** Readings that are kept, about 2 kB each: another round asks the same question about many of the same passages. */
const keptReadings = 500;

/**
 * The reader that needs no network and no key: a cross-encoder that decides whether a passage answers a question, in
 * which words and in which sentence (weights/reader/MODEL.md). English. Each passage is read separately, in the
 * reader's own threads. Recent readings are reused.
 * @throws CandorError MODEL_WEIGHTS if the weights are missing or damaged.
 */
export async function openBuiltinReader(): Promise<Reader> {
  const lanes = await openModelLanes(Math.min(mostLanes, availableParallelism()), 'READER');
  const kept = new Map<string, PassageReading>();
  let open = true;
  return {
    id: readerId,
    languages: ['en'],
    prompt: null,
    tokensFor: () => 0,
    async read(question, passages, { signal } = {}) {
      if (!open) throw new CandorError('INTERNAL', 'The reader was used after close().');
      if (passages.length === 0) return nothingToRead;
      if (signal?.aborted) throw abortFault(signal);
      const readings = passages.map((passage) => {
        const key = JSON.stringify([question, passage.title, passage.text]);
        const known = kept.get(key);
        return known
          ? Promise.resolve(known)
          : readOne(lanes, question, passage, signal).then((reading) => keep(kept, key, reading));
      });
      return { passages: await orAbort(Promise.all(readings), signal, abortFault), missing: '' };
    },
    async close() {
      open = false;
      kept.clear();
      await lanes.close();
    },
  };
}

async function readOne(
  lanes: Pick<ModelThread, 'run'>,
  question: string,
  passage: ReadPassage,
  signal: AbortSignal | undefined,
): Promise<PassageReading> {
  const { readings: [reading] = [] } = await lanes.run({ kind: 'READ', question, passages: [passage] }, signal);
  if (reading) return reading;
  throw new CandorError('INTERNAL', 'The built-in reader gave no reading.');
}

function keep(kept: Map<string, PassageReading>, key: string, reading: PassageReading): PassageReading {
  kept.set(key, reading);
  const [oldest] = kept.keys();
  if (kept.size > keptReadings && oldest !== undefined) kept.delete(oldest);
  return reading;
}
