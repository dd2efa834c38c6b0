// Makes the picture's data from the state: reseeds, constructs, puts the reader's own values in, traces.

import {
  CausalAttention,
  Generator,
  MultiHeadAttention,
  MultiHeadAttentionWrapper,
  SelfAttentionV1,
  SelfAttentionV2,
  SimplifiedSelfAttention,
  type StateDict,
  Tensor,
} from "../../api/index.js";
import type { HeadData } from "../attention-head.js";
import { type Matrix, matrixAt, type TensorLike } from "../matrix.js";
import { type Input, inputOf } from "./input.js";
import type { OwnWeights } from "./source.js";
import type { Settings, State } from "./state.js";

/** One trainable tensor as the layer uses it; a vector is one column. */
export interface Parameter {
  readonly key: string;
  readonly shape: readonly number[];
  readonly matrix: Matrix;
}

/** What one pass of one layer came to. */
export interface Result {
  /** Per sample, per head. */
  readonly samples: readonly (readonly HeadData[])[];
  readonly output: Tensor;
  /** The output as PyTorch prints it. */
  readonly printed: string;
  readonly parameters: readonly Parameter[];
  /** Own weights of the reader's that this layer has no place for. */
  readonly unused: readonly string[];
  /** Largest |output - reference| over all values; absent where the reference would take long. */
  readonly difference?: number;
}

/** The stages that pictures need; which of them there are depends on the class. */
export interface Stages {
  readonly weights: Tensor;
  readonly context: Tensor;
  readonly output: Tensor;
  readonly masked?: Tensor;
  readonly dropoutMask?: Tensor;
  readonly droppedWeights?: Tensor;
}

export interface Layer {
  forward(x: Tensor): Tensor;
  trace(x: Tensor): Stages;
  forwardDouble(x: Tensor, options?: { dropoutMask?: Tensor }): { readonly data: Float64Array };
  stateDict(): StateDict;
  loadStateDict(state: StateDict): unknown;
  train(mode: boolean): unknown;
  dispose(): void;
}

function construct(settings: Settings, dIn: number, generator: Generator): Layer {
  const { dOut, contextLength, numHeads, qkvBias, dropout, dropoutMethod } = settings;
  const drawn = { dIn, dOut, generator };
  const causal = { ...drawn, qkvBias, contextLength, dropout, dropoutMethod };
  switch (settings.layer) {
    case "SimplifiedSelfAttention":
      return new SimplifiedSelfAttention();
    case "SelfAttentionV1":
      return new SelfAttentionV1(drawn);
    case "SelfAttentionV2":
      return new SelfAttentionV2({ ...drawn, qkvBias });
    case "CausalAttention":
      return new CausalAttention(causal);
    case "MultiHeadAttentionWrapper":
      return new MultiHeadAttentionWrapper({ ...causal, numHeads });
    case "MultiHeadAttention":
      return new MultiHeadAttention({ ...causal, numHeads });
  }
}

export function isMask(key: string): boolean {
  return key === "mask" || key.endsWith(".mask");
}

function unusedOf(state: StateDict, own: OwnWeights): string[] {
  const used = fitting(state, own);
  return [...own.keys()].filter((key) => !used.has(key));
}

type Own = Pick<State, "ownWeights" | "weights" | "masked">;

/** The reader's own entries that the layer has room for: all parameters or none of them, and the masks that fit. */
function fitting(state: StateDict, own: OwnWeights): OwnWeights {
  const fits = ([key, { shape }]: readonly [string, TensorLike]) =>
    Object.hasOwn(state, key) && String(state[key]?.shape) === String(shape);
  const entries = [...own];
  const isWhole = entries.every((entry) => isMask(entry[0]) || fits(entry));
  return new Map(entries.filter((entry) => isWhole && fits(entry)));
}

/** The layer's state with the reader's values where it has such entries; a link may carry others. */
function withOwnValues(state: StateDict, { ownWeights, weights, masked }: Own): StateDict {
  const result: Record<string, Tensor> = { ...state };
  for (const [key, { data, shape }] of fitting(state, ownWeights ?? new Map())) {
    result[key] = new Tensor(Float32Array.from(data), [...shape]);
  }
  for (const [key, tensor] of Object.entries(result)) if (isMask(key) && !masked) tensor.data.fill(0);
  for (const [key, values] of weights) {
    const data = Object.hasOwn(result, key) ? result[key]?.data : undefined;
    for (const [index, value] of values) if (data && index < data.length) data[index] = value;
  }
  return result;
}

/** Constructs the state's layer with its own generator, hands it on, and disposes of both. */
export function withLayer<T>(state: State, dIn: number, use: (layer: Layer) => T): T {
  const generator = new Generator(BigInt(state.seed));
  let layer: Layer | undefined;
  try {
    layer = construct(state, dIn, generator);
    layer.train(state.training);
    if (state.ownWeights || !state.masked || state.weights.size > 0) {
      layer.loadStateDict(withOwnValues(layer.stateDict(), state));
    }
    return use(layer);
  } finally {
    layer?.dispose();
    generator.dispose();
  }
}

function headsOf(stages: Stages, sample: number): HeadData[] {
  const { masked, dropoutMask } = stages;
  const weights = stages.droppedWeights ?? stages.weights;
  const heads = weights.shape.length === 4 ? (weights.shape[1] ?? 1) : 1;
  const at = (tensor: TensorLike, head: number) =>
    tensor.shape.length === 4 ? matrixAt(tensor, sample, head) : matrixAt(tensor, sample);
  return Array.from({ length: heads }, (_, head) => ({
    weights: at(weights, head),
    context: at(stages.context, head),
    ...(masked ? { mask: masked.shape.length === 3 ? matrixAt(masked, head) : matrixAt(masked) } : {}),
    ...(dropoutMask ? { kept: at(dropoutMask, head) } : {}),
  }));
}

function parametersOf(state: StateDict): Parameter[] {
  return Object.entries(state)
    .filter(([key]) => !isMask(key))
    .map(([key, { data, shape }]) => {
      const [rows = 1, columns = 1] = shape;
      return { key, shape, matrix: { rows, columns, data } };
    });
}

/** Largest |a - b|; two equal infinities and two NaNs do not differ. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let index = 0; index < a.length; index++) {
    const [left = 0, right = 0] = [a[index], b[index]];
    if (Object.is(left, right) || left === right) continue;
    const difference = Math.abs(left - right);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

// The reference takes about 2 ns a multiply-add: this many weights come to a few milliseconds.
const REFERENCE_WEIGHTS = 64 * 64 * 8;

function differenceOf(layer: Layer, x: Tensor, stages: Stages): number | undefined {
  if (stages.weights.data.length > REFERENCE_WEIGHTS) return undefined;
  const { dropoutMask } = stages;
  const reference = layer.forwardDouble(x, dropoutMask ? { dropoutMask } : {});
  return largestDifference(stages.output.data, reference.data);
}

/**
 * @throws AttentionError for settings that make no layer, or a layer that cannot take the input
 * @throws InputError for a source that makes no batch
 */
export function compute(state: State, input: Input = inputOf(state)): Result {
  const [batch = 0, , dIn = 0] = input.x.shape;
  return withLayer(state, dIn, (layer) => {
    const stages = layer.trace(input.x);
    const difference = differenceOf(layer, input.x, stages);
    const entries = layer.stateDict();
    return {
      samples: Array.from({ length: batch }, (_, sample) => headsOf(stages, sample)),
      output: stages.output,
      printed: String(stages.output),
      parameters: parametersOf(entries),
      unused: unusedOf(entries, state.ownWeights ?? new Map()),
      ...(difference === undefined ? {} : { difference }),
    };
  });
}
