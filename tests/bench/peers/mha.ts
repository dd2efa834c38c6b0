// mha-wasm as its users get it: the built package, one copy of it for each variant.
import type * as MhaWasm from "../../../web/api/index.js";
import type { Engine, StartOptions } from "./peer.js";

export type Package = typeof MhaWasm;

/** @param url of the package's entry; each variant gets a copy of its own, since a module is started once */
export const load = (url: string, variant: "simd" | "relaxed"): Promise<Package> =>
  import(/* @vite-ignore */ `${url}?${variant}`);

/**
 * Where a call's result goes: to memory of its own, or to that of the last one. Of the others only onnxruntime-web takes
 * such a tensor, and on wasm its data stays as it was (1.30: wasm-core-impl.ts, "no need to copy data").
 */
export type Results = "new" | "reused";

export interface OurOptions extends StartOptions {
  readonly variant: "simd" | "relaxed";
  readonly results: Results;
  /** For the entry that does not carry it. */
  readonly wasm?: string;
}

export async function start(mha: Package, { results, ...options }: OurOptions): Promise<Engine> {
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
        const out = new mha.Tensor(new Float32Array(batch * tokens * dOut), [batch, tokens, dOut]);
        return {
          call: () => layer.forward(input, results === "new" ? undefined : { out }).data,
          dispose: () => layer.dispose(),
          double: () => layer.forwardDouble(input).data,
        };
      };
    },
  };
}
