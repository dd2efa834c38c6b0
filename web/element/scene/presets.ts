// The article's own example: its tokens, its batch, the two calls it makes and the tensors it prints.

import type { Preset, Settings } from "./state.js";

export const TOKENS = ["Your", "journey", "starts", "with", "one", "step"] as const;

const TEXT = [
  [0.43, 0.15, 0.89],
  [0.55, 0.87, 0.66],
  [0.57, 0.85, 0.64],
  [0.22, 0.58, 0.33],
  [0.77, 0.25, 0.1],
  [0.05, 0.8, 0.55],
] as const;

/** (2, 6, 3): the article stacks the same text twice. */
export const BATCH: readonly number[] = [TEXT, TEXT].flat(2);
export const BATCH_SHAPE = [2, TEXT.length, 3] as const;

/** The article's call of MultiHeadAttentionWrapper; its MultiHeadAttention takes the same numbers. */
export const WRAPPER: Settings = {
  layer: "MultiHeadAttentionWrapper",
  numHeads: 2,
  dOut: 2,
  contextLength: 6,
  qkvBias: false,
  dropout: 0,
  dropoutMethod: "default",
  seed: "123",
  training: true,
};

export const MULTI_HEAD: Settings = { ...WRAPPER, layer: "MultiHeadAttention" };

const LINE_OF_64 = [
  "Attention lets every word look back at the words before it and take from each as much as it needs .",
  "One head may follow the verb , another the word that came just before ;",
  "the layer puts what they found side by side and mixes it once more .",
  "Long texts make large pictures , so read them by their rows .",
].join(" ");

/** A Chinese sentence, a word a token. */
export const CHINESE: Preset = {
  ...WRAPPER,
  source: { kind: "text", text: "千里之行，始于足下。" },
  dIn: 4,
  dOut: 4,
  contextLength: 8,
};

export const LONG: Preset = {
  ...MULTI_HEAD,
  source: { kind: "text", text: LINE_OF_64 },
  dIn: 16,
  dOut: 16,
  numHeads: 4,
  contextLength: 64,
};

export const RANDOM: Preset = {
  ...MULTI_HEAD,
  source: { kind: "random", batch: 3, tokens: 12 },
  dIn: 8,
  dOut: 8,
  numHeads: 4,
  contextLength: 12,
};

/** The last token, ten times as loud: without the mask every row hears it. */
const LOUD = [0.5, 8, 5.5];
export const MASK_MATTERS: Preset = {
  ...WRAPPER,
  layer: "CausalAttention",
  inputs: new Map([15, 33].flatMap((start) => LOUD.map((value, index): [number, number] => [start + index, value]))),
};

function twice(rows: string): string {
  return `tensor([[${rows}],\n\n        [${rows}]]`;
}

/** The article's prints, line breaks as PyTorch sets them; grad_fn on a line of its own, as PyTorch does past 80 columns. */
export const PRINTED: Partial<Record<Settings["layer"], string>> = {
  MultiHeadAttentionWrapper: `${twice(`[-0.4519,  0.2216,  0.4772,  0.1063],
         [-0.5874,  0.0058,  0.5891,  0.3257],
         [-0.6300, -0.0632,  0.6202,  0.3860],
         [-0.5675, -0.0843,  0.5478,  0.3589],
         [-0.5526, -0.0981,  0.5321,  0.3428],
         [-0.5299, -0.1081,  0.5077,  0.3493]`)},\n       grad_fn=<CatBackward0>)`,
  MultiHeadAttention: `${twice(`[0.3190, 0.4858],
         [0.2943, 0.3897],
         [0.2856, 0.3593],
         [0.2693, 0.3873],
         [0.2639, 0.3928],
         [0.2575, 0.4028]`)},\n       grad_fn=<ViewBackward0>)`,
};
