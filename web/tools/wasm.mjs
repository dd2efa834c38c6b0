// Builds what the web needs of C++: the glue, the wasm, and what is made of that.
import { buildPreset } from "./cmake.mjs";
import { writeInlineWasm } from "./inline-wasm.mjs";
import { writeShippedWasm } from "./shipped-wasm.mjs";

/** @param {"mha" | "all"} target the module alone, or its tests too */
export async function buildWasm(target = "mha") {
  await buildPreset("wasm", target);
  writeInlineWasm();
  writeShippedWasm();
}
