import { setImmediate as nextTurn } from 'node:timers/promises';
import { CandorError, messageOf } from '../../errors.ts';
import { abortFault } from '../cancellation.ts';
import type { Reranker } from '../reranker.ts';
import { relevanceOf } from './relevance.ts';
import { findModelFolder, importTransformers, type ModelFolder } from './transformersFolder.ts';
import { cutWords } from './vectors.ts';

/** The part of @huggingface/transformers 4 that is used. Written here because the package is an optional peer. */
export interface PairModule {
  readonly env: { localModelPath: string; allowLocalModels: boolean; allowRemoteModels: boolean };
  readonly AutoTokenizer: { from_pretrained(name: string): Promise<PairTokenizer> };
  readonly AutoModelForSequenceClassification: { from_pretrained(name: string, options: { dtype: string }): Promise<PairClassifier> };
}

type PairTokenizer = (text: string, options: { text_pair: string; truncation: boolean; max_length: number }) => unknown;

interface PairClassifier {
  /** Logits of shape [1, labels]. */
  (inputs: unknown): Promise<{ readonly logits: { readonly data: ArrayLike<number> } }>;
  dispose(): Promise<unknown>;
}

/** What cross-encoders are trained on. The package takes the tokenizer's own limit where that is lower. */
const maxTokens = 512;
/** The package cuts the pair at its end: a question that fills the window would leave no passage. */
const maxQuestionWords = 128;

async function openPair({ env, ...transformers }: PairModule, { parent, name, dtype }: ModelFolder): Promise<{ tokenize: PairTokenizer; classify: PairClassifier }> {
  // `env` is global to the package. A model is loaded whole before another one sets it.
  env.allowLocalModels = true;
  env.allowRemoteModels = false;
  env.localModelPath = parent;
  try {
    const tokenize = await transformers.AutoTokenizer.from_pretrained(name);
    return { tokenize, classify: await transformers.AutoModelForSequenceClassification.from_pretrained(name, { dtype }) };
  } catch (cause) {
    throw new CandorError('MODEL_WEIGHTS', `The model "${name}" cannot be loaded: ${messageOf(cause)}`, {
      cause,
      remedy: 'Set RERANKER_MODEL to the folder of a cross-encoder in ONNX form.',
    });
  }
}

/** One label is a logit of relevance; of two, the second means relevant. */
function readLogits(logits: ArrayLike<number>, name: string): number {
  const [first, second] = Array.from(logits, Number);
  const logit = logits.length === 2 ? (second ?? Number.NaN) - (first ?? Number.NaN) : (first ?? Number.NaN);
  if (logits.length > 2 || !Number.isFinite(logit)) {
    throw new CandorError('MODEL_INVALID', `"${name}" gives ${logits.length} labels a pair, or no numbers: it is no cross-encoder.`, {
      remedy: 'Set RERANKER_MODEL to the folder of a model for text ranking, with one label.',
    });
  }
  return relevanceOf(logit);
}

/**
 * A cross-encoder run by transformers.js from the local folder `path`. Runs in the calling thread, one pair at a time, so that
 * padding cannot move a score and a deadline is seen between two pairs. One pair is scored at once, to fail at the start.
 * @throws CandorError BAD_CONFIG (package missing), MODEL_WEIGHTS (files missing or unreadable), MODEL_INVALID (another kind of model).
 */
export async function openTransformersReranker(path: string, load: () => Promise<unknown> = () => importTransformers('RERANKER')): Promise<Reranker> {
  const folder = findModelFolder(path, 'RERANKER_MODEL');
  const { tokenize, classify } = await openPair(await load() as PairModule, folder);
  let isOpen = true;

  const score: Reranker['score'] = async (question, texts, { signal } = {}) => {
    const asked = cutWords(question, maxQuestionWords);
    const scores: number[] = [];
    for (const text of texts) {
      // A turn of the event loop, in which a timer can abort.
      await nextTurn();
      if (signal?.aborted) throw abortFault(signal);
      const { logits } = await classify(tokenize(asked, { text_pair: text, truncation: true, max_length: maxTokens }));
      scores.push(readLogits(logits.data, folder.name));
    }
    if (signal?.aborted) throw abortFault(signal);
    return scores;
  };
  const close = async () => {
    if (isOpen) await classify.dispose();
    isOpen = false;
  };
  try {
    await score('probe', ['probe']);
  } catch (error) {
    await close();
    throw error;
  }
  return { id: `transformers:${folder.name}`, tokensFor: () => 0, score, close };
}
