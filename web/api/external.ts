/**
 * What `import … from "mha-wasm/external"` gives: the same, but the wasm is a file that the caller serves.
 *
 * @packageDocumentation
 */

export { init as default } from "./external-init.js";
export * from "./names.js";
