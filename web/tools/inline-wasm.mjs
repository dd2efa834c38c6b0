// Writes the wasm file into a module as text, so that the package needs no asset: deflated, then base64.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { root } from "./run.mjs";

const folder = path.join(root, "build/wasm");
const declaration = `/** mha.wasm, deflated (raw) and base64-encoded. */\ndeclare const wasm: string;\nexport default wasm;\n`;

/** @param {string} name @param {string} text */
function writeIfChanged(name, text) {
  const file = path.join(folder, name);
  if (!fs.existsSync(file) || fs.readFileSync(file, "utf8") !== text) fs.writeFileSync(file, text);
}

/** @param {Uint8Array} wasm */
export const inlineModule = (wasm) =>
  `export default "${zlib.deflateRawSync(wasm, { level: 9 }).toString("base64")}";\n`;

export function writeInlineWasm() {
  writeIfChanged("inline.mjs", inlineModule(fs.readFileSync(path.join(folder, "mha.wasm"))));
  writeIfChanged("inline.d.mts", declaration);
}
