// The names of everybody who is timed, for the command line and the report.

/** @type {Record<string, string>} */
export const titles = {
  "mha-simd": "mha-wasm simd",
  "mha-relaxed": "mha-wasm relaxed",
  "mha-external": "mha-wasm/external simd",
  onnxruntime: "onnxruntime-web",
  tfjs: "tfjs-wasm",
  "tfjs-batched": "tfjs-wasm, batched",
  jax: "jax-js",
};

export const ours = /** @type {const} */ (["mha-simd", "mha-relaxed"]);
/** An entry that computes as one of ours does, and differs only in how it starts. */
export const startOnly = "mha-external";
export const peers = Object.keys(titles).filter((name) => !name.startsWith("mha-"));
