// The names of everybody who is timed, for the command line and the report.

/** @type {Record<string, string>} */
export const titles = {
  "mha-simd": "mha-wasm simd",
  "mha-relaxed": "mha-wasm relaxed",
  onnxruntime: "onnxruntime-web",
  tfjs: "tfjs-wasm",
  "tfjs-batched": "tfjs-wasm, batched",
  jax: "jax-js",
};

export const ours = /** @type {const} */ (["mha-simd", "mha-relaxed"]);
export const peers = Object.keys(titles).filter((name) => !name.startsWith("mha-"));
