// Writes the wasm files that the package ships: each carries the name of its build, which the glue knows as well, so that
// files of different versions refuse each other.
import path from "node:path";
import url from "node:url";
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

/** Asks the module itself. @param {Uint8Array} wasm @returns {Promise<string>} such as 0.1.0+0123456789ab */
async function nameOf(wasm) {
  const glue = `${url.pathToFileURL(path.join(wasmFolder, "mha.mjs"))}`;
  /** @type {{ default: typeof import("../../build/wasm/mha.mjs").default }} */
  const { default: createModule } = await import(glue);
  /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance) => void} done */
  const instantiateWasm = (imports, done) => {
    WebAssembly.instantiate(Uint8Array.from(wasm), imports).then(({ instance }) => done(instance));
    return {};
  };
  const module = await createModule({ instantiateWasm });
  return `${module.version()}+${module.buildId()}`;
}

export async function writeShippedWasm() {
  const { simd, relaxed } = readWasm();
  const name = await nameOf(simd);
  writeIfChanged("build-name.mjs", `export default ${JSON.stringify(name)};\n`);
  writeIfChanged("build-name.d.mts", declaration);
  writeIfChanged("shipped/mha.wasm", named(simd, name));
  writeIfChanged("shipped/mha.relaxed.wasm", named(relaxed, name));
}
