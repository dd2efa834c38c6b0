// The trained model's pass: embeddings looked up, two layers by the API with residuals, logits by the tied embedding.

import {
  Generator,
  MultiHeadAttention,
  type MultiHeadAttentionTrace,
  SelfAttentionV2,
  type StateDict,
  Tensor,
} from "../../api/index.js";
import { type Matrix, matrixAt, type TensorLike } from "../../element/matrix.js";

export const CONTEXT = 32;
export const LAYER_COUNT = 2;
export const HEADS_PER_LAYER = 4;
export const HEAD_COUNT = LAYER_COUNT * HEADS_PER_LAYER;
const WORD_COUNT = 64;
const WIDTH = 48;
const HEAD_DIM = WIDTH / HEADS_PER_LAYER;

export interface Pass {
  /** Layer 1's heads, then layer 2's: (tokens, tokens) each, row = query, column = key. */
  readonly weights: readonly Matrix[];
  /** (tokens, tokens), nonzero = hidden, the same for all heads. */
  readonly masked: Matrix;
  /** (tokens, words): row = the token read last, column = the word that may follow. */
  readonly logits: Matrix;
}

/** Heads counted through both layers, 0 to 7. */
export type Heads = ReadonlySet<number>;

type Stages = Pick<MultiHeadAttentionTrace, "masked" | "weights" | "output">;

const NO_MASK: Matrix = { rows: 0, columns: 0, data: [] };

const LAYER_SHAPES: Readonly<Record<string, readonly number[]>> = {
  "W_query.weight": [WIDTH, WIDTH],
  "W_key.weight": [WIDTH, WIDTH],
  "W_value.weight": [WIDTH, WIDTH],
  "out_proj.weight": [WIDTH, WIDTH],
  "out_proj.bias": [WIDTH],
};

/** The weights as train.py writes them. */
export class TrainedModel {
  readonly #tokens: Tensor;
  readonly #positions: Tensor;
  readonly #layers: readonly StateDict[];

  /** @throws Error that names what a file lacks */
  constructor(tensors: ReadonlyMap<string, TensorLike>) {
    this.#tokens = take(tensors, "token_embedding.weight", [WORD_COUNT, WIDTH]);
    this.#positions = take(tensors, "position_embedding.weight", [CONTEXT, WIDTH]);
    this.#layers = Array.from({ length: LAYER_COUNT }, (_, layer) =>
      Object.fromEntries(
        Object.entries(LAYER_SHAPES).map(([key, shape]) => [key, take(tensors, `layers.${layer}.${key}`, shape)]),
      ),
    );
  }

  /** One pass over up to 32 words, in which the heads that are off add nothing. */
  run(ids: readonly number[], off: Heads = new Set()): Pass {
    const generator = new Generator(0); // what it draws is overwritten; the page's own draws stay as they are
    try {
      const weights: Matrix[] = [];
      let masked = NO_MASK;
      let x = this.#embed(ids);
      for (const [layer, state] of this.#layers.entries()) {
        const stages = attend(x, withoutHeads(state, layer, off), generator);
        x = sum(x, stages.output);
        masked = matrixAt(stages.masked);
        for (let head = 0; head < HEADS_PER_LAYER; head++) weights.push(matrixAt(stages.weights, head));
      }
      return { weights, masked, logits: this.#logits(x, generator) };
    } finally {
      generator.dispose();
    }
  }

  #embed(ids: readonly number[]): Tensor {
    const data = new Float32Array(ids.length * WIDTH);
    ids.forEach((id, position) => {
      data.set(this.#tokens.data.subarray(id * WIDTH, (id + 1) * WIDTH), position * WIDTH);
    });
    const positions = this.#positions.data.subarray(0, data.length);
    return sum(new Tensor(data, [ids.length, WIDTH]), new Tensor(positions, [ids.length, WIDTH]));
  }

  /** x times the token embedding transposed: a linear layer without bias, as W_query of the article's class is one. */
  #logits(x: Tensor, generator: Generator): Matrix {
    const linear = new SelfAttentionV2({ dIn: WIDTH, dOut: WORD_COUNT, generator });
    try {
      linear.loadStateDict({ "W_query.weight": this.#tokens }, { strict: false });
      return matrixAt(linear.trace(x, { only: ["queries"] }).queries);
    } finally {
      linear.dispose();
    }
  }
}

function take(tensors: ReadonlyMap<string, TensorLike>, name: string, shape: readonly number[]): Tensor {
  const tensor = tensors.get(name);
  if (tensor?.shape.join() !== shape.join()) {
    throw new Error(
      `${name}: expected shape (${shape.join(", ")}), got ${tensor ? `(${tensor.shape.join(", ")})` : "none"}`,
    );
  }
  return new Tensor(Float32Array.from(tensor.data), shape);
}

function attend(x: Tensor, state: StateDict, generator: Generator): Stages {
  const layer = new MultiHeadAttention({
    dIn: WIDTH,
    dOut: WIDTH,
    contextLength: CONTEXT,
    numHeads: HEADS_PER_LAYER,
    generator,
  });
  try {
    layer.loadStateDict(state, { strict: false }); // the causal mask is not in the file
    return layer.trace(x, { only: ["masked", "weights", "output"] });
  } finally {
    layer.dispose();
  }
}

/** The layer's state with the columns of out_proj that read these heads' contexts at zero. */
function withoutHeads(state: StateDict, layer: number, off: Heads): StateDict {
  const weight = state["out_proj.weight"];
  const without = Array.from({ length: HEADS_PER_LAYER }, (_, head) => head).filter((head) =>
    off.has(layer * HEADS_PER_LAYER + head),
  );
  if (!weight || without.length === 0) return state;
  const data = weight.data.map((value, index) => {
    const head = Math.floor((index % WIDTH) / HEAD_DIM);
    return without.includes(head) ? 0 : value;
  });
  return { ...state, "out_proj.weight": new Tensor(data, weight.shape) };
}

/** A residual: both of one shape. */
function sum(a: Tensor, b: Tensor): Tensor {
  return new Tensor(
    a.data.map((value, index) => value + (b.data[index] ?? 0)),
    a.shape,
  );
}
