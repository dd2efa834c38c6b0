// The names of everybody who is timed, for the command line and the report.

/** @type {Record<string, string>} */
export const titles = {
  "mha-simd": "mha-wasm simd",
  "mha-relaxed": "mha-wasm relaxed",
  "mha-relaxed-new": "relaxed, new results",
  "mha-external": "mha-wasm/external simd",
  "mha-element": "mha-wasm/element",
  "mha-widget": "mha-wasm/widget",
  onnxruntime: "onnxruntime-web",
  tfjs: "tfjs-wasm",
  "tfjs-batched": "tfjs-wasm, batched",
  jax: "jax-js",
};

export const ours = /** @type {const} */ (["mha-simd", "mha-relaxed"]);
/** Ours as it is called most simply: a new result for each call, where the others of ours write to one that they have. */
export const newResults = "mha-relaxed-new";
/** An entry that computes as one of ours does, and differs only in how it starts. */
export const startOnly = "mha-external";
/** Entries that draw: how long their readers wait for a picture. */
export const embeds = /** @type {const} */ (["mha-element", "mha-widget"]);
export const peers = Object.keys(titles).filter((name) => !name.startsWith("mha-"));
