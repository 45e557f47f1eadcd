import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { abortFault } from '../../clock.ts';
import { CandorError, messageOf } from '../../errors.ts';

const packageName = '@huggingface/transformers';
/** Weight files in order of preference, with the name the package has for them. */
const weightFiles = [
  ['onnx/model.onnx', 'fp32'],
  ['onnx/model_quantized.onnx', 'q8'],
] as const;
const tableFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

/** A model's files on this machine, as the package wants to be told. */
interface ModelFolder {
  /** The folder that holds the model's folder. */
  readonly parent: string;
  readonly name: string;
  readonly dtype: string;
}

/**
 * Checks the files first: the package answers a missing one with a TypeError that names nothing.
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

/** The package, which is none of the dependencies. @throws CandorError BAD_CONFIG that tells how to install it */
export async function importTransformers(setting: string): Promise<unknown> {
  try {
    // A variable, so that neither the compiler nor a bundler looks for a package that need not be there.
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

/**
 * The part of @huggingface/transformers 4 that is used. Written here because the package is none of the dependencies.
 */
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
  /** What the labels are called, by their place. */
  readonly config?: { readonly id2label?: Readonly<Record<string, string>> | undefined } | undefined;
  dispose(): Promise<unknown>;
}

/** A local model that reads two texts together. */
export interface PairModel {
  readonly name: string;
  /** What its labels are called, in the order of the logits; empty where its configuration does not say. */
  readonly labels: readonly string[];
  /** The logits of one pair. @throws CandorError TIMEOUT or CANCELLED before it begins */
  logits(first: string, second: string, signal: AbortSignal | undefined): Promise<number[]>;
  /** Safe to call twice. */
  close(): Promise<void>;
}

interface PairSettings {
  /** The environment key that names the folder. */
  readonly setting: string;
  /** What the folder must hold. */
  readonly remedy: string;
  readonly load: () => Promise<unknown>;
}

/** What such models are trained on. The package takes the tokenizer's own limit where that is lower. */
const maxTokens = 512;

/**
 * Opens a folder's model. It runs in the calling thread, one pair at a time, so that padding cannot move a score and a
 * deadline is seen between two pairs.
 * @throws CandorError BAD_CONFIG (package missing) or MODEL_WEIGHTS (files missing or unreadable)
 */
export async function openTransformersPair(path: string, { setting, remedy, load }: PairSettings): Promise<PairModel> {
  const folder = findModelFolder(path, setting);
  const { tokenize, classify } = await openFolder((await load()) as PairModule, folder, remedy);
  const byPlace = classify.config?.id2label ?? {};
  let isOpen = true;
  return {
    name: folder.name,
    labels: Array.from({ length: Object.keys(byPlace).length }, (_, place) => byPlace[place] ?? ''),
    async logits(first, second, signal) {
      // A turn of the event loop, in which a timer can abort.
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

/** The model, once `probe` has seen that it can be used; closed again where it cannot. */
export async function probed(model: PairModel, probe: () => Promise<unknown>): Promise<void> {
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
  // `env` is global to the package. A model is loaded whole before another one sets it.
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
