import { InferenceSession, Tensor } from 'onnxruntime-node';
import { CandorError } from '../../../errors.ts';
import { readWeights, type WeightsFile } from './weights.ts';

/** A loaded network in this thread. A run holds the thread. */
export interface Session {
  /**
   * Runs one row of whole numbers an input; gives one row of floats an output. One row and no batch: padding costs more
   * than it saves, and int8 ranges would depend on the neighbours.
   */
  run(inputs: Readonly<Record<string, readonly number[]>>): Promise<Readonly<Record<string, Float32Array>>>;
  release(): Promise<void>;
}

/** @throws CandorError MODEL_WEIGHTS */
export async function openSession(file: WeightsFile, folder?: string): Promise<Session> {
  const session = await InferenceSession.create(await readWeights(file, folder), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    // Waiting pool threads would spin on a core that the database and the event loop need.
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
