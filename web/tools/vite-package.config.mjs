// How Vite makes dist/package: each entry one file without imports, as an ES module and as CommonJS.
import path from "node:path";
import { root } from "./run.mjs";
import { glueWithoutAssetUrl, onlyUsedSchemes, plainSimdAlone, thirdPartyNotices } from "./vite-plugins.mjs";

/**
 * @typedef {object} Entry
 * @property {string} source
 * @property {("es" | "cjs")[]} formats `cjs` is for what Node and test runners may require
 * @property {string} [types] where its types are, if elsewhere: with what they declare for every module
 * @property {boolean} [isMapped] its ES module comes with a source map: what it holds is in no other, but for CommonJS
 * @property {boolean} [isServer] what servers get in place of an entry that registers elements: it has that one's types
 */

/** The entries of the package, by the name of their files. @type {Record<string, Entry>} */
export const entries = {
  index: { source: "web/api/index.ts", formats: ["es", "cjs"], isMapped: true },
  external: { source: "web/api/external.ts", formats: ["es", "cjs"], isMapped: true },
  element: { source: "web/element/element.ts", formats: ["es", "cjs"], types: "web/element/public.ts", isMapped: true },
  "element-server": { source: "web/element/element-server.ts", formats: ["es", "cjs"], isServer: true },
  // Hosts of anywidgets load one ES module, which some copy or inline, so that it can import nothing; what requires it
  // is a test runner, which draws nothing.
  widget: { source: "web/element/widget.ts", formats: ["es"] },
  "widget-server": { source: "web/element/widget-server.ts", formats: ["es", "cjs"], isServer: true },
};

/** An entry with elements starts the plain SIMD variant alone. @param {string} source */
const pluginsFor = (source) => (source.startsWith("web/element/") ? [plainSimdAlone(), onlyUsedSchemes()] : []);

/**
 * Entries share no files, so that whoever takes one takes nothing else: a page may hold one file of a CDN.
 * @param {string} name @param {Entry} entry @param {"es" | "cjs"} format
 * @param {readonly string[]} others modules of the entries built before
 * @returns {import("vite").InlineConfig}
 */
export const packageConfig = (name, { source, isMapped = false }, format, others) => ({
  root,
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  plugins: [glueWithoutAssetUrl(), ...pluginsFor(source), thirdPartyNotices(others)],
  build: {
    outDir: path.join(root, "dist/package"),
    emptyOutDir: false,
    target: "es2022",
    sourcemap: isMapped && format === "es",
    // Vite leaves the white space of ES libraries alone, for the sake of annotations that this one does not need.
    rolldownOptions: { output: { minify: true, exports: "named" } },
    lib: {
      entry: path.join(root, source),
      formats: [format],
      fileName: () => `${name}.${format === "es" ? "js" : "cjs"}`,
    },
  },
});
