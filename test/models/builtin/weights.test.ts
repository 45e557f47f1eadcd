import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openReaderModel } from '../../../src/models/providers/builtin/readerModel.ts';
import { openSentenceModel } from '../../../src/models/providers/builtin/session.ts';
import { readWeights, weightsFolder } from '../../../src/models/providers/builtin/weights.ts';

async function copyOfWeights(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-weights-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(weightsFolder, folder, { recursive: true });
  return `${folder}/`;
}

test('reads a file as it stands', async () => {
  const bytes = await readWeights('embedder/tokenizer.json');
  expect(bytes.equals(await readFile(join(weightsFolder, 'embedder/tokenizer.json')))).toBe(true);
});

test.each(['embedder/model.onnx', 'embedder/tokenizer.json', 'reader/model.onnx'] as const)(
  'refuses %s with one byte more, as a Git LFS pointer, and missing, and names it',
  async (file) => {
    const folder = await copyOfWeights();
    const open = file.startsWith('reader') ? openReaderModel : openSentenceModel;
    const refused = { code: 'MODEL_WEIGHTS', message: expect.stringContaining(file) as string };
    await writeFile(join(folder, file), 'x', { flag: 'a' });
    await expect(open(folder)).rejects.toMatchObject(refused);
    await writeFile(join(folder, file), 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 23029355\n');
    await expect(open(folder)).rejects.toMatchObject(refused);
    await rm(join(folder, file));
    await expect(open(folder)).rejects.toMatchObject(refused);
  },
);
