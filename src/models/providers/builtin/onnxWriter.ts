import onnxProto from 'onnx-proto';
import type { Tensor } from './weights.ts';

const { onnx } = onnxProto;
const { FLOAT, INT32, INT64 } = onnx.TensorProto.DataType;

/** LayerNormalization came with operator set 17; ORT 1.30 reads far newer ones. */
const operatorSet = 17;
const formatVersion = 8;

export type AttributeValue = number | readonly number[] | { readonly float: number };

/** Collects nodes and constants of one graph; every method returns the name of its result, to be used as an input. */
export interface OnnxWriter {
  weights(name: string, tensor: Tensor): string;
  integers(values: readonly number[]): string;
  scalar(value: number): string;
  /** One result; `outputs` > 1 names the further ones `<name>:1`, `<name>:2`. */
  node(operator: string, inputs: readonly string[], attributes?: Readonly<Record<string, AttributeValue>>, outputs?: number): string;
  /** The model file with one int32 input [n] and one float output, as bytes. */
  finish(input: string, output: string): Uint8Array;
}

function attributeOf(name: string, value: AttributeValue): InstanceType<typeof onnx.AttributeProto> {
  const types = onnx.AttributeProto.AttributeType;
  if (typeof value === 'number') return onnx.AttributeProto.create({ name, type: types.INT, i: value });
  if ('float' in value) return onnx.AttributeProto.create({ name, type: types.FLOAT, f: value.float });
  return onnx.AttributeProto.create({ name, type: types.INTS, ints: [...value] });
}

function valueInfo(name: string, elemType: number, dimensions: readonly string[]) {
  return { name, type: { tensorType: { elemType, shape: { dim: dimensions.map((dimParam) => ({ dimParam })) } } } };
}

export function createOnnxWriter(): OnnxWriter {
  const nodes: InstanceType<typeof onnx.NodeProto>[] = [];
  const constants: InstanceType<typeof onnx.TensorProto>[] = [];
  const constant = (name: string, dims: readonly number[], dataType: number, rawData: Uint8Array): string => {
    constants.push(onnx.TensorProto.create({ name, dims: [...dims], dataType, rawData }));
    return name;
  };
  return {
    weights: (name, tensor) => constant(name, tensor.shape, FLOAT, tensor.bytes),
    integers(values) {
      const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
      return constant(`integers${constants.length}`, [values.length], INT64, bytes);
    },
    scalar: (value) => constant(`scalar${constants.length}`, [], FLOAT, new Uint8Array(Float32Array.of(value).buffer)),
    node(opType, input, attributes = {}, outputs = 1) {
      const name = `${opType}${nodes.length}`;
      const output = Array.from({ length: outputs }, (_, position) => (position === 0 ? name : `${name}:${position}`));
      const attribute = Object.entries(attributes).map(([key, value]) => attributeOf(key, value));
      nodes.push(onnx.NodeProto.create({ name, opType, input: [...input], output, attribute }));
      return name;
    },
    finish(input, output) {
      const model = onnx.ModelProto.create({
        irVersion: formatVersion,
        opsetImport: [{ domain: '', version: operatorSet }],
        graph: {
          name: 'use-lite',
          node: nodes,
          initializer: constants,
          input: [valueInfo(input, INT32, ['tokens'])],
          output: [valueInfo(output, FLOAT, ['one', 'dimensions'])],
        },
      });
      return onnx.ModelProto.encode(model).finish();
    },
  };
}
