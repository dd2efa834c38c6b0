// Builds what the web needs of C++: the glue, the wasm, and the wasm as text.
import { buildPreset } from "./cmake.mjs";
import { writeInlineWasm } from "./inline-wasm.mjs";

export async function buildWasm() {
  await buildPreset("wasm");
  writeInlineWasm();
}
