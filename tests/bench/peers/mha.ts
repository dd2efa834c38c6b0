// mha-wasm as its users get it: the built package, one copy of it for each variant.
import type * as MhaWasm from "../../../web/api/index.js";
import type { Engine, StartOptions } from "./peer.js";

export type Package = typeof MhaWasm;

/** @param url of the package's entry; each variant gets a copy of its own, since a module is started once */
export const load = (url: string, variant: "simd" | "relaxed"): Promise<Package> =>
  import(/* @vite-ignore */ `${url}?${variant}`);

export interface OurOptions extends StartOptions {
  readonly variant: "simd" | "relaxed";
  /** For the entry that does not carry it. */
  readonly wasm?: string;
}

export async function start(mha: Package, options: OurOptions): Promise<Engine> {
  await mha.default(options);
  return {
    stage({ batch, tokens, dIn, dOut, heads }, weights, x) {
      const input = new mha.Tensor(x, [batch, tokens, dIn]);
      const state = {
        "W_query.weight": new mha.Tensor(weights.query, [dOut, dIn]),
        "W_key.weight": new mha.Tensor(weights.key, [dOut, dIn]),
        "W_value.weight": new mha.Tensor(weights.value, [dOut, dIn]),
        "out_proj.weight": new mha.Tensor(weights.out, [dOut, dOut]),
        "out_proj.bias": new mha.Tensor(weights.outBias, [dOut]),
      };
      return () => {
        const layer = new mha.MultiHeadAttention({ dIn, dOut, contextLength: tokens, numHeads: heads });
        layer.loadStateDict(state, { strict: false }); // the causal mask stays the layer's own
        layer.eval();
        return {
          call: () => layer.forward(input).data,
          dispose: () => layer.dispose(),
          double: () => layer.forwardDouble(input).data,
        };
      };
    },
  };
}
