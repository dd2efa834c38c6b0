// The passes that the first chapters draw: each constructs its layer, seeds it, traces, and frees everything again.

import {
  CausalAttention,
  type CausalAttentionTrace,
  type DropoutMethod,
  Generator,
  MultiHeadAttentionWrapper,
  type MultiHeadAttentionWrapperTrace,
  type SelfAttentionTrace,
  SelfAttentionV1,
  SelfAttentionV2,
  SimplifiedSelfAttention,
  type SimplifiedSelfAttentionTrace,
  type StateDict,
  Tensor,
} from "../../api/index.js";

/** Hands something that wasm owns on, and frees it whatever happens. */
export function using<T extends { dispose(): void }, Result>(owned: T, use: (owned: T) => Result): Result {
  try {
    return use(owned);
  } finally {
    owned.dispose();
  }
}

export function seeded<Result>(seed: string, use: (generator: Generator) => Result): Result {
  return using(new Generator(BigInt(seed)), use);
}

export function simplifiedPass(x: Tensor): SimplifiedSelfAttentionTrace {
  return using(new SimplifiedSelfAttention(), (layer) => layer.trace(x));
}

export type Version = "V1" | "V2";

export interface TrainablePass extends SelfAttentionTrace {
  /** (tokens, tokens): what softmax sees. */
  readonly scaled: Tensor;
  /** (d_in, d_out), as the embeddings are multiplied by it. */
  readonly matrices: Readonly<Record<"query" | "key" | "value", Tensor>>;
}

export function transposed({ data, shape }: Tensor): Tensor {
  const [rows = 0, columns = 0] = shape;
  const turned = new Float32Array(data.length);
  for (let index = 0; index < data.length; index++) {
    turned[(index % columns) * rows + Math.floor(index / columns)] = data[index] ?? 0;
  }
  return new Tensor(turned, [columns, rows]);
}

function entry(state: StateDict, key: string): Tensor {
  const tensor = state[key];
  if (!tensor) throw new Error(`no ${key} in the state`);
  return tensor;
}

type Matrices = TrainablePass["matrices"];

/** V1 keeps matrices as they are multiplied, V2 keeps those of nn.Linear, which are turned. */
function matricesOf(version: Version, state: StateDict): Matrices {
  const matrix = (name: string) => (version === "V1" ? entry(state, name) : transposed(entry(state, `${name}.weight`)));
  return { query: matrix("W_query"), key: matrix("W_key"), value: matrix("W_value") };
}

/** The stage that V1 and V2 do not record: taken from a causal head with their matrices and a mask that hides nothing. */
function scaledOf(x: Tensor, { query, key, value }: Matrices): Tensor {
  const [tokens = 1, dIn = 1] = x.shape;
  const state = {
    mask: new Tensor(new Float32Array(tokens * tokens), [tokens, tokens]),
    "W_query.weight": transposed(query),
    "W_key.weight": transposed(key),
    "W_value.weight": transposed(value),
  };
  return using(new CausalAttention({ dIn, dOut: query.shape[1] ?? 1, contextLength: tokens }), (layer) => {
    layer.loadStateDict(state);
    return layer.trace(x, { only: ["scaled"] }).scaled;
  });
}

function withSelfAttention<Result>(
  version: Version,
  x: Tensor,
  dOut: number,
  seed: string,
  use: (layer: SelfAttentionV1 | SelfAttentionV2) => Result,
): Result {
  const dIn = x.shape[1] ?? 1;
  return seeded(seed, (generator) => {
    const options = { dIn, dOut, generator };
    return using(version === "V1" ? new SelfAttentionV1(options) : new SelfAttentionV2(options), use);
  });
}

export function trainablePass(version: Version, x: Tensor, dOut: number, seed: string): TrainablePass {
  return withSelfAttention(version, x, dOut, seed, (layer) => {
    const matrices = matricesOf(version, layer.stateDict());
    return { ...layer.trace(x), matrices, scaled: scaledOf(x, matrices) };
  });
}

/**
 * softmax of rows, nothing divided: a layer one number wide whose queries are all 1 and whose keys are the row's scores.
 *
 * @param rows (rows, keys), finite
 */
function softmax({ data, shape }: Tensor): Tensor {
  const [rows = 0, keys = 0] = shape;
  const x = new Tensor(
    Float32Array.from({ length: 2 * data.length }, (_, i) => (i % 2 ? (data[i >> 1] ?? 0) : 1)),
    [rows, keys, 2],
  );
  return using(new SelfAttentionV2({ dIn: 2, dOut: 1 }), (layer) => {
    layer.loadStateDict({ "W_query.weight": [[1, 0]], "W_key.weight": [[0, 1]], "W_value.weight": [[0, 0]] });
    const { weights } = layer.trace(x, { only: ["weights"] });
    const first = Array.from({ length: rows }, (_, row) =>
      weights.data.subarray(row * keys * keys, row * keys * keys + keys),
    );
    return new Tensor(Float32Array.from(first.flatMap((row) => [...row])), [rows, keys]);
  });
}

/** One query's weights in layers of several widths: without the division by the root of the width, and with it. */
export function weightsByWidth(
  version: Version,
  x: Tensor,
  token: number,
  widths: readonly number[],
  seed: string,
): { readonly plain: Tensor; readonly scaled: Tensor } {
  const tokens = x.shape[0] ?? 0;
  const rowOf = ({ data }: Tensor) => [...data.subarray(token * tokens, (token + 1) * tokens)];
  const traces = widths.map((dOut) => withSelfAttention(version, x, dOut, seed, (layer) => layer.trace(x)));
  const rows = (stage: "scores" | "weights") =>
    new Tensor(Float32Array.from(traces.flatMap((trace) => rowOf(trace[stage]))), [widths.length, tokens]);
  return { plain: softmax(rows("scores")), scaled: rows("weights") };
}

export interface CausalPass extends CausalAttentionTrace {
  /** (context_length, context_length), nonzero = hidden. */
  readonly buffer: Tensor;
}

/** A causal head, seeded once more after its matrices are drawn, as readers do who compare dropout masks. */
export function causalPass(
  x: Tensor,
  options: {
    readonly dOut: number;
    readonly contextLength: number;
    readonly dropout: number;
    readonly dropoutMethod: DropoutMethod;
  },
  seed: string,
): CausalPass {
  return seeded(seed, (generator) =>
    using(new CausalAttention({ ...options, dIn: x.shape[1] ?? 1, generator }), (layer) => {
      generator.manualSeed(BigInt(seed));
      return { ...layer.trace(x), buffer: entry(layer.stateDict(), "mask") };
    }),
  );
}

export interface WrapperPass extends MultiHeadAttentionWrapperTrace {
  readonly state: StateDict;
}

/** @param x (tokens, d_in) or (batch, tokens, d_in) */
export function wrapperPass(x: Tensor, dOut: number, numHeads: number, seed: string): WrapperPass {
  const [dIn = 1, contextLength = 1] = [...x.shape].reverse();
  return seeded(seed, (generator) =>
    using(new MultiHeadAttentionWrapper({ dIn, dOut, contextLength, numHeads, generator }), (layer) => ({
      ...layer.trace(x),
      state: layer.stateDict(),
    })),
  );
}
