import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { pipeline as stream } from 'node:stream/promises';
import { CandorError, messageOf } from '../../errors.ts';
import { cancelled } from '../../clock.ts';
import { refuseOnnxReports } from '../../config/config.ts';
import { type Embedder, cutWords, unitVector } from '../embedder.ts';

/** The part of @huggingface/transformers 4 that is used. Declared here because the package is not a dependency. */
export interface TransformersModule {
  readonly env: { localModelPath: string; allowLocalModels: boolean; allowRemoteModels: boolean };
  pipeline(task: 'feature-extraction', model: string, options: { dtype: string }): Promise<Extractor>;
}

interface Extractor {
  (
    text: string,
    options: { pooling: 'mean'; normalize: boolean },
  ): Promise<{ readonly data: ArrayLike<number>; readonly dims: readonly number[] }>;
  dispose(): Promise<unknown>;
}

/** The sentence models that people use here (MiniLM, bge-small, e5-small) read 256 to 512 tokens. */
const maxWords = 200;
const packageName = '@huggingface/transformers';
/** Weight files in order of preference, with the package's name for each. */
const weightFiles = [
  ['onnx/model.onnx', 'fp32'],
  ['onnx/model_quantized.onnx', 'q8'],
] as const;

interface Source {
  /** The folder that contains the model's folder; undefined means the hub. */
  readonly parent: string | undefined;
  readonly name: string;
  readonly dtype: string;
  readonly fingerprint: string;
}

function isFolderName(model: string): boolean {
  return isAbsolute(model) || model.startsWith('.') || existsSync(model);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await stream(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Checks the files first, because the package reports a missing one with a TypeError that names nothing. */
async function localSource(model: string): Promise<Source> {
  const folder = resolve(model);
  const missing = ['config.json', 'tokenizer.json'].filter((name) => !existsSync(join(folder, name)));
  const weights = weightFiles.find(([path]) => existsSync(join(folder, path)));
  if (missing.length > 0 || !weights) {
    const lacking = [...missing, ...(weights ? [] : [weightFiles.map(([path]) => path).join(' or ')])];
    throw new CandorError('MODEL_WEIGHTS', `The model folder ${folder} lacks ${lacking.join(', ')}.`, {
      details: { folder, missing: lacking },
      remedy:
        'Set EMBEDDER_MODEL to a folder that holds config.json, tokenizer.json and onnx/model.onnx, as on the Hugging Face hub.',
    });
  }
  const [path, dtype] = weights;
  // A folder's name says nothing about its weights; the hash keeps the vectors of two models apart.
  const hash = (await sha256Of(join(folder, path))).slice(0, 12);
  return {
    parent: dirname(folder),
    name: basename(folder),
    dtype,
    fingerprint: `transformers:${basename(folder)}@${hash}`,
  };
}

async function importTransformers(): Promise<TransformersModule> {
  refuseOnnxReports();
  try {
    // A variable, so that neither the compiler nor a bundler looks for an optional package.
    const specifier: string = packageName;
    return (await import(specifier)) as TransformersModule;
  } catch (cause) {
    throw new CandorError('BAD_CONFIG', `EMBEDDER=transformers needs the package ${packageName}: ${messageOf(cause)}`, {
      cause,
      remedy: `Run "npm install --no-save ${packageName}@4.3.1", or set EMBEDDER to builtin or openai.`,
    });
  }
}

async function openExtractor(transformers: TransformersModule, source: Source): Promise<Extractor> {
  // `env` is global to the package. openModels.ts opens one model after another, so that none sets it while another
  // loads.
  const { env } = transformers;
  env.allowLocalModels = source.parent !== undefined;
  env.allowRemoteModels = source.parent === undefined;
  if (source.parent !== undefined) env.localModelPath = source.parent;
  try {
    return await transformers.pipeline('feature-extraction', source.name, { dtype: source.dtype });
  } catch (cause) {
    const code = source.parent === undefined ? 'MODEL_UNAVAILABLE' : 'MODEL_WEIGHTS';
    throw new CandorError(code, `The model "${source.name}" cannot be loaded: ${messageOf(cause)}`, { cause });
  }
}

/**
 * A sentence model run by transformers.js: `model` is a local folder or a name on the Hugging Face hub. Mean pooling.
 * Runs in the calling thread, one text at a time, so that padding cannot change a vector.
 * @throws CandorError BAD_CONFIG (package missing), MODEL_WEIGHTS (files missing or unreadable), MODEL_UNAVAILABLE
 * (hub).
 */
export async function openTransformersEmbedder(
  model: string,
  load: () => Promise<TransformersModule> = importTransformers,
): Promise<Embedder> {
  const source: Source = isFolderName(model)
    ? await localSource(model)
    : { parent: undefined, name: model, dtype: 'fp32', fingerprint: `transformers:${model}` };
  const extract = await openExtractor(await load(), source);
  const vectorOf = async (text: string) =>
    unitVector((await extract(cutWords(text, maxWords), { pooling: 'mean', normalize: true })).data, source.name);
  const dimensions = (await vectorOf('probe')).length;

  const embedDocuments: Embedder['embedDocuments'] = async (texts, { signal, onEmbedded } = {}) => {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      if (signal?.aborted) throw cancelled(signal);
      vectors.push(text.trim() === '' ? new Float32Array(dimensions) : await vectorOf(text));
      onEmbedded?.(vectors.length);
    }
    if (signal?.aborted) throw cancelled(signal);
    return vectors;
  };
  return {
    fingerprint: `${source.fingerprint}:${dimensions}`,
    dimensions,
    maxWords,
    remote: false,
    embedDocuments,
    embedQuery: async (text, options) => (await embedDocuments([text], options))[0] ?? new Float32Array(dimensions),
    close: async () => void (await extract.dispose()),
  };
}
