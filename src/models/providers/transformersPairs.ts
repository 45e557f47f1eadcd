import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { abortFault } from '../../clock.ts';
import { refuseOnnxReports } from '../../config/config.ts';
import { CandorError, messageOf } from '../../errors.ts';
import { cutWords } from '../embedder.ts';
import { type Entailment, type EntailmentVerdict, meaningOf, verdictOf } from '../entailment.ts';
import { relevanceOf, type Reranker } from '../reranker.ts';

const packageName = '@huggingface/transformers';
/** Weight files in order of preference, with the package's name for each. */
const weightFiles = [
  ['onnx/model.onnx', 'fp32'],
  ['onnx/model_quantized.onnx', 'q8'],
] as const;
const tableFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

/** A model's files on this machine, in the form that the package needs. */
interface ModelFolder {
  /** The folder that contains the model's folder. */
  readonly parent: string;
  readonly name: string;
  readonly dtype: string;
}

/**
 * Checks the files first, because the package reports a missing one with a TypeError that names nothing.
 * @param setting the environment key that names the folder
 * @throws CandorError MODEL_WEIGHTS
 */
function findModelFolder(path: string, setting: string): ModelFolder {
  const folder = resolve(path);
  const missing = tableFiles.filter((name) => !existsSync(join(folder, name)));
  const weights = weightFiles.find(([file]) => existsSync(join(folder, file)));
  if (missing.length === 0 && weights) return { parent: dirname(folder), name: basename(folder), dtype: weights[1] };
  const lacking = [...missing, ...(weights ? [] : [weightFiles.map(([file]) => file).join(' or ')])];
  throw new CandorError('MODEL_WEIGHTS', `The model folder ${folder} lacks ${lacking.join(', ')}.`, {
    details: { folder, missing: lacking },
    remedy: `Set ${setting} to a folder that holds ${tableFiles.join(', ')} and onnx/model.onnx, as on the Hugging Face hub.`,
  });
}

/** Imports the package, which is not a dependency. @throws CandorError BAD_CONFIG that says how to install it */
async function importTransformers(setting: string): Promise<unknown> {
  refuseOnnxReports();
  try {
    // A variable, so that neither the compiler nor a bundler looks for an optional package.
    const specifier: string = packageName;
    return (await import(specifier)) as unknown;
  } catch (cause) {
    throw new CandorError(
      'BAD_CONFIG',
      `${setting}=transformers needs the package ${packageName}: ${messageOf(cause)}`,
      {
        cause,
        remedy: `Run "npm install --no-save ${packageName}@4.3.1", or give ${setting} another value.`,
      },
    );
  }
}

/** The part of @huggingface/transformers 4 that is used. Declared here because the package is not a dependency. */
export interface PairModule {
  readonly env: { localModelPath: string; allowLocalModels: boolean; allowRemoteModels: boolean };
  readonly AutoTokenizer: { from_pretrained(name: string): Promise<PairTokenizer> };
  readonly AutoModelForSequenceClassification: {
    from_pretrained(name: string, options: { dtype: string }): Promise<PairClassifier>;
  };
}

type PairTokenizer = (text: string, options: { text_pair: string; truncation: boolean; max_length: number }) => unknown;

interface PairClassifier {
  /** Logits of shape [1, labels]. */
  (inputs: unknown): Promise<{ readonly logits: { readonly data: ArrayLike<number> } }>;
  /** Names of the labels, by index. */
  readonly config?: { readonly id2label?: Readonly<Record<string, string>> | undefined } | undefined;
  dispose(): Promise<unknown>;
}

/** A local model that reads two texts together. */
interface PairModel {
  readonly name: string;
  /** Names of its labels, in the order of the logits; empty if its configuration has none. */
  readonly labels: readonly string[];
  /** Returns the logits of one pair. @throws CandorError TIMEOUT or CANCELLED */
  logits(first: string, second: string, signal: AbortSignal | undefined): Promise<number[]>;
  /** Safe to call twice. */
  close(): Promise<void>;
}

interface PairSettings {
  /** The environment key that names the folder. */
  readonly setting: string;
  /** Says what the folder must contain. */
  readonly remedy: string;
  readonly load: () => Promise<unknown>;
}

/** The length that such models are trained on. The package uses the tokenizer's own limit if that is lower. */
const maxTokens = 512;

/**
 * Opens a folder's model. It runs in the calling thread, one pair at a time, so that padding cannot change a score and
 * a deadline takes effect between two pairs.
 * @throws CandorError BAD_CONFIG (package missing) or MODEL_WEIGHTS (files missing or unreadable)
 */
async function openTransformersPair(path: string, { setting, remedy, load }: PairSettings): Promise<PairModel> {
  const folder = findModelFolder(path, setting);
  const { tokenize, classify } = await openFolder((await load()) as PairModule, folder, remedy);
  const byPlace = classify.config?.id2label ?? {};
  let isOpen = true;
  return {
    name: folder.name,
    labels: Array.from({ length: Object.keys(byPlace).length }, (_, place) => byPlace[place] ?? ''),
    async logits(first, second, signal) {
      // Gives the event loop a turn, in which a timer can abort.
      await nextTurn();
      if (signal?.aborted) throw abortFault(signal);
      const { logits } = await classify(
        tokenize(first, { text_pair: second, truncation: true, max_length: maxTokens }),
      );
      if (signal?.aborted) throw abortFault(signal);
      return Array.from(logits.data, Number);
    },
    async close() {
      if (isOpen) await classify.dispose();
      isOpen = false;
    },
  };
}

/** Runs `probe` to check that the model can be used, and closes it if it cannot. */
async function probed(model: PairModel, probe: () => Promise<unknown>): Promise<void> {
  try {
    await probe();
  } catch (error) {
    await model.close();
    throw error;
  }
}

async function openFolder(
  { env, ...transformers }: PairModule,
  { parent, name, dtype }: ModelFolder,
  remedy: string,
): Promise<{ tokenize: PairTokenizer; classify: PairClassifier }> {
  // `env` is global to the package. Each model is fully loaded before another one sets it.
  env.allowLocalModels = true;
  env.allowRemoteModels = false;
  env.localModelPath = parent;
  try {
    const tokenize = await transformers.AutoTokenizer.from_pretrained(name);
    return {
      tokenize,
      classify: await transformers.AutoModelForSequenceClassification.from_pretrained(name, { dtype }),
    };
  } catch (cause) {
    throw new CandorError('MODEL_WEIGHTS', `The model "${name}" cannot be loaded: ${messageOf(cause)}`, {
      cause,
      remedy,
    });
  }
}

/** The package cuts the pair at its end, so a question that fills the window would leave no room for the passage. */
const maxQuestionWords = 128;

/** A single label is a logit of relevance; of two labels, the second means relevant. */
function relevanceIn(logits: readonly number[], name: string): number {
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
 * A cross-encoder run by transformers.js from the local folder `path`, in the calling thread. One pair is scored
 * immediately, to fail at the start.
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
    for (const text of texts) scores.push(relevanceIn(await model.logits(asked, text, signal), model.name));
    return scores;
  };
  await probed(model, () => score('probe', ['probe']));
  return { id: `transformers:${model.name}`, tokensFor: () => 0, score, close: () => model.close() };
}

const entailmentRemedy =
  'Set ENTAILMENT_MODEL to the folder of a model in ONNX form with the labels entailment, neutral and contradiction.';

/** Probabilities of the labels. */
function softmax(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

function verdictIn(logits: readonly number[], { name, labels }: PairModel): EntailmentVerdict {
  const verdict =
    logits.length === labels.length
      ? verdictOf(softmax(logits).map((score, place) => ({ label: labels[place] ?? '', score })))
      : undefined;
  if (verdict) return verdict;
  const output = labels.every((label) => meaningOf(label) !== undefined)
    ? 'no numbers'
    : `the labels ${labels.join(', ')}`;
  throw new CandorError(
    'MODEL_INVALID',
    `"${name}" gives ${output}: it is no model of entailment, neutral and contradiction.`,
    { remedy: entailmentRemedy },
  );
}

/**
 * An entailment model run by transformers.js from the local folder `path`, in the calling thread. One pair is judged
 * immediately, to fail at the start.
 * @throws CandorError BAD_CONFIG (package missing), MODEL_WEIGHTS (files missing or unreadable), MODEL_INVALID (another
 * kind of model).
 */
export async function openTransformersEntailment(
  path: string,
  load: () => Promise<unknown> = () => importTransformers('ENTAILMENT'),
): Promise<Entailment> {
  const model = await openTransformersPair(path, { setting: 'ENTAILMENT_MODEL', remedy: entailmentRemedy, load });
  const judge: Entailment['judge'] = async (pairs, { signal } = {}) => {
    const verdicts: EntailmentVerdict[] = [];
    if (signal?.aborted) throw abortFault(signal);
    for (const { premise, hypothesis } of pairs)
      verdicts.push(verdictIn(await model.logits(premise, hypothesis, signal), model));
    return verdicts;
  };
  await probed(model, () => judge([{ premise: 'probe', hypothesis: 'probe' }]));
  return { id: `transformers:${model.name}`, judge, close: () => model.close() };
}
