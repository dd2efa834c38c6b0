// What our bundles need beyond Vite: the glue without its asset URL, and the notices of what is bundled.
import fs from "node:fs";
import path from "node:path";
import { inlineModule } from "./inline-wasm.mjs";
import { root } from "./run.mjs";
import { readWasm } from "./wasm-files.mjs";

/** Where the glue would look for its wasm, were it not handed its instance: what only this calls is in no bundle then. */
const search = /wasmBinaryFile\?\?=findWasmBinary\(\);\s*instantiateAsync\([^;]*;\s*return\s*\{\}/;

/** Where the glue asks for its own place: bundlers would look for a file there, and CommonJS has no import.meta. */
const ownUrls = [
  { pattern: /new URL\("mha\.wasm",\s*import\.meta\.url\)\.href/, instead: '"mha.wasm"' },
  { pattern: /\bimport\.meta\.url\b/, instead: '""' },
];

/** @param {string} glue @returns {string} the glue, which never looks for a file because it is handed its instance */
export function withoutAssetUrl(glue) {
  return ownUrls.reduce(
    (text, { pattern, instead }) => {
      if (!pattern.test(text))
        throw new Error(`the Emscripten glue no longer holds ${pattern}: adapt web/tools/vite-plugins.mjs`);
      return text.replace(pattern, instead);
    },
    glue.replace(search, ""),
  );
}

/** @returns {import("vite").Plugin} */
export const glueWithoutAssetUrl = () => ({
  name: "glue-without-asset-url",
  enforce: "pre",
  transform: {
    filter: { id: /build\/wasm\/mha\.mjs$/ },
    handler: (code) => ({ code: withoutAssetUrl(code), map: null }),
  },
});

/**
 * The package comes as one file that makes every scheme by calls at its top; without a word on them, none can be left out.
 * @returns {import("vite").Plugin}
 */
export const onlyUsedSchemes = () => ({
  name: "only-used-schemes",
  transform: {
    filter: { id: /\/d3-scale-chromatic\/dist\/[^/]*\.mjs$/ },
    handler: (code) => ({
      code: code.replace(/^var (\S+) = ([^;{]*\([^;{]*\));$/gm, "var $1 = /* @__PURE__ */ (() => $2)();"),
      map: null,
    }),
  },
});

/** @param {string} id of a module @returns {string | undefined} the npm package it belongs to */
export const packageOf = (id) => id.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];

/** @param {string} name of an npm package @returns {string} its name, licence and licence text */
function notice(name) {
  const folder = path.join(root, "node_modules", name);
  const { version, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} is bundled, but comes without a licence text`);
  return `== ${name} ${version} (${license})\n\n${fs.readFileSync(path.join(folder, file), "utf8").trim()}\n`;
}

/** Writes THIRD_PARTY_NOTICES: the C++ libraries, then every npm package found in the bundle.
 * @param {readonly string[]} [more] modules bundled by plugins that stand before this one, or by builds before this
 * @param {readonly string[]} [packages] whose files stand beside the bundle
 * @returns {import("vite").Plugin} */
export const thirdPartyNotices = (more = [], packages = []) => ({
  name: "third-party-notices",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
      const bundled = [...modules, ...more].map(packageOf).filter((name) => name !== undefined);
      const names = [...new Set([...bundled, ...packages])].sort();
      const cpp = fs.readFileSync(path.join(root, "web/tools/notices-cpp.txt"), "utf8");
      const source = names.length === 0 ? cpp : `${cpp}\nBundled JavaScript\n\n${names.map(notice).join("\n")}`;
      this.emitFile({ type: "asset", fileName: "THIRD_PARTY_NOTICES", source });
    },
  },
});

/**
 * For what runs the plain SIMD variant alone, and need not carry the other.
 * @returns {import("vite").Plugin}
 */
export const plainSimdAlone = () => ({
  name: "plain-simd-alone",
  enforce: "pre",
  load: {
    filter: { id: /build\/wasm\/inline\.mjs$/ },
    handler: () => inlineModule(readWasm().simd, new Uint8Array()),
  },
});
