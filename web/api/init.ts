// init() of the entry that carries the wasm.
import { type EngineInfo, type InitOptions, startEngine } from "./engine.js";
import { compileInline } from "./inline-wasm.js";

/**
 * Starts the module. Called again without options, or with the same ones, it returns the same promise; after a failure
 * it can be tried again.
 *
 * @throws AttentionError (as a rejection) VALUE for wrong options, for options other than those it was started with, and
 * for a `wasm` that is not ours; UNSUPPORTED for a variant or threads that are not there; OUT_OF_MEMORY
 */
export const init = (options: InitOptions = {}): Promise<EngineInfo> => startEngine(options, compileInline);
