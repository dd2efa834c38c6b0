// Everybody who is timed, by name; each library is fetched when it is first asked for.
import type { Results } from "../peers/mha.js";
import type { Engine, StartOptions } from "../peers/peer.js";
import type { Form } from "../peers/tfjs.js";

/** Fetches a library's code; what it gives starts it, so that both steps can be timed. */
export type Load = () => Promise<(options: StartOptions) => Promise<Engine>>;

const url = (path: string) => new URL(path, document.baseURI).href;

const mha =
  (variant: "simd" | "relaxed", results: Results): Load =>
  async () => {
    const { load, start } = await import("../peers/mha.js");
    const code = await load(url("package/index.js"), variant);
    return (options) => start(code, { ...options, variant, results });
  };

const external: Load = async () => {
  const { load, start } = await import("../peers/mha.js");
  const code = await load(url("package/external.js"), "simd");
  return (options) =>
    start(code, { ...options, variant: "simd", results: "reused", wasm: url("package/wasm/mha.wasm") });
};

const tfjs =
  (form: Form): Load =>
  async () => {
    const { start } = await import("../peers/tfjs.js");
    return (options) => start(url("vendor/tfjs/"), form, options);
  };

export const contestants: Readonly<Record<string, Load>> = {
  "mha-simd": mha("simd", "reused"),
  "mha-relaxed": mha("relaxed", "reused"),
  "mha-relaxed-new": mha("relaxed", "new"),
  "mha-external": external,
  onnxruntime: async () => {
    const { start } = await import("../peers/onnxruntime.js");
    return (options) => start(url("vendor/onnxruntime/"), options);
  },
  tfjs: tfjs("by head"),
  "tfjs-batched": tfjs("batched"),
  jax: async () => (await import("../peers/jax.js")).start,
};
