// The multi-head classes: heads run one after another, and heads computed together.
import { Attention } from "./attention.js";
import { requireModule } from "./engine.js";
import { AttentionError, attempt, describe, describeValue } from "./errors.js";
import type { Generator } from "./generator.js";
import { type MadeLayer, makeLayer } from "./make-layer.js";
import type {
  DropoutMethod,
  MultiHeadAttentionOptions,
  MultiHeadAttentionTrace,
  MultiHeadAttentionWrapperOptions,
  MultiHeadAttentionWrapperTrace,
} from "./types.js";

/**
 * `numHeads` layers of {@link CausalAttention} side by side, run one after another. `dOut` is the width of ONE head, so
 * the output has numHeads * dOut; there is no output projection.
 *
 * State: `heads.0.mask`, `heads.0.W_query.weight` and so on, head by head.
 */
export class MultiHeadAttentionWrapper
  extends Attention<MultiHeadAttentionWrapperTrace>
  implements MultiHeadAttentionWrapperOptions
{
  declare readonly dIn: number;
  /** The width of one head. */
  declare readonly dOut: number;
  declare readonly contextLength: number;
  declare readonly dropout: number;
  declare readonly numHeads: number;
  declare readonly qkvBias: boolean;
  declare readonly dropoutMethod: DropoutMethod;
  declare readonly generator: Generator | undefined;

  /** @throws AttentionError NOT_INITIALIZED, VALUE, OUT_OF_MEMORY */
  constructor(options: MultiHeadAttentionWrapperOptions) {
    super(makeMultiHead("MultiHeadAttentionWrapper", options));
  }
}

/**
 * Multi-head attention by weight split: one projection each for the queries, keys and values of all heads, and an output
 * projection, which always has a bias. `dOut` is the TOTAL width and must divide by `numHeads`.
 *
 * State: `mask`, `W_query.weight`, `W_key.weight`, `W_value.weight` (biases too, with `qkvBias`), `out_proj.weight`,
 * `out_proj.bias`.
 *
 * @example new MultiHeadAttention({ dIn: 3, dOut: 2, contextLength: 6, numHeads: 2 })
 */
export class MultiHeadAttention extends Attention<MultiHeadAttentionTrace> implements MultiHeadAttentionOptions {
  declare readonly dIn: number;
  /** The width of all heads together. */
  declare readonly dOut: number;
  declare readonly contextLength: number;
  declare readonly dropout: number;
  declare readonly numHeads: number;
  declare readonly qkvBias: boolean;
  declare readonly dropoutMethod: DropoutMethod;
  declare readonly generator: Generator | undefined;

  /** @throws AttentionError NOT_INITIALIZED, VALUE (also where dOut does not divide by numHeads), OUT_OF_MEMORY */
  constructor(options: MultiHeadAttentionOptions);
  /** @internal Takes over what {@link fromWrapper} has made. */
  constructor(options: MultiHeadAttentionOptions, made: MadeLayer);
  constructor(options: MultiHeadAttentionOptions, made = makeMultiHead("MultiHeadAttention", options)) {
    super(made);
  }

  /**
   * The same heads computed together: the rows of the wrapper's projections stacked in order, its biases, dropout, mask,
   * mode and generator, and the identity as output projection. It draws nothing. `merged` and `output` equal the
   * wrapper's output to 1e-6, but for dropout, which the two draw in different orders.
   *
   * @throws AttentionError DISPOSED for a wrapper that has been, VALUE for what is none, OUT_OF_MEMORY
   */
  static fromWrapper(wrapper: MultiHeadAttentionWrapper): MultiHeadAttention {
    const module = requireModule("MultiHeadAttention.fromWrapper");
    if (!(wrapper instanceof MultiHeadAttentionWrapper)) {
      throw new AttentionError("VALUE", {
        argument: "wrapper",
        key: "wrapper.type",
        message: `MultiHeadAttention.fromWrapper: wrapper must be a MultiHeadAttentionWrapper, got ${describe(wrapper)}`,
        values: { value: describeValue(wrapper) },
      });
    }
    const native = attempt(module, () => module.fromWrapper(wrapper.native("fromWrapper")));
    const { dIn, contextLength, dropout, numHeads, qkvBias, dropoutMethod, generator } = wrapper;
    const dOut = numHeads * wrapper.dOut;
    const options = { dIn, dOut, contextLength, dropout, numHeads, qkvBias, dropoutMethod, generator };
    return new MultiHeadAttention(options, { name: "MultiHeadAttention", module, options, native });
  }
}

const makeMultiHead = (name: "MultiHeadAttentionWrapper" | "MultiHeadAttention", options: unknown): MadeLayer =>
  makeLayer(name, options, [
    "dIn",
    "dOut",
    "contextLength",
    "dropout",
    "numHeads",
    "qkvBias",
    "dropoutMethod",
    "generator",
  ]);
