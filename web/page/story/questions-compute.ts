// The numbers behind the answers: what seed 123 draws in both multi-head classes, and how dropout masks come out.

import { MultiHeadAttention, MultiHeadAttentionWrapper, Tensor } from "../../api/index.js";
import { isMask } from "../../element/scene/compute.js";
import { BATCH, BATCH_SHAPE } from "../../element/scene/presets.js";
import { countSameBits } from "../bits.js";
import { D_OUT } from "./figure.js";
import { causalPass, seeded, using } from "./passes.js";

export const ARTICLE_SEED = "123";
const NUM_HEADS = 2;

/** The article's sentence once. */
function sentence(): Tensor {
  const [, tokens, dIn] = BATCH_SHAPE;
  return new Tensor(Float32Array.from(BATCH.slice(0, tokens * dIn)), [tokens, dIn]);
}

export interface Drawn {
  readonly key: string;
  readonly tensor: Tensor;
}

/** One step of drawing: the n-th parameter of either class; the split class has fewer. */
export interface Draw {
  readonly wrapper: Drawn;
  readonly split: Drawn | undefined;
  /** How many of the numbers have the same bits; undefined where shapes differ. */
  readonly same: number | undefined;
}

export interface TwoClasses {
  readonly draws: readonly Draw[];
  /** The first token's row. */
  readonly wrapperRow: readonly number[];
  readonly mergedRow: readonly number[];
  readonly outputRow: readonly number[];
  readonly projection: { readonly weight: Tensor; readonly bias: Tensor };
}

function firstRow({ data, shape }: Tensor): number[] {
  return [...data.subarray(0, shape.at(-1))];
}

/** state_dict lists parameters in the order in which they are drawn. */
function drawn(state: Readonly<Record<string, Tensor>>): Drawn[] {
  return Object.entries(state).flatMap(([key, tensor]) => (isMask(key) ? [] : [{ key, tensor }]));
}

/** The article's two calls, number by number. */
export function twoClasses(): TwoClasses {
  const x = sentence();
  const [tokens = 1, dIn = 1] = x.shape;
  const options = { dIn, dOut: D_OUT, contextLength: tokens, numHeads: NUM_HEADS };
  const [first, wrapperRow] = seeded(ARTICLE_SEED, (generator) =>
    using(
      new MultiHeadAttentionWrapper({ ...options, generator }),
      (layer) => [drawn(layer.stateDict()), firstRow(layer.forward(x))] as const,
    ),
  );
  return seeded(ARTICLE_SEED, (generator) =>
    using(new MultiHeadAttention({ ...options, generator }), (layer) => {
      const state = layer.stateDict();
      const second = drawn(state);
      const { merged, output } = layer.trace(x, { only: ["merged", "output"] });
      const { "out_proj.weight": weight, "out_proj.bias": bias } = state;
      if (!weight || !bias) throw new Error("no out_proj");
      const draws = first.map((wrapper, step): Draw => {
        const split = second[step];
        const isSameShape = split && String(split.tensor.shape) === String(wrapper.tensor.shape);
        const same = isSameShape ? countSameBits(wrapper.tensor.data, split.tensor.data) : undefined;
        return { wrapper, split, same };
      });
      return {
        draws,
        wrapperRow,
        mergedRow: firstRow(merged),
        outputRow: firstRow(output),
        projection: { weight, bias },
      };
    }),
  );
}

/** A dropout mask of the article's sentence, row by row: 1 where a weight is kept. */
export function maskRows(dropoutMethod: "default" | "mkl"): string[] {
  const x = sentence();
  const [tokens = 1] = x.shape;
  const options = { dOut: D_OUT, contextLength: tokens, dropout: 0.5, dropoutMethod };
  const { data } = causalPass(x, options, ARTICLE_SEED).dropoutMask;
  return Array.from({ length: tokens }, (_, row) => [...data.subarray(row * tokens, (row + 1) * tokens)].join(""));
}
