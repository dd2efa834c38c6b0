// Starts the module for the page, from the wasm file that is served beside it.

import init, { type EngineInfo } from "../api/external.js";

/** The variant that gives the same bits in every engine, so that a link shows the same numbers everywhere. */
export const startModule = (): Promise<EngineInfo> =>
  init({ variant: "simd", wasm: new URL("../../build/wasm/shipped/mha.wasm", import.meta.url) });
