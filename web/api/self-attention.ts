// The classes with a single head and no mask.
import { Attention } from "./attention.js";
import type { Generator } from "./generator.js";
import { makeLayer } from "./make-layer.js";
import type {
  SelfAttentionTrace,
  SelfAttentionV1Options,
  SelfAttentionV2Options,
  SimplifiedSelfAttentionTrace,
} from "./types.js";

/**
 * softmax(x xᵀ) x: attention without trainable weights, and without scaling. Inputs may be of any width.
 *
 * @example new SimplifiedSelfAttention().forward([[0.43, 0.15, 0.89], [0.55, 0.87, 0.66]])
 */
export class SimplifiedSelfAttention extends Attention<SimplifiedSelfAttentionTrace> {
  /**
   * @param options none
   * @throws AttentionError NOT_INITIALIZED before `init()` has resolved, VALUE for any option
   */
  constructor(options: Readonly<Record<string, never>> = {}) {
    super(makeLayer("SimplifiedSelfAttention", options, []));
  }
}

/**
 * Attention whose weights are plain matrices of shape (dIn, dOut), drawn from U[0, 1).
 *
 * State: `W_query`, `W_key`, `W_value`.
 */
export class SelfAttentionV1 extends Attention<SelfAttentionTrace> implements SelfAttentionV1Options {
  declare readonly dIn: number;
  declare readonly dOut: number;
  declare readonly generator: Generator | undefined;

  /** @throws AttentionError NOT_INITIALIZED, VALUE, OUT_OF_MEMORY */
  constructor(options: SelfAttentionV1Options) {
    super(makeLayer("SelfAttentionV1", options, ["dIn", "dOut", "generator"]));
  }
}

/**
 * Attention whose weights are Linear layers, (dOut, dIn) each.
 *
 * State: `W_query.weight`, and with `qkvBias` `W_query.bias`; the same for `W_key` and `W_value`.
 */
export class SelfAttentionV2 extends Attention<SelfAttentionTrace> implements SelfAttentionV2Options {
  declare readonly dIn: number;
  declare readonly dOut: number;
  declare readonly qkvBias: boolean;
  declare readonly generator: Generator | undefined;

  /** @throws AttentionError NOT_INITIALIZED, VALUE, OUT_OF_MEMORY */
  constructor(options: SelfAttentionV2Options) {
    super(makeLayer("SelfAttentionV2", options, ["dIn", "dOut", "qkvBias", "generator"]));
  }
}
