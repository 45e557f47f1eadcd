import { availableParallelism } from 'node:os';
import { CandorError } from '../../../errors.ts';
import { cancelled, orAbort } from '../../../clock.ts';
import type { Embedder } from '../../embedder.ts';
import { openModelLanes } from './modelThread.ts';
import { dimensions } from './session.ts';

/**
 * The number is raised by whatever moves vectors: weights, tokenizer or normalisation.
 * @1: one text a run, cut at 256 pieces.
 */
const fingerprint = `builtin:minilm-l6@1:${dimensions}`;

/** 256 pieces are about 190 words of prose; names and codes take more pieces. */
const maxWords = 150;

/**
 * Texts a task: some 80 ms of work, which is the longest that a question waits behind an ingest, and an aborted batch
 * goes on unseen.
 */
const sliceSize = 4;

/** More than two were not measured. */
const mostLanes = 2;

function stopWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled(signal);
}

/**
 * The embedder that needs no network and no key: all-MiniLM-L6-v2 (Reimers and Gurevych 2019, "Sentence-BERT";
 * weights/embedder/MODEL.md), int8, English, 384 floats, in threads of its own. It cannot tell `was` from `was not` nor
 * one error code from the next: never decide exactness by its cosine.
 * @throws CandorError MODEL_WEIGHTS when the weights are missing or damaged.
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
    // Copies: a view would keep its neighbours in memory.
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
