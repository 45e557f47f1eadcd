import { InferenceSession, Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import { CandorError } from '../../../errors.ts';
import { unitVector } from '../../embedder.ts';
import { openUnigramPieces } from './unigramPieces.ts';
import { readWeights, type WeightsFile } from './weights.ts';
import { openWordPieces, separatorPiece, startPiece } from './wordPieces.ts';

/** A loaded network in this thread. A run blocks the thread. */
export interface Session {
  /**
   * Takes one row of integers per input and returns one row of floats per output. There are no batches: padding costs
   * more than batching saves, and int8 ranges would depend on the other rows.
   */
  run(inputs: Readonly<Record<string, readonly number[]>>): Promise<Readonly<Record<string, Float32Array>>>;
  release(): Promise<void>;
}

/** @throws CandorError MODEL_WEIGHTS */
export async function openSession(file: WeightsFile, folder?: string): Promise<Session> {
  const session = await InferenceSession.create(await readWeights(file, folder), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    // Waiting pool threads would otherwise spin on a core that the database and the event loop need.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  return {
    async run(inputs) {
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([name, row]) => [
          name,
          new Tensor('int64', BigInt64Array.from(row, BigInt), [1, row.length]),
        ]),
      );
      const results = await session.run(feeds);
      return Object.fromEntries(
        Object.entries(results).map(([name, { data }]) => {
          if (data instanceof Float32Array) return [name, data];
          throw new CandorError('INTERNAL', `The network of ${file} gave no floats as ${name}.`);
        }),
      );
    },
    release: () => session.release(),
  };
}

/** Length of every vector. */
export const dimensions = 384;
/** What both embedders read well; the rest is cut. */
const maxPieces = 256;

/** What a text is to an embedder that treats questions and documents differently. */
export type TextRole = 'query' | 'passage';

/** An embedder's network in this thread. */
export interface SentenceModel {
  /** Returns a unit vector; zeros for blank text. */
  embed(text: string, role: TextRole): Promise<Float32Array>;
  release(): Promise<void>;
}

/**
 * all-MiniLM-L6-v2: about 8 ms for 128 pieces, 20 ms for 256. It treats questions and documents alike.
 * @throws CandorError MODEL_WEIGHTS
 */
export async function openSentenceModel(folder?: string): Promise<SentenceModel> {
  const [pieces, session] = await Promise.all([openWordPieces(folder), openSession('embedder/model.onnx', folder)]);
  return {
    async embed(text) {
      const { ids } = pieces.encode(text, maxPieces - 2);
      if (ids.length === 0) return new Float32Array(dimensions);
      return run(session, [startPiece, ...ids, separatorPiece]);
    },
    release: () => session.release(),
  };
}

/** `<s>` and `</s>` of the vocabulary of many languages. */
const [firstPiece, lastPiece] = [0, 2];

const centreSchema = z.object({ query: z.array(z.number()), passage: z.array(z.number()) });

/**
 * multilingual-e5-small, 1.9 times as slow. Texts of all languages lie close together, so the mean of each role is taken
 * off: what is left distinguishes texts (weights/multilingual/MODEL.md).
 * @throws CandorError MODEL_WEIGHTS
 */
export async function openMultilingualModel(folder?: string): Promise<SentenceModel> {
  const [pieces, session, centres] = await Promise.all([
    openUnigramPieces(folder),
    openSession('multilingual/model.onnx', folder),
    readWeights('multilingual/centre.json', folder),
  ]);
  const centre = centreSchema.parse(JSON.parse(centres.toString('utf8')));
  return {
    async embed(text, role) {
      if (text.trim() === '') return new Float32Array(dimensions);
      const ids = pieces.encode(`${role}: ${text}`, maxPieces - 2);
      const vector = await run(session, [firstPiece, ...ids, lastPiece]);
      return unitVector(
        vector.map((value, position) => value - (centre[role][position] ?? 0)),
        'multilingual',
      );
    },
    release: () => session.release(),
  };
}

async function run(session: Session, row: readonly number[]): Promise<Float32Array> {
  const { embedding } = await session.run({ input_ids: row, attention_mask: row.map(() => 1) });
  if (embedding?.length === dimensions) return embedding;
  throw new CandorError('INTERNAL', `The built-in embedder gave no vector of ${dimensions} floats.`);
}
