import { InferenceSession, Tensor } from 'onnxruntime-node';
import { CandorError } from '../../../errors.ts';
import { buildGraph, dimensions, inputName, maxTokens } from './graph.ts';
import { createTokenizer } from './tokenizer.ts';
import { loadWeights } from './weights.ts';

/** The model in this thread. A run holds the thread: 2.3 ms for a question, 6.3 ms for 40 words, 13.7 ms for 100 (one core). */
export interface UseLite {
  /** A unit vector of 512; zeros for blank text. Texts are cut at 128 pieces, about 100 words. */
  embed(text: string): Promise<Float32Array>;
  release(): Promise<void>;
}

/**
 * Loads weights, builds the graph and starts a session: about 250 ms, 165 MB resident.
 * @param threads cores of one run. Two take 3.9 ms instead of 6.3 for 40 words.
 * @throws CandorError MODEL_WEIGHTS.
 */
export async function openUseLite(threads: number): Promise<UseLite> {
  const weights = await loadWeights();
  const tokenizer = createTokenizer(weights.vocabulary);
  const session = await InferenceSession.create(buildGraph(weights), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Waiting pool threads would spin on a core that the database and the event loop need.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const output = session.outputNames[0] ?? '';
  return {
    async embed(text) {
      const ids = tokenizer.encode(text, maxTokens);
      if (ids.length === 0) return new Float32Array(dimensions);
      const results = await session.run({ [inputName]: new Tensor('int32', Int32Array.from(ids), [ids.length]) });
      const vector = results[output]?.data;
      if (vector instanceof Float32Array && vector.length === dimensions) return vector;
      throw new CandorError('INTERNAL', `The built-in embedder gave no vector of ${dimensions} floats.`);
    },
    release: () => session.release(),
  };
}
