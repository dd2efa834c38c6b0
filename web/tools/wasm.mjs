// Builds what the web needs of C++: the glue, the wasm, and the wasm as text.
import { buildPreset } from "./cmake.mjs";
import { writeInlineWasm } from "./inline-wasm.mjs";

/** @param {"mha" | "all"} target the module alone, or its tests too */
export async function buildWasm(target = "mha") {
  await buildPreset("wasm", target);
  writeInlineWasm();
}
