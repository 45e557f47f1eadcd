import { CandorError } from '../../errors.ts';
import { abortFault } from '../../clock.ts';
import { type Entailment, type EntailmentVerdict, meaningOf, verdictOf } from '../entailment.ts';
import { importTransformers, openTransformersPair, probed, type PairModel } from './transformersPair.ts';

const remedy =
  'Set ENTAILMENT_MODEL to the folder of a model in ONNX form with the labels entailment, neutral and contradiction.';

/** Probabilities of the labels. */
function softmax(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

function readLogits(logits: readonly number[], { name, labels }: PairModel): EntailmentVerdict {
  const verdict =
    logits.length === labels.length
      ? verdictOf(softmax(logits).map((score, place) => ({ label: labels[place] ?? '', score })))
      : undefined;
  if (verdict) return verdict;
  const told = labels.every((label) => meaningOf(label) !== undefined)
    ? 'no numbers'
    : `the labels ${labels.join(', ')}`;
  throw new CandorError(
    'MODEL_INVALID',
    `"${name}" gives ${told}: it is no model of entailment, neutral and contradiction.`,
    { remedy },
  );
}

/**
 * An entailment model run by transformers.js from the local folder `path`, in the calling thread. One pair is judged at
 * once, to fail at the start.
 * @throws CandorError BAD_CONFIG (package missing), MODEL_WEIGHTS (files missing or unreadable), MODEL_INVALID (another
 * kind of model).
 */
export async function openTransformersEntailment(
  path: string,
  load: () => Promise<unknown> = () => importTransformers('ENTAILMENT'),
): Promise<Entailment> {
  const model = await openTransformersPair(path, { setting: 'ENTAILMENT_MODEL', remedy, load });
  const judge: Entailment['judge'] = async (pairs, { signal } = {}) => {
    const verdicts: EntailmentVerdict[] = [];
    if (signal?.aborted) throw abortFault(signal);
    for (const { premise, hypothesis } of pairs)
      verdicts.push(readLogits(await model.logits(premise, hypothesis, signal), model));
    return verdicts;
  };
  await probed(model, () => judge([{ premise: 'probe', hypothesis: 'probe' }]));
  return { id: `transformers:${model.name}`, judge, close: () => model.close() };
}
