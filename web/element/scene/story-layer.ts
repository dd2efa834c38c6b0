// The multi-head layer that chapters take apart: the reader's settings where they make one, else the article's.

import { AttentionError, type Tensor } from "../../api/index.js";
import { type Layer, withLayer } from "./compute.js";
import { MULTI_HEAD, WRAPPER } from "./presets.js";
import { problemBefore } from "./problems.js";
import { INITIAL, type State } from "./state.js";

// As many as the article's sentence has: figures with numbers in every cell stay readable on a phone.
export const STORY_TOKENS = 6;

export type MultiHeadName = "MultiHeadAttention" | "MultiHeadAttentionWrapper";

/** The state with another class; dOut is the width of one head in the wrapper and of all heads in the split. */
function withClass(state: State, layer: MultiHeadName, tokens: number): State {
  return { ...state, layer, contextLength: Math.max(state.contextLength, tokens) };
}

/** The article's call of the class, in the state's language and mode. */
export function articleState(layer: MultiHeadName, tokens: number): State {
  return withClass({ ...INITIAL, ...(layer === "MultiHeadAttention" ? MULTI_HEAD : WRAPPER) }, layer, tokens);
}

export interface Used<T> {
  readonly value: T;
  /** The settings that made it. */
  readonly state: State;
  /** Whether the reader's own settings make no such layer, so that the article's stand in. */
  readonly isArticles: boolean;
}

/** Hands the layer on, made from the state or else from the article's settings. */
export function useLayer<T>(state: State, layer: MultiHeadName, x: Tensor, use: (layer: Layer) => T): Used<T> {
  const [tokens = 1, dIn = 1] = x.shape.slice(-2);
  const own = withClass(state, layer, tokens);
  const article = articleState(layer, tokens);
  if (!problemBefore(own, new Map(), ["numHeads", "dOut", "contextLength", "dropout"])) {
    try {
      return { value: withLayer(own, dIn, use), state: own, isArticles: false };
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
    }
  }
  return { value: withLayer(article, dIn, use), state: article, isArticles: true };
}
