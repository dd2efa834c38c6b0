// What callers write and get: the options of each class, and the record of one pass through it.
import type { Generator } from "./generator.js";
import type { Tensor } from "./tensor.js";

/**
 * Which of PyTorch's CPU builds dropout agrees with: `"default"` those without MKL, `"mkl"` the x86 ones with it. The
 * same seed drops different weights.
 */
export type DropoutMethod = "default" | "mkl";

/** Options of {@link SelfAttentionV1}. */
export interface SelfAttentionV1Options {
  /** Width of a token's embedding. */
  readonly dIn: number;
  /** Width of queries, keys, values and the output. */
  readonly dOut: number;
  /** Draws the parameters; by default the generator that `manualSeed` seeds. */
  readonly generator?: Generator | undefined;
}

/** Options of {@link SelfAttentionV2}. */
export interface SelfAttentionV2Options extends SelfAttentionV1Options {
  /** Whether the query, key and value projections have a bias; false by default. */
  readonly qkvBias?: boolean | undefined;
}

/** Options of {@link CausalAttention}. */
export interface CausalAttentionOptions extends SelfAttentionV2Options {
  /** The most tokens that an input may have. */
  readonly contextLength: number;
  /** The probability that a weight is dropped in training mode; 0 by default. */
  readonly dropout?: number | undefined;
  /** `"default"` unless given. */
  readonly dropoutMethod?: DropoutMethod | undefined;
}

/** Options of {@link MultiHeadAttentionWrapper}, where `dOut` is the width of ONE head. */
export interface MultiHeadAttentionWrapperOptions extends CausalAttentionOptions {
  /** How many heads attend side by side. */
  readonly numHeads: number;
}

/** Options of {@link MultiHeadAttention}, where `dOut` is the TOTAL width and must divide by `numHeads`. */
export interface MultiHeadAttentionOptions extends CausalAttentionOptions {
  /** How many heads attend side by side. */
  readonly numHeads: number;
}

/** One pass through {@link SimplifiedSelfAttention}. A 2-D input drops the batch axis everywhere. */
export interface SimplifiedSelfAttentionTrace {
  /** (batch, tokens, tokens): the raw products of queries and keys; rows are queries. */
  readonly scores: Tensor;
  /** (batch, tokens, tokens): the softmax of each row. */
  readonly weights: Tensor;
  /** (batch, tokens, width): the values, weighted. */
  readonly context: Tensor;
  /** (batch, tokens, width): what `forward` returns. */
  readonly output: Tensor;
}

/** One pass through {@link SelfAttentionV1} or {@link SelfAttentionV2}. */
export interface SelfAttentionTrace extends SimplifiedSelfAttentionTrace {
  /** (batch, tokens, dOut) */
  readonly queries: Tensor;
  /** (batch, tokens, dOut) */
  readonly keys: Tensor;
  /** (batch, tokens, dOut) */
  readonly values: Tensor;
}

/** One pass through {@link CausalAttention}. */
export interface CausalAttentionTrace extends SelfAttentionTrace {
  /** (batch, tokens, tokens): what softmax sees: scores / sqrt(head width), -Infinity where hidden. */
  readonly scaled: Tensor;
  /** (tokens, tokens), without a batch axis: 1 = hidden. */
  readonly masked: Tensor;
  /** (batch, tokens, tokens): 1 where a weight is kept; all ones when nothing is dropped. */
  readonly dropoutMask: Tensor;
  /** (batch, tokens, tokens): kept weights times 1 / (1 - dropout), the others 0. */
  readonly droppedWeights: Tensor;
}

/**
 * One pass through {@link MultiHeadAttentionWrapper}: what {@link CausalAttentionTrace} says, with a heads axis after
 * the batch axis everywhere but in `output` (batch, tokens, numHeads * dOut) and `masked`, which gets a heads axis only
 * where the heads have been given different masks.
 */
export type MultiHeadAttentionWrapperTrace = CausalAttentionTrace;

/** One pass through {@link MultiHeadAttention}: stages as in {@link MultiHeadAttentionWrapperTrace}. */
export interface MultiHeadAttentionTrace extends CausalAttentionTrace {
  /** (batch, tokens, dOut): the heads' contexts side by side, before the output projection. */
  readonly merged: Tensor;
}

/** What {@link Attention.trace} may be asked. */
export interface TraceOptions<Stage extends string> {
  /** The stages wanted; all of them by default. */
  readonly only?: readonly Stage[] | undefined;
}

/** The result of {@link Attention.forwardDouble}. */
export interface DoubleTensor {
  /** The values, row by row. */
  readonly data: Float64Array;
  /** The size of each axis. */
  readonly shape: readonly number[];
}

/** Tensors by PyTorch's names, in PyTorch's order. */
export type StateDict = Readonly<Record<string, Tensor>>;

/** What {@link Attention.loadStateDict} did not find, and what it had no use for. */
export interface LoadResult {
  /** Keys of the layer that were not given; what they name is as before. */
  readonly missingKeys: readonly string[];
  /** Keys that were given and that the layer lacks. */
  readonly unexpectedKeys: readonly string[];
}
