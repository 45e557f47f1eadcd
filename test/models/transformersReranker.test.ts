import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTransformersReranker, type PairModule } from '../../src/models/providers/transformersPairs.ts';
import { promisesOfScores } from '../contracts/reranker.ts';
import { sharedWords } from '../support/rerankServer.ts';

const complete = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model_quantized.onnx'];

async function modelFolder(...files: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-reranker-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'onnx'));
  for (const file of files) await writeFile(join(folder, file), '{}');
  return folder;
}

interface Pair {
  readonly text: string;
  readonly text_pair: string;
  readonly truncation: boolean;
  readonly max_length: number;
}

/** In the place of the package, which is none of the dependencies: what is tested is our side of it. */
function standIn(
  logitsOf: (pair: Pair) => readonly number[] = ({ text, text_pair }) => [10 * sharedWords(text, text_pair) - 5],
) {
  const seen: Pair[] = [];
  const opened: unknown[] = [];
  let disposed = 0;
  const classify = async (inputs: unknown) => {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(inputs as Pair);
    return { logits: { data: Float32Array.from(logitsOf(inputs as Pair)) } };
  };
  const module: PairModule = {
    env: { localModelPath: '', allowLocalModels: false, allowRemoteModels: true },
    AutoTokenizer: {
      from_pretrained: async (name) => {
        opened.push(name);
        return (text, options) => ({ text, ...options });
      },
    },
    AutoModelForSequenceClassification: {
      from_pretrained: async (...call) => {
        opened.push(call);
        return Object.assign(classify, {
          dispose: async () => {
            disposed += 1;
          },
        });
      },
    },
  };
  return { module, seen, opened, disposed: () => disposed };
}

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@huggingface/transformers');
    return true;
  } catch {
    return false;
  }
}

describe('reranker contract: transformers (with a stand-in for the package)', () => {
  promisesOfScores(async () => {
    const { module, seen } = standIn();
    return {
      reranker: await openTransformersReranker(await modelFolder(...complete), async () => module),
      calls: () => seen.length,
      wasAborted: () => undefined,
    };
  });
});

describe('the transformers reranker', () => {
  test.skipIf(isInstalled())('says which package to install', async () => {
    await expect(openTransformersReranker(await modelFolder(...complete))).rejects.toMatchObject({
      code: 'BAD_CONFIG',
      message: expect.stringContaining('RERANKER=transformers') as string,
      remedy: expect.stringContaining('npm install --no-save @huggingface/transformers@4.3.1') as string,
    });
  });

  test('names every missing file of the folder before it looks for the package', async () => {
    await expect(openTransformersReranker(await modelFolder('config.json'))).rejects.toMatchObject({
      code: 'MODEL_WEIGHTS',
      details: { missing: ['tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx or onnx/model_quantized.onnx'] },
      remedy: expect.stringContaining('RERANKER_MODEL') as string,
    });
    await expect(openTransformersReranker('./no-such-folder')).rejects.toMatchObject({ code: 'MODEL_WEIGHTS' });
  });

  test('opens the folder without the network, scores one pair to see that it can, and frees it once', async () => {
    const folder = await modelFolder(...complete);
    const { module, opened, seen, disposed } = standIn();
    const reranker = await openTransformersReranker(folder, async () => module);
    expect(module.env).toEqual({ localModelPath: dirname(folder), allowLocalModels: true, allowRemoteModels: false });
    expect(opened).toEqual([basename(folder), [basename(folder), { dtype: 'q8' }]]);
    expect(seen).toEqual([{ text: 'probe', text_pair: 'probe', truncation: true, max_length: 512 }]);
    await reranker.close();
    await reranker.close();
    expect(disposed()).toBe(1);
  });

  test('reads one label as a logit and two as against and for', async () => {
    const scoreWith = async (logits: readonly number[]) =>
      (await openTransformersReranker(await modelFolder(...complete), async () => standIn(() => logits).module)).score(
        'q',
        ['a'],
      );
    expect(await scoreWith([0])).toEqual([0.5]);
    expect((await scoreWith([2]))[0]).toBeCloseTo(0.8808, 4);
    expect((await scoreWith([1, 3]))[0]).toBeCloseTo(0.8808, 4);
  });

  test.each([
    ['three labels', [1, 2, 3]],
    ['no number', [Number.NaN]],
    ['nothing', []],
  ])('%s is no cross-encoder, and is freed', async (_what, logits) => {
    const { module, disposed } = standIn(() => logits);
    await expect(openTransformersReranker(await modelFolder(...complete), async () => module)).rejects.toMatchObject({
      code: 'MODEL_INVALID',
    });
    expect(disposed()).toBe(1);
  });

  test('a model that the package cannot read is MODEL_WEIGHTS', async () => {
    const { module } = standIn();
    const broken = {
      ...module,
      AutoModelForSequenceClassification: {
        from_pretrained: () => Promise.reject(new Error('protobuf parsing failed')),
      },
    };
    await expect(openTransformersReranker(await modelFolder(...complete), async () => broken)).rejects.toMatchObject({
      code: 'MODEL_WEIGHTS',
      message: expect.stringContaining('protobuf') as string,
    });
  });

  test('a long question leaves room for the passage', async () => {
    const { module, seen } = standIn();
    await (
      await openTransformersReranker(await modelFolder(...complete), async () => module)
    ).score('word '.repeat(500), ['a']);
    expect(seen.at(-1)?.text.split(' ')).toHaveLength(128);
  });

  test('stops between two pairs when the time is up', async () => {
    const { module, seen } = standIn();
    const reranker = await openTransformersReranker(await modelFolder(...complete), async () => module);
    const stop = new AbortController();
    const work = reranker.score(
      'q',
      Array.from({ length: 2_000 }, () => 'a'),
      { signal: stop.signal },
    );
    setTimeout(() => stop.abort(new DOMException('late', 'TimeoutError')), 5);
    await expect(work).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(seen.length).toBeLessThan(2_000);
  });
});
