import { CandorError } from '../../errors.ts';
import { abortFault } from '../../clock.ts';
import { type Reranker, relevanceOf } from '../reranker.ts';
import { importTransformers, openTransformersPair, probed } from './transformersPair.ts';
import { cutWords } from '../embedder.ts';

/** The package cuts the pair at its end: a question that fills the window would leave no passage. */
const maxQuestionWords = 128;

/** One label is a logit of relevance; of two, the second means relevant. */
function readLogits(logits: readonly number[], name: string): number {
  const [first = Number.NaN, second = Number.NaN] = logits;
  const logit = logits.length === 2 ? second - first : first;
  if (logits.length > 2 || !Number.isFinite(logit)) {
    throw new CandorError(
      'MODEL_INVALID',
      `"${name}" gives ${logits.length} labels a pair, or no numbers: it is no cross-encoder.`,
      {
        remedy: 'Set RERANKER_MODEL to the folder of a model for text ranking, with one label.',
      },
    );
  }
  return relevanceOf(logit);
}

/**
 * A cross-encoder run by transformers.js from the local folder `path`, in the calling thread. One pair is scored at
 * once, to fail at the start.
 * @throws CandorError BAD_CONFIG (package missing), MODEL_WEIGHTS (files missing or unreadable), MODEL_INVALID (another
 * kind of model).
 */
export async function openTransformersReranker(
  path: string,
  load: () => Promise<unknown> = () => importTransformers('RERANKER'),
): Promise<Reranker> {
  const model = await openTransformersPair(path, {
    setting: 'RERANKER_MODEL',
    remedy: 'Set RERANKER_MODEL to the folder of a cross-encoder in ONNX form.',
    load,
  });
  const score: Reranker['score'] = async (question, texts, { signal } = {}) => {
    const asked = cutWords(question, maxQuestionWords);
    const scores: number[] = [];
    if (signal?.aborted) throw abortFault(signal);
    for (const text of texts) scores.push(readLogits(await model.logits(asked, text, signal), model.name));
    return scores;
  };
  await probed(model, () => score('probe', ['probe']));
  return { id: `transformers:${model.name}`, tokensFor: () => 0, score, close: () => model.close() };
}
