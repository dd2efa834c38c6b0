// What a chapter that takes the reader's own layer apart depends on, for Lit's guard: all else leaves it as it is.

import type { Model } from "../app.js";
import type { ChapterId } from "./story.js";

export function layerKey({ state, language, sample }: Model, chapter: ChapterId): unknown[] {
  const { layer, numHeads, dOut, contextLength, qkvBias, dropout, dropoutMethod, seed, training } = state;
  const { source, dIn, inputs, weights, ownWeights, masked } = state;
  const marks = [...state.marks].filter(([name]) => name.startsWith(`${chapter}.`)).join();
  return [
    ...[language, sample, marks, layer, numHeads, dOut, contextLength, qkvBias, dropout, dropoutMethod, seed, training],
    ...[source, dIn, inputs, weights, ownWeights, masked],
  ];
}
