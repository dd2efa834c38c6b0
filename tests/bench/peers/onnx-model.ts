// Builds ONNX models in JavaScript: the part of onnx.proto that a small model needs, written by protobufjs.
import protobuf from "protobufjs";

/** A float32 constant of a graph. */
export interface Constant {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

export interface Node {
  readonly opType: string;
  readonly domain?: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
  /** Integer attributes. */
  readonly attributes?: Readonly<Record<string, number>>;
}

export interface Graph {
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  readonly outputs: Readonly<Record<string, readonly number[]>>;
  readonly constants: readonly Constant[];
  readonly nodes: readonly Node[];
}

const float32 = 1; // TensorProto.DataType.FLOAT
const integer = 2; // AttributeProto.AttributeType.INT

const field = (type: string, id: number) => ({ type, id });
const repeated = (type: string, id: number) => ({ rule: "repeated", type, id });

// Field numbers: https://github.com/onnx/onnx/blob/v1.17.0/onnx/onnx.proto
const onnx = protobuf.Root.fromJSON({
  nested: {
    ModelProto: {
      fields: { irVersion: field("int64", 1), graph: field("GraphProto", 7), opsetImport: repeated("OperatorSet", 8) },
    },
    OperatorSet: { fields: { domain: field("string", 1), version: field("int64", 2) } },
    GraphProto: {
      fields: {
        node: repeated("NodeProto", 1),
        name: field("string", 2),
        initializer: repeated("TensorProto", 5),
        input: repeated("ValueInfo", 11),
        output: repeated("ValueInfo", 12),
      },
    },
    NodeProto: {
      fields: {
        input: repeated("string", 1),
        output: repeated("string", 2),
        opType: field("string", 4),
        attribute: repeated("Attribute", 5),
        domain: field("string", 7),
      },
    },
    Attribute: { fields: { name: field("string", 1), i: field("int64", 3), type: field("int32", 20) } },
    TensorProto: {
      fields: {
        dims: repeated("int64", 1),
        dataType: field("int32", 2),
        name: field("string", 8),
        rawData: field("bytes", 9),
      },
    },
    ValueInfo: { fields: { name: field("string", 1), type: field("Type", 2) } },
    Type: { fields: { tensorType: field("TensorType", 1) } },
    TensorType: { fields: { elemType: field("int32", 1), shape: field("Shape", 2) } },
    Shape: { fields: { dim: repeated("Dimension", 1) } },
    Dimension: { fields: { dimValue: field("int64", 1) } },
  },
});

const valueInfo = ([name, shape]: [string, readonly number[]]) => ({
  name,
  type: { tensorType: { elemType: float32, shape: { dim: shape.map((dimValue) => ({ dimValue })) } } },
});

/** @returns the bytes of an .onnx file */
export function buildModel({ inputs, outputs, constants, nodes }: Graph): Uint8Array {
  const graph = {
    name: "layer",
    node: nodes.map(({ attributes = {}, ...node }) => ({
      ...node,
      attribute: Object.entries(attributes).map(([name, i]) => ({ name, i, type: integer })),
    })),
    initializer: constants.map(({ name, dims, data }) => ({
      name,
      dims,
      dataType: float32,
      rawData: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    })),
    input: Object.entries(inputs).map(valueInfo),
    output: Object.entries(outputs).map(valueInfo),
  };
  const opsetImport = [
    { domain: "", version: 17 },
    { domain: "com.microsoft", version: 1 },
  ];
  const type = onnx.lookupType("ModelProto");
  return type.encode(type.fromObject({ irVersion: 8, graph, opsetImport })).finish();
}
