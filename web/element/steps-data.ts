// The steps of one pass through multi-head attention, and what each shape is made of.

import type { CausalAttentionTrace, Tensor } from "../api/index.js";
import { type Matrix, matrixAt, type TensorLike } from "./matrix.js";

export const STEPS = [
  "input",
  "projections",
  "heads",
  "scores",
  "masked",
  "weights",
  "dropped",
  "context",
  "merged",
  "output",
] as const;
export type Step = (typeof STEPS)[number];

export const MULTI_HEAD_CLASSES = ["MultiHeadAttention", "MultiHeadAttentionWrapper"] as const;
export type MultiHeadClass = (typeof MULTI_HEAD_CLASSES)[number];

/** What the layer was made from: what one writes to make it. */
export interface StepsSettings {
  readonly dIn: number;
  readonly dOut: number;
  readonly contextLength: number;
  readonly numHeads: number;
  readonly dropout: number;
  readonly dropoutMethod: "default" | "mkl";
  readonly qkvBias: boolean;
  readonly training: boolean;
  readonly seed: string;
  /** Whether weights or the mask are not those that the seed and the class give. */
  readonly isEdited: boolean;
}

export interface StepsData {
  readonly className: MultiHeadClass;
  readonly settings: StepsSettings;
  readonly tokens: readonly string[];
  /** (batch, tokens, d_in) */
  readonly x: TensorLike;
  /** The sample drawn. */
  readonly sample: number;
  /** Of the whole batch: (batch, heads, tokens, ·). */
  readonly trace: CausalAttentionTrace & { readonly merged?: Tensor };
}

/** The names of the stages that pictures show. */
export const STAGES = [
  "x",
  "queries",
  "keys",
  "values",
  "scores",
  "masked",
  "scaled",
  "weights",
  "dropoutMask",
  "droppedWeights",
  "context",
  "merged",
  "output",
] as const;
export type Stage = (typeof STAGES)[number];

export function headsIn({ trace }: StepsData): number {
  return trace.queries.shape[1] ?? 1;
}

export function headDimOf({ trace }: StepsData): number {
  return trace.queries.shape[3] ?? 1;
}

/** A stage of one head of the sample drawn; a mask is the same for all heads unless they were given different ones. */
export function stageOf({ x, trace, sample }: StepsData, stage: Stage, head: number): Matrix {
  const tensor = stage === "x" ? x : (trace[stage] ?? trace.output);
  if (stage === "masked") return tensor.shape.length === 3 ? matrixAt(tensor, head) : matrixAt(tensor);
  return tensor.shape.length === 4 ? matrixAt(tensor, sample, head) : matrixAt(tensor, sample);
}

/** Axes by PyTorch's names. */
export const AXES = ["b", "num_heads", "num_tokens", "d_in", "d_out", "head_dim"] as const;
export type Axis = (typeof AXES)[number];

function axesOf(step: Step, className: MultiHeadClass): readonly Axis[] {
  switch (step) {
    case "input":
      return ["b", "num_tokens", "d_in"];
    case "projections":
      return className === "MultiHeadAttention" ? ["b", "num_tokens", "d_out"] : ["b", "num_tokens", "head_dim"];
    case "heads":
    case "context":
      return className === "MultiHeadAttention"
        ? ["b", "num_heads", "num_tokens", "head_dim"]
        : ["b", "num_tokens", "head_dim"];
    case "merged":
    case "output":
      return ["b", "num_tokens", "d_out"];
    default:
      return className === "MultiHeadAttention"
        ? ["b", "num_heads", "num_tokens", "num_tokens"]
        : ["b", "num_tokens", "num_tokens"];
  }
}

export interface Shape {
  readonly axes: readonly Axis[];
  readonly sizes: readonly number[];
  /** How many tensors of this shape there are, one for each head of the wrapper; 1 where there is one for all. */
  readonly times: number;
}

/** The shape of a step's result. In the wrapper each head has its own until they are put side by side. */
export function shapeOfStep(step: Step, data: StepsData): Shape {
  const axes = axesOf(step, data.className);
  const heads = headsIn(data);
  const headDim = headDimOf(data);
  const [batch = 1, tokens = 1, dIn = 1] = data.x.shape;
  const sizes: Readonly<Record<Axis, number>> = {
    b: batch,
    num_heads: heads,
    num_tokens: tokens,
    d_in: dIn,
    d_out: heads * headDim,
    head_dim: headDim,
  };
  const isPerHead = data.className === "MultiHeadAttentionWrapper" && !["input", "merged", "output"].includes(step);
  return { axes, sizes: axes.map((axis) => sizes[axis]), times: isPerHead ? heads : 1 };
}
