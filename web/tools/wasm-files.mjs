// The files that the C++ build leaves in build/wasm, and those that are made of them beside them.
import fs from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

export const wasmFolder = path.join(root, "build/wasm");

/** @returns {{ simd: Uint8Array, relaxed: Uint8Array }} both variants as they were linked */
export const readWasm = () => ({
  simd: fs.readFileSync(path.join(wasmFolder, "mha.wasm")),
  relaxed: fs.readFileSync(path.join(wasmFolder, "relaxed/mha.wasm")),
});

/** What is made of these files is made again when one is newer. @param {string} name @param {string | Uint8Array} content */
export function writeIfChanged(name, content) {
  const file = path.join(wasmFolder, name);
  const bytes = Buffer.from(content);
  if (fs.existsSync(file) && fs.readFileSync(file).equals(bytes)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes);
}
