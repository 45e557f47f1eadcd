import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadWeights, weightsFolder } from '../../../src/models/providers/builtin/weights.ts';

async function copyOfWeights(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-weights-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(weightsFolder(), folder, { recursive: true });
  return folder;
}

test('reads all tensors and the vocabulary', async () => {
  const { tensors, vocabulary } = await loadWeights();
  expect(tensors.get('module/Embeddings_en')).toMatchObject({ shape: [8002, 256] });
  expect(vocabulary).toHaveLength(8000);
});

test('refuses a file with one byte changed, and names it', async () => {
  const folder = await copyOfWeights();
  await writeFile(join(folder, 'group1-shard7of7'), 'x', { flag: 'a' });
  await expect(loadWeights(folder)).rejects.toMatchObject({ code: 'MODEL_WEIGHTS', message: expect.stringContaining('group1-shard7of7') as string });
});

test('refuses a missing file, and names it', async () => {
  const folder = await copyOfWeights();
  await rm(join(folder, 'vocab.json'));
  await expect(loadWeights(folder)).rejects.toMatchObject({ code: 'MODEL_WEIGHTS', message: expect.stringContaining('vocab.json') as string });
});
