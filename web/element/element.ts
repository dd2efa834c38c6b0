// The package's entry "mha-wasm/element": registers the elements, the wasm inside.

import init, { AttentionError } from "../api/index.js";
import { startWith } from "./engine.js";
import "./index.js";

/** Simd, so that a link shows the same bits everywhere; a module that the host has started otherwise is shared. */
startWith(() =>
  init({ variant: "simd" }).catch((error: unknown) => {
    if (error instanceof AttentionError && error.key === "init.different") return init();
    throw error;
  }),
);

export * from "./index.js";
