import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CandorError, messageOf } from '../../errors.ts';

const packageName = '@huggingface/transformers';
/** Weight files in order of preference, with the name the package has for them. */
const weightFiles = [
  ['onnx/model.onnx', 'fp32'],
  ['onnx/model_quantized.onnx', 'q8'],
] as const;
const tableFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

/** A model's files on this machine, as the package wants to be told. */
export interface ModelFolder {
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
export function findModelFolder(path: string, setting: string): ModelFolder {
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
