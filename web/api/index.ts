// What `import … from "mha-wasm"` gives: the wasm is inside.

export { init as default } from "./init.js";
export * from "./names.js";
