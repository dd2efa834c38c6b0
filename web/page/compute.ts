// Makes the picture's data from the state: reseeds, constructs, puts the reader's edits in, traces.

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
} from "../api/index.js";
import type { HeadData } from "../element/attention-head.js";
import { type Matrix, matrixAt, type TensorLike } from "../element/matrix.js";
import { BATCH, BATCH_SHAPE } from "./presets.js";
import type { Edits, Settings, State } from "./state.js";

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
  /** The output as PyTorch prints it. */
  readonly printed: string;
  readonly parameters: readonly Parameter[];
}

/** The stages that pictures need; which of them there are depends on the class. */
interface Stages {
  readonly weights: Tensor;
  readonly context: Tensor;
  readonly output: Tensor;
  readonly masked?: Tensor;
  readonly dropoutMask?: Tensor;
  readonly droppedWeights?: Tensor;
}

interface Layer {
  trace(x: Tensor): Stages;
  stateDict(): StateDict;
  loadStateDict(state: StateDict): unknown;
  train(mode: boolean): unknown;
  dispose(): void;
}

function construct(settings: Settings, generator: Generator): Layer {
  const { dOut, contextLength, numHeads, qkvBias, dropout, dropoutMethod } = settings;
  const drawn = { dIn: BATCH_SHAPE[2], dOut, generator };
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

/** The batch with the reader's values in it, (2, 6, 3). */
export function inputOf(state: State): Tensor {
  const data = Float32Array.from(BATCH);
  for (const [index, value] of state.inputs) data[index] = value;
  return new Tensor(data, BATCH_SHAPE);
}

function isTrainable(key: string): boolean {
  return !key.endsWith("mask");
}

/** Puts edits where the layer has such a weight; a link may carry others. */
function applyEdits(layer: Layer, edits: Edits): void {
  const state = layer.stateDict();
  const known = [...edits].filter(([key]) => Object.hasOwn(state, key) && isTrainable(key));
  if (known.length === 0) return;
  for (const [key, values] of known) {
    const data = state[key]?.data;
    for (const [index, value] of values) if (data && index < data.length) data[index] = value;
  }
  layer.loadStateDict(state);
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
    .filter(([key]) => isTrainable(key))
    .map(([key, { data, shape }]) => {
      const [rows = 1, columns = 1] = shape;
      return { key, shape, matrix: { rows, columns, data } };
    });
}

/** @throws AttentionError for settings that make no layer, or a layer that cannot take the input */
export function compute(state: State): Result {
  const generator = new Generator(BigInt(state.seed));
  let layer: Layer | undefined;
  try {
    layer = construct(state, generator);
    layer.train(state.training);
    applyEdits(layer, state.weights);
    const stages = layer.trace(inputOf(state));
    return {
      samples: Array.from({ length: BATCH_SHAPE[0] }, (_, sample) => headsOf(stages, sample)),
      printed: String(stages.output),
      parameters: parametersOf(layer.stateDict()),
    };
  } finally {
    layer?.dispose();
    generator.dispose();
  }
}
