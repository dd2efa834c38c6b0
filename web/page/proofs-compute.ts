// What the proofs compare: passes over one sample at a time, with the reader's own settings.

import { MultiHeadAttention, MultiHeadAttentionWrapper, type StateDict, Tensor } from "../api/index.js";
import { isMask, type Layer, largestDifference, withLayer } from "../element/scene/compute.js";
import type { State } from "../element/scene/state.js";
import { countSameBits, rowsWithSameBits } from "./bits.js";

/** One sample of a batch, (1, tokens, d_in). */
export function sampleOf({ data, shape }: Tensor, sample: number): Tensor {
  const [, tokens = 0, dIn = 0] = shape;
  const size = tokens * dIn;
  return new Tensor(data.slice(sample * size, (sample + 1) * size), [1, tokens, dIn]);
}

function widthOf({ shape }: Tensor): number {
  return shape.at(-1) ?? 0;
}

/** Largest |output - reference| for one sample, both with the same weights dropped. */
export function referenceDifference(state: State, x: Tensor): number {
  return withLayer(state, widthOf(x), (layer) => {
    const { output, dropoutMask } = layer.trace(x);
    const reference = layer.forwardDouble(x, dropoutMask ? { dropoutMask } : {});
    return largestDifference(output.data, reference.data);
  });
}

export interface Causality {
  /** (tokens, width) of the poked input: all heads' contexts side by side. */
  readonly contexts: Tensor;
  /** Whether each row kept all its bits. */
  readonly kept: readonly boolean[];
  /** The largest change in a row before the poked one. */
  readonly leak: number;
}

/** The rows that attention hands on, before any output projection mixes their columns; one sample's. */
function contextsOf(state: State, x: Tensor): Tensor {
  const { data, shape } = withLayer(state, widthOf(x), (layer) =>
    layer instanceof MultiHeadAttention ? layer.trace(x, { only: ["merged"] }).merged : layer.forward(x),
  );
  return new Tensor(data, shape.slice(1));
}

/** One pass as it is and one with a token poked: every value of its embedding is `amount` larger. */
export function causality(state: State, x: Tensor, token: number, amount: number): Causality {
  const width = widthOf(x);
  const poked = new Tensor(x.data.slice(), x.shape);
  for (let index = token * width; index < (token + 1) * width; index++) {
    poked.data[index] = (poked.data[index] ?? 0) + amount;
  }
  const before = contextsOf(state, x);
  const contexts = contextsOf(state, poked);
  const earlier = token * widthOf(contexts);
  return {
    contexts,
    kept: rowsWithSameBits(before.data, contexts.data, widthOf(contexts)),
    leak: largestDifference(before.data.subarray(0, earlier), contexts.data.subarray(0, earlier)),
  };
}

/** Two tensors of the same shape, compared. */
export interface Comparison {
  readonly numbers: number;
  readonly same: number;
  readonly difference: number;
}

export interface Twins {
  /** The wrapper's output and the split's, (tokens, width). */
  readonly wrapper: Tensor;
  readonly split: Tensor;
  readonly numHeads: number;
  /** The split's contexts before out_proj, and its output, each against the wrapper's output. */
  readonly merged: Comparison;
  readonly output: Comparison;
}

function compared(a: Tensor, b: Tensor): Comparison {
  return {
    numbers: a.data.length,
    same: countSameBits(a.data, b.data),
    difference: largestDifference(a.data, b.data),
  };
}

/** The state's layer as a wrapper: the split's d_out is that of all heads together. */
function wrapperState(state: State): State {
  const dOut = state.layer === "MultiHeadAttention" ? state.dOut / state.numHeads : state.dOut;
  return { ...state, layer: "MultiHeadAttentionWrapper", dOut, training: false };
}

/** The rows of a weight split, head by head, under the wrapper's names; every head hides what the split hides. */
function asHeads(split: StateDict, numHeads: number): StateDict {
  const entries = Object.entries(split).filter(([key]) => !key.startsWith("out_proj."));
  return Object.fromEntries(
    Array.from({ length: numHeads }, (_, head) =>
      entries.map(([key, tensor]): [string, Tensor] => {
        const { data, shape } = tensor;
        if (isMask(key)) return [`heads.${head}.${key}`, tensor];
        const size = data.length / numHeads;
        const [rows = 1, ...rest] = shape;
        const part = new Tensor(data.slice(head * size, (head + 1) * size), [rows / numHeads, ...rest]);
        return [`heads.${head}.${key}`, part];
      }),
    ).flat(),
  );
}

function twinsOf(layer: Layer, x: Tensor): Twins {
  if (!(layer instanceof MultiHeadAttentionWrapper)) throw new Error("not a wrapper");
  const split = MultiHeadAttention.fromWrapper(layer);
  try {
    const wrapper = layer.forward(x);
    const { merged, output } = split.trace(x, { only: ["merged", "output"] });
    const whole = ({ data, shape }: Tensor) => new Tensor(data, shape.slice(1));
    return {
      wrapper: whole(wrapper),
      split: whole(output),
      numHeads: layer.numHeads,
      merged: compared(wrapper, merged),
      output: compared(wrapper, output),
    };
  } finally {
    split.dispose();
  }
}

/** A wrapper of heads and the split made from it, in eval mode: in training the two would draw dropout in different orders. */
export function twins(state: State, x: Tensor): Twins {
  const own = wrapperState(state);
  if (state.layer !== "MultiHeadAttention") return withLayer(own, widthOf(x), (layer) => twinsOf(layer, x));
  const heads = withLayer(state, widthOf(x), (layer) => asHeads(layer.stateDict(), state.numHeads));
  const { ownWeights: _own, ...drawn } = { ...own, masked: true, weights: new Map() };
  return withLayer(drawn, widthOf(x), (layer) => {
    layer.loadStateDict(heads);
    return twinsOf(layer, x);
  });
}
