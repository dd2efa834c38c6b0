// TensorFlow.js on its wasm backend, in two forms: every head by itself, its fastest, and all heads in one batched product.
import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import { queryKeyValue, transpose } from "./layouts.js";
import type { Engine, Layer, Prepared, StartOptions, Weights } from "./peer.js";

/** Products run on XNNPACK only where both sides are plain matrices; batched ones take slower code. */
export type Form = "by head" | "batched";

/** The layer before its output projection: (batch tokens, dIn) to (batch tokens, dOut). */
interface Context {
  readonly compute: (x: tf.Tensor2D) => tf.Tensor2D;
  readonly weights: readonly tf.Tensor[];
}

type StageContext = (layer: Layer, weights: Weights) => () => Context;

/** @param folder URL of the backend's dist */
export async function start(folder: string, form: Form, { threads }: StartOptions): Promise<Engine> {
  setWasmPaths(folder);
  setThreadsCount(threads);
  // Otherwise an isolated page gets the build with threads.
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", threads > 1);
  await tf.setBackend("wasm");
  await tf.ready();
  return {
    stage(layer, weights, x) {
      const stageContext: StageContext = form === "batched" ? batched : byHead;
      const createContext = stageContext(layer, weights);
      const out = transpose(weights.out, layer.dOut, layer.dOut);
      return () => create(layer, createContext(), out, weights.outBias, x);
    },
  };
}

function create(
  { batch, tokens, dIn, dOut }: Layer,
  context: Context,
  out: Float32Array,
  outBias: Float32Array,
  x: Float32Array,
): Prepared {
  const b = tf.tensor2d(out, [dOut, dOut]);
  const bias = tf.tensor1d(outBias);
  return {
    call() {
      const y = tf.tidy(() => tf.fused.matMul({ a: context.compute(tf.tensor2d(x, [batch * tokens, dIn])), b, bias }));
      const data = y.dataSync<"float32">();
      y.dispose();
      return data;
    },
    dispose: () => tf.dispose([b, bias, ...context.weights]),
  };
}

/** Each head has weights of its own, so that nothing needs to be cut apart; 1/sqrt(headDim) is in the queries' weights. */
function byHead({ batch, tokens, dIn, dOut, heads }: Layer, weights: Weights): () => Context {
  const headDim = dOut / heads;
  const rowsOf = (matrix: Float32Array, head: number, scale = 1) => {
    const rows = matrix.slice(head * headDim * dIn, (head + 1) * headDim * dIn).map((value) => value * scale);
    return transpose(rows, headDim, dIn);
  };
  const staged = Array.from({ length: heads }, (_, head) => ({
    query: rowsOf(weights.query, head, headDim ** -0.5),
    key: rowsOf(weights.key, head),
    value: rowsOf(weights.value, head),
  }));
  const maskValues = causalMask(tokens);
  return () => {
    const mask = tf.tensor2d(maskValues, [tokens, tokens]);
    const headWeights = staged.map(({ query, key, value }) => ({
      query: tf.tensor2d(query, [dIn, headDim]),
      key: tf.tensor2d(key, [dIn, headDim]),
      value: tf.tensor2d(value, [dIn, headDim]),
    }));
    const attend = (x: tf.Tensor2D, { query, key, value }: (typeof headWeights)[number]) =>
      tf.tidy(() => {
        const scores = tf.matMul<tf.Tensor2D>(tf.matMul(x, query), tf.transpose(tf.matMul(x, key)));
        return tf.matMul<tf.Tensor2D>(tf.softmax(tf.add<tf.Tensor2D>(scores, mask)), tf.matMul(x, value));
      });
    const text = (x: tf.Tensor2D, item: number) => (batch === 1 ? x : tf.slice2d(x, [item * tokens, 0], [tokens, dIn]));
    const texts = Array.from({ length: batch }, (_, item) => item);
    const contextOf = (x: tf.Tensor2D) =>
      joined(
        1,
        headWeights.map((head) => attend(x, head)),
      );
    return {
      compute: (x) =>
        joined(
          0,
          texts.map((item) => contextOf(text(x, item))),
        ),
      weights: [mask, ...headWeights.flatMap((head) => Object.values(head))],
    };
  };
}

/** As it is usually written: one product for queries, keys and values, then all heads in one batch. */
function batched({ batch, tokens, dIn, dOut, heads }: Layer, weights: Weights): () => Context {
  const headDim = dOut / heads;
  const staged = queryKeyValue(weights, dIn, dOut);
  const maskValues = causalMask(tokens);
  return () => {
    const mask = tf.tensor2d(maskValues, [tokens, tokens]);
    const qkv = tf.tensor2d(staged, [dIn, 3 * dOut]);
    const scale = tf.scalar(headDim ** -0.5);
    const compute = (x: tf.Tensor2D) => {
      const projected = tf.reshape(tf.matMul(x, qkv), [batch, tokens, 3, heads, headDim]);
      const [queries, keys, values] = tf.unstack(tf.transpose(projected, [2, 0, 3, 1, 4]));
      if (queries === undefined || keys === undefined || values === undefined) {
        throw new Error("tfjs lost a projection");
      }
      const scores = tf.add(tf.mul(tf.matMul(queries, keys, false, true), scale), mask);
      const context = tf.matMul(tf.softmax(scores), values);
      return tf.reshape(tf.transpose(context, [0, 2, 1, 3]), [batch * tokens, dOut]) as tf.Tensor2D;
    };
    return { compute, weights: [mask, qkv, scale] };
  };
}

/** Pieces one after another; a single one without a copy. */
function joined(axis: number, pieces: tf.Tensor2D[]): tf.Tensor2D {
  const [first] = pieces;
  return first !== undefined && pieces.length === 1 ? first : tf.concat2d(pieces, axis);
}

/** (tokens, tokens): 0 where a query sees a key, else far below any score. */
function causalMask(tokens: number): Float32Array {
  const mask = new Float32Array(tokens * tokens);
  for (let query = 0; query < tokens; query++) {
    mask.fill(-1e9, query * tokens + query + 1, (query + 1) * tokens);
  }
  return mask;
}
