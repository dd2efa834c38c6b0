// onnxruntime-web on its wasm backend, in its fastest causal form: the fused com.microsoft.Attention.
import * as ort from "onnxruntime-web/wasm";
import { queryKeyValue, transpose } from "./layouts.js";
import type { Engine, Layer, Prepared, StartOptions, Weights } from "./peer.js";

/** @param folder URL of onnxruntime-web's dist */
export async function start(folder: string, { threads }: StartOptions): Promise<Engine> {
  ort.env.wasm.wasmPaths = folder;
  ort.env.wasm.numThreads = threads;
  return {
    async stage(layer, weights, x) {
      const model = await attentionModel(layer, weights);
      const input = new ort.Tensor("float32", x, [layer.batch, layer.tokens, layer.dIn]);
      return () => createSession(model, input);
    },
  };
}

async function createSession(model: Uint8Array, x: ort.Tensor): Promise<Prepared> {
  const session = await ort.InferenceSession.create(model, { graphOptimizationLevel: "all" });
  return {
    async call() {
      const { y } = await session.run({ x });
      if (!(y?.data instanceof Float32Array)) {
        throw new TypeError("onnxruntime-web gave no float32 output");
      }
      return y.data;
    },
    dispose: () => void session.release(),
  };
}

/** x -> Attention -> MatMul -> Add. */
async function attentionModel({ batch, tokens, dIn, dOut, heads }: Layer, weights: Weights): Promise<Uint8Array> {
  // Fetched apart, so that it does not count as onnxruntime-web's own code.
  const { buildModel } = await import("./onnx-model.js");
  return buildModel({
    inputs: { x: [batch, tokens, dIn] },
    outputs: { y: [batch, tokens, dOut] },
    constants: [
      { name: "qkv", dims: [dIn, 3 * dOut], data: queryKeyValue(weights, dIn, dOut) },
      { name: "qkv_bias", dims: [3 * dOut], data: new Float32Array(3 * dOut) },
      { name: "out", dims: [dOut, dOut], data: transpose(weights.out, dOut, dOut) },
      { name: "out_bias", dims: [dOut], data: weights.outBias },
    ],
    nodes: [
      {
        opType: "Attention",
        domain: "com.microsoft",
        input: ["x", "qkv", "qkv_bias"],
        output: ["context"],
        attributes: { num_heads: heads, unidirectional: 1 },
      },
      { opType: "MatMul", input: ["context", "out"], output: ["projected"] },
      { opType: "Add", input: ["projected", "out_bias"], output: ["y"] },
    ],
  });
}
