import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CandorError } from '../../../errors.ts';
import { isOneSlip, type WordList } from '../../wordList.ts';

/** sha256 of the files in weights/; their model cards say where they come from. The English models share one tokenizer. */
const checksums = {
  'embedder/model.onnx': 'e94bfdc22a4884eedca77df51cc434024175fc1035981b24500f0fcee86fda25',
  'embedder/tokenizer.json': 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
  'multilingual/centre.json': 'c4dff3a6de670d0a67816261f84d11387c37a01564429bc74c3f567d94efb051',
  'multilingual/model.onnx': 'a0885536c7064db908c418106ea8dff10ed5d7e4bf2e2853eb4d1622a6857d9a',
  'multilingual/tokenizer.json': '340787019327f9824c2f43b93cb0b5bfa5831b7f87282b51e82130e567fac156',
  'reader/model.onnx': 'c1d4e70ea50cd8a661a416fa1e58dcacd1994bced5b948a5465e4b07f9a34aea',
  'reader/second.onnx': '452fd0093e6fd3f4173de1eac4f1a18ae2cdb4f0f247ed81ed4513a432012f65',
} as const;

export type WeightsFile = keyof typeof checksums;

/** The folder next to src/ in a checkout, and next to dist/ in a build. */
export const weightsFolder = fileURLToPath(new URL('../../../../weights/', import.meta.url));

/** Whether a file is there. Those that Candor can do without may be left out of an installation. */
export function hasWeights(name: WeightsFile, folder = weightsFolder): boolean {
  return existsSync(`${folder}${name}`);
}

/**
 * Reads and verifies a file of the shipped weights: a truncated clone or a Git LFS pointer would give meaningless
 * vectors.
 * @param folder only tests pass another one
 * @throws CandorError MODEL_WEIGHTS if it is missing, or not the file that this version was built for
 */
export async function readWeights(name: WeightsFile, folder = weightsFolder): Promise<Buffer> {
  const path = `${folder}${name}`;
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new CandorError('MODEL_WEIGHTS', `The model file ${path} cannot be read.`, { cause, details: { path } });
  });
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found === checksums[name]) return bytes;
  throw new CandorError('MODEL_WEIGHTS', `The model file ${path} is not the one this version was built for.`, {
    details: { path, expected: checksums[name], found },
  });
}

/**
 * The whole words among the pieces of the built-in models' tokenizer: about 21,000 of the most common English words, by
 * frequency (BERT's uncased vocabulary).
 * @throws CandorError MODEL_WEIGHTS
 */
export async function openWordList(folder?: string): Promise<WordList> {
  const { model } = JSON.parse((await readWeights('embedder/tokenizer.json', folder)).toString('utf8')) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> };
  };
  const words = Object.entries(model.vocab)
    .filter(([word]) => /^[a-z]{2,}$/.test(word))
    .sort(([, left], [, right]) => left - right)
    .map(([word]) => word);
  const known = new Set(words);
  return {
    language: 'en',
    has: (word) => known.has(word.toLowerCase()),
    near: (word) => {
      const written = word.toLowerCase();
      return words.filter((other) => isOneSlip(written, other));
    },
  };
}
