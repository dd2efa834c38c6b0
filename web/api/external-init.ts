// init() of the entry that is given its wasm.
import { type EngineInfo, type InitOptions, startEngine } from "./engine.js";

/**
 * The default export: starts the module from the option `wasm`: where the package's `mha-wasm/wasm/mha.wasm` is served (or
 * `mha.relaxed.wasm`, where the engine has relaxed SIMD), its response, its bytes, or the compiled module. In Node a path
 * or a file: URL works, too. Called again without options, or with the same ones, it returns the same promise; after a
 * failure it can be tried again.
 *
 * @throws AttentionError (as a rejection) VALUE without `wasm`, for wrong options, for options other than those it was
 * started with, and for a `wasm` that is not of this build; UNSUPPORTED for a variant or threads that are not there;
 * OUT_OF_MEMORY
 *
 * @example
 * ```js
 * import init from "mha-wasm/external";
 * import wasm from "mha-wasm/wasm/mha.wasm?url"; // as Vite has it
 *
 * await init({ wasm });
 * ```
 */
export const init = (options: InitOptions = {}): Promise<EngineInfo> => startEngine(options, undefined);
