// The numbers of the weight split: a wrapper of heads and the split made from it, both traced on the reader's tokens.

import { MultiHeadAttention, MultiHeadAttentionWrapper, type StateDict, type Tensor } from "../../api/index.js";
import { type Matrix, matrixAt, type TensorLike } from "../../element/matrix.js";
import type { Layer } from "../../element/scene/compute.js";
import { isMultiHead } from "../../element/scene/layers.js";
import { INITIAL, type State } from "../../element/scene/state.js";
import { useLayer } from "../../element/scene/story-layer.js";
import { PROJECTIONS, type Projection, type SplitData } from "../../element/split-figure.js";
import type { StoryInput } from "./story.js";

export type Splits = Readonly<Record<Projection, SplitData>>;

const LAYER_OF: Readonly<Record<Projection, string>> = { queries: "W_query", keys: "W_key", values: "W_value" };

/** The state as a wrapper of as many heads, each as wide: the split's d_out is all of them together. */
function asWrapper(state: State): State {
  if (!isMultiHead(state.layer)) return { ...state, numHeads: INITIAL.numHeads, dOut: INITIAL.dOut };
  return state.layer === "MultiHeadAttention" ? { ...state, dOut: state.dOut / state.numHeads } : state;
}

function headsOf(tensor: TensorLike): Matrix[] {
  return Array.from({ length: tensor.shape[0] ?? 0 }, (_, head) => matrixAt(tensor, head));
}

function weightOf(state: StateDict, key: string): Matrix {
  const weight = state[`${key}.weight`];
  if (!weight) throw new Error(`no ${key}.weight`);
  return matrixAt(weight);
}

/** Both layers' tensors; the second has taken the weights of the first over. */
function bothOf(layer: Layer, x: Tensor, batch: number, tokens: readonly string[]): Splits {
  if (!(layer instanceof MultiHeadAttentionWrapper)) throw new Error("not a wrapper");
  const split = MultiHeadAttention.fromWrapper(layer);
  try {
    const [apart, joined] = [layer.stateDict(), split.stateDict()];
    const [theirs, ours] = [layer.trace(x, { only: PROJECTIONS }), split.trace(x, { only: PROJECTIONS })];
    const dataOf = (of: Projection): SplitData => ({
      tokens,
      batch,
      x: matrixAt(x),
      apart: Array.from({ length: layer.numHeads }, (_, head) => weightOf(apart, `heads.${head}.${LAYER_OF[of]}`)),
      products: headsOf(theirs[of]),
      joined: weightOf(joined, LAYER_OF[of]),
      split: headsOf(ours[of]),
    });
    return { queries: dataOf("queries"), keys: dataOf("keys"), values: dataOf("values") };
  } finally {
    split.dispose();
  }
}

export function splitsOf(
  state: State,
  { x, words }: StoryInput,
  batch: number,
): { splits: Splits; isArticles: boolean } {
  // Without bias the products are x times the weights and nothing else, which is what the figure says.
  const plain = { ...asWrapper(state), qkvBias: false };
  const { value, isArticles } = useLayer(plain, "MultiHeadAttentionWrapper", x, (layer) =>
    bothOf(layer, x, batch, words),
  );
  return { splits: value, isArticles };
}
