// CausalAttention: one head that sees no later tokens.
import { Attention } from "./attention.js";
import type { Generator } from "./generator.js";
import { makeLayer } from "./make-layer.js";
import type { CausalAttentionOptions, CausalAttentionTrace, DropoutMethod } from "./types.js";

/**
 * {@link SelfAttentionV2} with a causal mask, and with dropout on the weights.
 *
 * State: `mask` (contextLength, contextLength), nonzero = hidden, then as in {@link SelfAttentionV2}.
 */
export class CausalAttention extends Attention<CausalAttentionTrace> implements CausalAttentionOptions {
  declare readonly dIn: number;
  declare readonly dOut: number;
  declare readonly contextLength: number;
  declare readonly dropout: number;
  declare readonly qkvBias: boolean;
  declare readonly dropoutMethod: DropoutMethod;
  declare readonly generator: Generator | undefined;

  /** @throws AttentionError NOT_INITIALIZED, VALUE, OUT_OF_MEMORY */
  constructor(options: CausalAttentionOptions) {
    const names = ["dIn", "dOut", "contextLength", "dropout", "qkvBias", "dropoutMethod", "generator"] as const;
    super(makeLayer("CausalAttention", options, names));
  }
}
