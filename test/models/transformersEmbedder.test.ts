import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTransformersEmbedder, type TransformersModule } from '../../src/models/providers/transformersEmbedder.ts';
import { embedderContract } from '../contracts/embedder.ts';
import { hashedVector } from '../support/hashedVector.ts';

async function modelFolder(...files: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-model-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'onnx'));
  for (const file of files) await writeFile(join(folder, file), '{}');
  return folder;
}

/** In the place of the package, which is none of the dependencies: what is tested is our side of it. */
function standIn(): TransformersModule & { opened: unknown[] } {
  const opened: unknown[] = [];
  const extract = async (text: string) => {
    await new Promise((resolve) => setImmediate(resolve));
    return { data: hashedVector(text, 96), dims: [1, 96] };
  };
  return {
    opened,
    env: { localModelPath: '', allowLocalModels: true, allowRemoteModels: true },
    pipeline: async (...call) => {
      opened.push(call);
      return Object.assign(extract, { dispose: async () => undefined });
    },
  };
}

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@huggingface/transformers');
    return true;
  } catch {
    return false;
  }
}

embedderContract('transformers (with a stand-in for the package)', () =>
  openTransformersEmbedder('Xenova/all-MiniLM-L6-v2', async () => standIn()),
);

describe('the transformers embedder', () => {
  test.skipIf(isInstalled())('says which package to install', async () => {
    await expect(openTransformersEmbedder('Xenova/all-MiniLM-L6-v2')).rejects.toMatchObject({
      code: 'BAD_CONFIG',
      remedy: expect.stringContaining('npm install --no-save @huggingface/transformers@4.3.1') as string,
    });
  });

  test('names every missing file of a local folder before it looks for the package', async () => {
    await expect(openTransformersEmbedder(await modelFolder('config.json'))).rejects.toMatchObject({
      code: 'MODEL_WEIGHTS',
      details: { missing: ['tokenizer.json', 'onnx/model.onnx or onnx/model_quantized.onnx'] },
    });
    await expect(openTransformersEmbedder('./no-such-folder')).rejects.toMatchObject({ code: 'MODEL_WEIGHTS' });
  });

  test('opens a local folder without the network and names its weights', async () => {
    const folder = await modelFolder('config.json', 'tokenizer.json', 'onnx/model_quantized.onnx');
    const transformers = standIn();
    const embedder = await openTransformersEmbedder(folder, async () => transformers);
    expect(transformers.env).toEqual({
      localModelPath: dirname(folder),
      allowLocalModels: true,
      allowRemoteModels: false,
    });
    expect(transformers.opened).toEqual([['feature-extraction', basename(folder), { dtype: 'q8' }]]);
    expect(embedder.fingerprint).toMatch(/^transformers:candor-model-\w+@[0-9a-f]{12}:96$/);
  });
});
