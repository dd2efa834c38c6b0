/**
 * What `import … from "mha-wasm"` gives: the attention classes, tensors and the generator. The wasm is inside.
 *
 * @packageDocumentation
 */

export { init as default } from "./init.js";
export * from "./names.js";
