// How Vite makes dist/package: each entry one file without imports, as an ES module and as CommonJS.
import path from "node:path";
import { root } from "./run.mjs";
import { glueWithoutAssetUrl, thirdPartyNotices } from "./vite-plugins.mjs";

/**
 * The entries of the package, by the name of their files: `cjs` is for what Node and test runners may require.
 * @type {Record<string, { source: string, formats: ("es" | "cjs")[] }>}
 */
export const entries = {
  index: { source: "web/api/index.ts", formats: ["es", "cjs"] },
  external: { source: "web/api/external.ts", formats: ["es", "cjs"] },
};

/**
 * Entries share no files, so that whoever takes one takes nothing else: a page may hold one file of a CDN.
 * @param {string} name of an entry @param {readonly string[]} others modules of the entries built before
 * @returns {import("vite").InlineConfig}
 */
export const packageConfig = (name, others) => ({
  root,
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  plugins: [glueWithoutAssetUrl(), thirdPartyNotices(others)],
  build: {
    outDir: path.join(root, "dist/package"),
    emptyOutDir: false,
    target: "es2022",
    sourcemap: true,
    // Vite leaves the white space of ES libraries alone, for the sake of annotations that this one does not need.
    rolldownOptions: { output: { minify: true, exports: "named" } },
    lib: {
      entry: path.join(root, entries[name]?.source ?? ""),
      formats: entries[name]?.formats ?? [],
      fileName: (format) => `${name}.${format === "es" ? "js" : "cjs"}`,
    },
  },
});
