// Writes the wasm files that the package ships: each carries the name of its build, which the glue knows as well, so that
// files of different versions refuse each other.
import fs from "node:fs";
import path from "node:path";
import { readWasm, wasmFolder, writeIfChanged } from "./wasm-files.mjs";

/** The custom section of WebAssembly's binary format that holds the name; web/api/module.ts reads it. */
const section = "mha-wasm";

const declaration = `/** The version and the build that this glue belongs to. */
declare const buildName: string;
export default buildName;
`;

/** @param {number} value @returns {number[]} unsigned LEB128 */
function leb128(value) {
  const low = value & 0x7f;
  return value < 0x80 ? [low] : [low | 0x80, ...leb128(value >>> 7)];
}

/** @param {Uint8Array} wasm @param {string} name of the build @returns {Uint8Array} the same module with its name in it */
export function named(wasm, name) {
  const title = Buffer.from(section);
  const content = [...leb128(title.length), ...title, ...Buffer.from(name)];
  return Buffer.concat([wasm, Buffer.from([0, ...leb128(content.length), ...content])]);
}

export function writeShippedWasm() {
  const { simd, relaxed } = readWasm();
  const name = fs.readFileSync(path.join(wasmFolder, "build-name.txt"), "utf8");
  writeIfChanged("build-name.mjs", `export default ${JSON.stringify(name)};\n`);
  writeIfChanged("build-name.d.mts", declaration);
  writeIfChanged("shipped/mha.wasm", named(simd, name));
  writeIfChanged("shipped/mha.relaxed.wasm", named(relaxed, name));
}
