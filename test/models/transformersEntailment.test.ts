import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTransformersEntailment, type PairModule } from '../../src/models/providers/transformersPairs.ts';
import { judgeByFirstWord, pairs, promisesOfVerdicts } from '../contracts/entailment.ts';

async function modelFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-entailment-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'onnx'));
  for (const file of ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'])
    await writeFile(join(folder, file), '{}');
  return folder;
}

interface Pair {
  readonly text: string;
  readonly text_pair: string;
}

const logitsOf = ({ text_pair }: Pair): readonly number[] => {
  const [entailed, neutral, contradicted] = judgeByFirstWord(text_pair);
  return [contradicted, entailed, neutral].map((share) => Math.log(share) + 3);
};

/** In the place of the package, which is none of the dependencies: what is tested is our side of it. Models order their labels as they like. */
function standIn(
  labels: readonly string[] | null = ['contradiction', 'entailment', 'neutral'],
  logits: (pair: Pair) => readonly number[] = logitsOf,
) {
  const seen: Pair[] = [];
  let disposed = 0;
  const classify = async (inputs: unknown) => {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(inputs as Pair);
    return { logits: { data: Float32Array.from(logits(inputs as Pair)) } };
  };
  const config =
    labels === null ? undefined : { id2label: Object.fromEntries(labels.map((label, place) => [place, label])) };
  const module: PairModule = {
    env: { localModelPath: '', allowLocalModels: false, allowRemoteModels: true },
    AutoTokenizer: { from_pretrained: async () => (text, options) => ({ text, ...options }) },
    AutoModelForSequenceClassification: {
      from_pretrained: async () =>
        Object.assign(classify, {
          config,
          dispose: async () => {
            disposed += 1;
          },
        }),
    },
  };
  return { module, seen, disposed: () => disposed };
}

describe('entailment contract: transformers (with a stand-in for the package)', () => {
  promisesOfVerdicts(async () => {
    const { module, seen } = standIn();
    return {
      entailment: await openTransformersEntailment(await modelFolder(), async () => module),
      calls: () => seen.length,
      wasAborted: () => undefined,
    };
  });
});

test('the shares are those of the labels, whatever their order', async () => {
  const entailment = await openTransformersEntailment(await modelFolder(), async () => standIn().module);
  const [verdict] = await entailment.judge(pairs);
  expect(
    [verdict?.entailed, verdict?.neutral, verdict?.contradicted].map((share) => Number(share?.toFixed(4))),
  ).toEqual([0.8, 0.15, 0.05]);
});

test.each<[string, readonly string[] | null, readonly number[]]>([
  ['labels without names', ['LABEL_0', 'LABEL_1', 'LABEL_2'], [1, 2, 3]],
  ['two labels', ['entailment', 'not_entailment'], [1, 2]],
  ['no labels', null, [1, 2, 3]],
  ['no numbers', ['contradiction', 'entailment', 'neutral'], [Number.NaN, 1, 2]],
  ['fewer numbers than labels', ['contradiction', 'entailment', 'neutral'], [1, 2]],
])('%s: no entailment model, and it is freed', async (_what, labels, logits) => {
  const { module, disposed } = standIn(labels, () => logits);
  await expect(openTransformersEntailment(await modelFolder(), async () => module)).rejects.toMatchObject({
    code: 'MODEL_INVALID',
    remedy: expect.stringContaining('ENTAILMENT_MODEL') as string,
  });
  expect(disposed()).toBe(1);
});

test('a folder without the files, or that the package cannot read, is MODEL_WEIGHTS', async () => {
  await expect(openTransformersEntailment('./no-such-folder')).rejects.toMatchObject({
    code: 'MODEL_WEIGHTS',
    remedy: expect.stringContaining('ENTAILMENT_MODEL') as string,
  });
  const broken = {
    ...standIn().module,
    AutoModelForSequenceClassification: { from_pretrained: () => Promise.reject(new Error('protobuf parsing failed')) },
  };
  await expect(openTransformersEntailment(await modelFolder(), async () => broken)).rejects.toMatchObject({
    code: 'MODEL_WEIGHTS',
    message: expect.stringContaining('protobuf') as string,
  });
});
