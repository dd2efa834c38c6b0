// The two variants of the module, and which of them this engine can run.
import { relaxedSimd } from "wasm-feature-detect";

/** "simd": the same bits in every engine; "relaxed": fused products where the hardware has them. */
export type ModuleVariant = "simd" | "relaxed";

/** Whether the engine has relaxed SIMD; asked by validating a tiny module. */
export const hasRelaxedSimd = async (): Promise<boolean> => typeof WebAssembly !== "undefined" && relaxedSimd();
