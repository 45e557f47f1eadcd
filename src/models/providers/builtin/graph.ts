import { CandorError } from '../../../errors.ts';
import { createOnnxWriter, type OnnxWriter } from './onnxWriter.ts';
import type { Tensor, UseLiteWeights } from './weights.ts';

/** The model reads this many pieces and drops the rest in silence (`ClipToMaxLength` in its graph). */
export const maxTokens = 128;
export const dimensions = 512;
export const inputName = 'tokens';

const heads = 4;
const embeddingWidth = 256;
const normEpsilon = 1e-6;
const encoder = 'module_apply_default/Encoder_en/KonaTransformer/Encode';
const kernels = 'module/Encoder_en/KonaTransformer/Encode';
const concat = 'ConcatPartitions/concat';

interface Scope {
  readonly writer: OnnxWriter;
  /** Adds the tensor of that name in the tfjs graph; `shape` drops the 1x1 of a convolution that is a matrix product. */
  readonly weights: (name: string, shape?: readonly number[]) => string;
}

/**
 * sin and cos of position times 10000^(-i/127) ("Attention is all you need", with the sines first and the cosines after).
 * Rates and angles are rounded to float32, as in the original graph.
 */
function timingSignal(): Tensor {
  const half = embeddingWidth / 2;
  const table = new Float32Array(maxTokens * embeddingWidth);
  for (let position = 0; position < maxTokens; position += 1) {
    for (let channel = 0; channel < half; channel += 1) {
      const rate = Math.fround(Math.exp((-channel * Math.log(10_000)) / (half - 1)));
      const angle = Math.fround(position * rate);
      table[position * embeddingWidth + channel] = Math.sin(angle);
      table[position * embeddingWidth + half + channel] = Math.cos(angle);
    }
  }
  return { shape: [maxTokens, embeddingWidth], bytes: new Uint8Array(table.buffer) };
}

function normalise({ writer, weights }: Scope, input: string, path: string): string {
  const norm = `${encoder}/${path}/layer_prepostprocess/layer_norm`;
  return writer.node(
    'LayerNormalization',
    [input, weights(`${norm}/layer_norm_scale/${concat}`), weights(`${norm}/layer_norm_bias/${concat}`)],
    { axis: -1, epsilon: { float: normEpsilon } },
  );
}

/** Self-attention of four heads: [n, width] to [n, 512]. */
function attend({ writer, weights }: Scope, input: string, layer: string, width: number): string {
  const path = `${layer}/TransformerLayer/MultiheadAttention`;
  const project = (from: string, name: string, shape: readonly number[]) =>
    writer.node('Gemm', [from, weights(`${kernels}/${path}/${name}/kernel/part_0`, shape), weights(`${encoder}/${path}/${name}/bias/${concat}`)]);
  const joined = project(input, 'qkv_transform_single', [width, 3 * width]);
  const split = writer.node('Split', [joined, writer.integers([width, width, width])], { axis: 1 }, 3);
  const headWidth = width / heads;
  const toHeads = (from: string, perm: readonly number[]) =>
    writer.node('Transpose', [writer.node('Reshape', [from, writer.integers([0, heads, headWidth])])], { perm });
  const queries = writer.node('Mul', [toHeads(split, [1, 0, 2]), writer.scalar(headWidth ** -0.5)]);
  const scores = writer.node('MatMul', [queries, toHeads(`${split}:1`, [1, 2, 0])]);
  const mixed = writer.node('MatMul', [writer.node('Softmax', [scores], { axis: -1 }), toHeads(`${split}:2`, [1, 0, 2])]);
  const flat = writer.node('Reshape', [writer.node('Transpose', [mixed], { perm: [1, 0, 2] }), writer.integers([0, width])]);
  return project(flat, 'output_transform_single', [width, dimensions]);
}

function feedForward({ writer, weights }: Scope, input: string, layer: string): string {
  const dense = (from: string, name: string) =>
    writer.node('Gemm', [
      from,
      weights(`${encoder}/TransformerStack/${layer}/TransformerLayer/FFN/${name}/Tensordot/Reshape_1`),
      weights(`${encoder}/${layer}/TransformerLayer/FFN/${name}/bias/${concat}`),
    ]);
  return dense(writer.node('Relu', [dense(input, 'conv1')]), 'conv2');
}

/** One pre-norm layer. The first widens 256 to 512, and so does its residual through a dense product of its own. */
function transformerLayer(scope: Scope, input: string, layer: string, width: number): string {
  const { writer, weights } = scope;
  const dense = `${encoder}/${layer}/TransformerLayer/dense`;
  const residual = width === dimensions
    ? input
    : writer.node('Gemm', [input, weights(`${dense}/kernel/${concat}`), weights(`${dense}/bias/${concat}`)]);
  const attended = attend(scope, normalise(scope, input, `${layer}/TransformerLayer`), layer, width);
  const between = writer.node('Add', [attended, residual]);
  return writer.node('Add', [feedForward(scope, normalise(scope, between, `${layer}/TransformerLayer/FFN`), layer), between]);
}

/** Mean over the tokens, a tanh layer, length 1. */
function pool({ writer, weights }: Scope, input: string): string {
  const output = 'module/Encoder_en/hidden_layers/tanh_layer_0';
  const mean = writer.node('ReduceMean', [input], { axes: [0], keepdims: 1 });
  const dense = writer.node('Gemm', [mean, weights(`${output}/weights`), weights(`${output}/bias`)]);
  return writer.node('LpNormalization', [writer.node('Tanh', [dense])], { axis: 1, p: 2 });
}

/**
 * The encoder as an ONNX file: int32 piece ids [n], 1 to 128 of them, to float32 [1, 512] of length 1.
 * It takes one text a run. The original takes a batch with padding and masks; but 40 words keep a core at about 70 GFLOP/s
 * already, so that a batch has little to win, and without one a vector cannot depend on its batch-mates, to the last bit.
 */
export function buildGraph({ tensors }: UseLiteWeights): Uint8Array {
  const writer = createOnnxWriter();
  const weights = (name: string, shape?: readonly number[]): string => {
    const tensor = tensors.get(name);
    if (!tensor) throw new CandorError('MODEL_WEIGHTS', `The model has no tensor ${name}.`);
    return writer.weights(name, shape ? { shape, bytes: tensor.bytes } : tensor);
  };
  const scope: Scope = { writer, weights };
  const words = writer.node('Gather', [weights('module/Embeddings_en'), inputName]);
  const timing = writer.weights('timing', timingSignal());
  const positions = writer.node('Slice', [timing, writer.integers([0]), writer.node('Shape', [inputName]), writer.integers([0])]);
  // The original adds the embedding to (embedding + timing): it counts twice. Left out, cosines to the original fall to .4.
  const entry = writer.node('Add', [words, writer.node('Add', [words, positions])]);
  const first = transformerLayer(scope, entry, 'Layer_0', embeddingWidth);
  return writer.finish(inputName, pool(scope, transformerLayer(scope, first, 'Layer_1', dimensions)));
}
