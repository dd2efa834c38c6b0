// What the figure of the weight split is made of: the numbers of one projection, how many are drawn, the things with a place.

import type { Matrix } from "./matrix.js";

/** The numbers of one projection: queries, keys or values. */
export interface SplitData {
  readonly tokens: readonly string[];
  /** Samples in the batch; one of them is drawn. */
  readonly batch: number;
  /** (tokens, d_in) */
  readonly x: Matrix;
  /** The wrapper's matrices, (head_dim, d_in) each. */
  readonly apart: readonly Matrix[];
  /** What the wrapper's heads multiply to, (tokens, head_dim) each. */
  readonly products: readonly Matrix[];
  /** The one matrix of the split, (heads * head_dim, d_in). */
  readonly joined: Matrix;
  /** What the split multiplies to, as its trace has it: (tokens, head_dim) for each head. */
  readonly split: readonly Matrix[];
}

export const SPLIT_STEPS = ["apart", "joined", "product", "view", "transpose"] as const;
export type SplitStep = (typeof SPLIT_STEPS)[number];

/** How much is drawn: of each head, of how many heads, and how wide. */
export interface Extent {
  readonly heads: number;
  readonly tokens: number;
  readonly headDim: number;
  readonly dIn: number;
}

export interface Grain {
  readonly width: number;
  readonly height: number;
  readonly decimals: number;
  /** Most columns of all heads together, and of x. */
  readonly columns: number;
  readonly inputs: number;
}

export const WIDE: Grain = { width: 50, height: 26, decimals: 4, columns: 8, inputs: 4 };
export const NARROW: Grain = { width: 34, height: 26, decimals: 2, columns: 4, inputs: 3 };

const MOST_HEADS = 4;
const MOST_ROWS = 16;

export function wholeOf({ x, apart }: SplitData): Extent {
  return { heads: apart.length, tokens: x.rows, headDim: apart[0]?.rows ?? 1, dIn: x.columns };
}

/** As much as can be read: a figure of hundreds of numbers explains nothing. */
export function extentOf(data: SplitData, grain: Grain): Extent {
  const whole = wholeOf(data);
  const heads = Math.min(whole.heads, MOST_HEADS);
  return {
    heads,
    tokens: Math.min(whole.tokens, Math.max(Math.floor(MOST_ROWS / heads), 1)),
    headDim: Math.min(whole.headDim, Math.max(Math.floor(grain.columns / heads), 1)),
    dIn: Math.min(whole.dIn, grain.inputs),
  };
}

interface Place {
  /** The same from step to step, so that a thing that moves is known again. */
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

export type Part = "x" | "weight" | "product" | "wrapper";

export interface NumberItem extends Place {
  readonly kind: "number";
  readonly part: Part;
  readonly value: number;
  readonly row: number;
  readonly column: number;
  readonly head?: number;
  readonly token?: number;
}

export interface RingItem extends Place {
  readonly kind: "ring";
  readonly columns: number;
  readonly token: number;
}

export interface BadgeItem extends Place {
  readonly kind: "badge";
  readonly head: number;
}

export interface TextItem extends Place {
  readonly kind: "text";
  readonly text: string;
  readonly role: "token" | "name" | "shape" | "sign";
  readonly token?: number;
}

export type Item = NumberItem | RingItem | BadgeItem | TextItem;

export interface Figure {
  readonly items: readonly Item[];
  readonly width: number;
  readonly height: number;
}

/** The names of matrices as the article writes them; heads count from 1. */
export interface MatrixNames {
  readonly weight: (head: number | undefined) => string;
  readonly product: (head: number | undefined) => string;
  /** Over the wrapper's numbers where they stand beside the split's, and over those. */
  readonly wrapper: string;
  readonly split: string;
}

export const PROJECTIONS = ["queries", "keys", "values"] as const;
export type Projection = (typeof PROJECTIONS)[number];

const NAMES: Readonly<Record<Projection, { readonly layer: string; readonly letter: string }>> = {
  queries: { layer: "W_query", letter: "q" },
  keys: { layer: "W_key", letter: "k" },
  values: { layer: "W_value", letter: "v" },
};

/** Wq1, Wq2, Q1, Q2 for the heads' own, as in the article's figure; W_query and Q for all heads together. */
export function matrixNames(of: Projection): Pick<MatrixNames, "weight" | "product"> {
  const { layer, letter } = NAMES[of];
  return {
    weight: (head) => `${head === undefined ? layer : `W${letter}${head + 1}`}ᵀ`,
    product: (head) => `${letter.toUpperCase()}${head === undefined ? "" : head + 1}`,
  };
}

/** The line of PyTorch that does the step. */
export function lineOf(step: SplitStep, of: Projection): string {
  const { layer } = NAMES[of];
  switch (step) {
    case "apart":
      return `[head.${layer}(x) for head in self.heads]`;
    case "joined":
      return `self.${layer} = nn.Linear(d_in, d_out)`;
    case "product":
      return `${of} = self.${layer}(x)`;
    case "view":
      return `${of} = ${of}.view(b, num_tokens, self.num_heads, self.head_dim)`;
    case "transpose":
      return `${of} = ${of}.transpose(1, 2)`;
  }
}

/** The shape at a step, by its axes and in numbers. */
export function shapeOf(step: SplitStep, data: SplitData): [axes: string, sizes: string] {
  const { heads, tokens, headDim, dIn } = wholeOf(data);
  const b = data.batch;
  switch (step) {
    case "apart":
      return ["num_heads × (b, num_tokens, head_dim)", `${heads} × (${b}, ${tokens}, ${headDim})`];
    case "joined":
      return ["(d_out, d_in)", `(${heads * headDim}, ${dIn})`];
    case "product":
      return ["(b, num_tokens, d_out)", `(${b}, ${tokens}, ${heads * headDim})`];
    case "view":
      return ["(b, num_tokens, num_heads, head_dim)", `(${b}, ${tokens}, ${heads}, ${headDim})`];
    case "transpose":
      return ["(b, num_heads, num_tokens, head_dim)", `(${b}, ${heads}, ${tokens}, ${headDim})`];
  }
}

/** How many of the split's numbers are the wrapper's, bit for bit. */
export function countEqual({ products, split }: SplitData): { equal: number; all: number } {
  const ours = split.flatMap(({ data }) => Array.from(data));
  const theirs = products.flatMap(({ data }) => Array.from(data));
  return { equal: ours.filter((value, index) => Object.is(value, theirs[index])).length, all: ours.length };
}
