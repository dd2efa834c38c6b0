// Writes both variants of the wasm into one module as text, so that the package needs no asset: deflated, then base64.
import zlib from "node:zlib";
import { readWasm, writeIfChanged } from "./wasm-files.mjs";

// The variants differ in their kernels alone. Laid block by block beside each other, the second lies in the 32 KB that
// deflate looks back on, and costs 5 % instead of 100 %.
const BLOCK = 16_000;

const declaration = `/** Both variants of the wasm: blocks of them in turns, deflated (raw), base64-encoded. */
declare const wasm: { readonly text: string; readonly block: number; readonly sizes: readonly [simd: number, relaxed: number] };
export default wasm;
`;

/** @param {Uint8Array} simd @param {Uint8Array} relaxed */
export function inlineModule(simd, relaxed) {
  const blocks = [];
  for (let at = 0; at < Math.max(simd.length, relaxed.length); at += BLOCK) {
    blocks.push(simd.subarray(at, at + BLOCK), relaxed.subarray(at, at + BLOCK));
  }
  const text = zlib.deflateRawSync(Buffer.concat(blocks), { level: 9 }).toString("base64");
  return `export default ${JSON.stringify({ text, block: BLOCK, sizes: [simd.length, relaxed.length] })};\n`;
}

export function writeInlineWasm() {
  const { simd, relaxed } = readWasm();
  writeIfChanged("inline.mjs", inlineModule(simd, relaxed));
  writeIfChanged("inline.d.mts", declaration);
}
