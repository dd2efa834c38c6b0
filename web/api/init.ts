// init() of the entry that carries the wasm.
import { type EngineInfo, type InitOptions, startEngine } from "./engine.js";
import { compileInline } from "./inline-wasm.js";

/**
 * The default export: starts the module, which everything but `tensor` and `Tensor` needs. Called again without options, or with the same ones, it returns the same promise; after a failure
 * it can be tried again.
 *
 * @throws AttentionError (as a rejection) VALUE for wrong options, for options other than those it was started with, and
 * for a `wasm` that is not ours; UNSUPPORTED for a variant or threads that are not there; OUT_OF_MEMORY
 *
 * @example
 * ```js
 * import init from "mha-wasm";
 *
 * const { variant, version } = await init();
 * ```
 */
export const init = (options: InitOptions = {}): Promise<EngineInfo> => startEngine(options, compileInline);
