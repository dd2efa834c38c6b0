// One pass of both multi-head classes on the reader's tokens, with what each was made from.

import { MultiHeadAttention, MultiHeadAttentionWrapper, Tensor } from "../../api/index.js";
import type { MultiHeadClass, StepsData, StepsSettings } from "../steps-data.js";
import type { Layer } from "./compute.js";
import type { Input } from "./input.js";
import type { State } from "./state.js";
import { STORY_TOKENS, useLayer } from "./story-layer.js";

function traceOf(layer: Layer, x: Tensor): StepsData["trace"] {
  if (layer instanceof MultiHeadAttention) return layer.trace(x);
  if (layer instanceof MultiHeadAttentionWrapper) return layer.trace(x);
  throw new Error("not a multi-head class");
}

function settingsOf(state: State, dIn: number): StepsSettings {
  const { dOut, contextLength, numHeads, dropout, dropoutMethod, qkvBias, training, seed } = state;
  const isEdited = state.ownWeights !== undefined || state.weights.size > 0 || !state.masked;
  return { dIn, dOut, contextLength, numHeads, dropout, dropoutMethod, qkvBias, training, seed, isEdited };
}

export interface Steps {
  readonly data: Readonly<Record<MultiHeadClass, StepsData>>;
  /** Classes of which the reader's settings make no layer: the article's stand in. */
  readonly articles: readonly MultiHeadClass[];
}

/** All samples of the batch, cut to as many tokens as the story shows: dropout draws for the whole batch. */
function batchOf({ x }: Input, tokens: number): Tensor {
  const [batch = 0, all = 0, dIn = 0] = x.shape;
  const rows = Array.from({ length: batch }, (_, sample) =>
    Array.from(x.data.subarray(sample * all * dIn, (sample * all + tokens) * dIn)),
  );
  return new Tensor(Float32Array.from(rows.flat()), [batch, tokens, dIn]);
}

export function stepsOf(state: State, input: Input, sample: number): Steps {
  const tokens = (input.words[sample] ?? []).slice(0, STORY_TOKENS);
  const x = batchOf(input, tokens.length);
  const articles: MultiHeadClass[] = [];
  const dataOf = (className: MultiHeadClass): StepsData => {
    const used = useLayer(state, className, x, (layer) => traceOf(layer, x));
    if (used.isArticles) articles.push(className);
    const settings = settingsOf(used.state, x.shape[2] ?? 1);
    return { className, settings, tokens, x, sample, trace: used.value };
  };
  return {
    data: {
      MultiHeadAttention: dataOf("MultiHeadAttention"),
      MultiHeadAttentionWrapper: dataOf("MultiHeadAttentionWrapper"),
    },
    articles,
  };
}
