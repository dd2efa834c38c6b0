// How Vite makes dist/package: one ES module with the wasm inside.
import path from "node:path";
import { defineConfig } from "vite";
import { root } from "./run.mjs";
import { glueWithoutAssetUrl, thirdPartyNotices } from "./vite-plugins.mjs";

export default defineConfig({
  root,
  logLevel: "warn",
  publicDir: false,
  plugins: [glueWithoutAssetUrl(), thirdPartyNotices()],
  build: {
    outDir: path.join(root, "dist/package"),
    target: "es2022",
    sourcemap: true,
    // Vite leaves the white space of ES libraries alone, for the sake of annotations that this one does not need.
    rolldownOptions: { output: { minify: true } },
    lib: { entry: path.join(root, "web/api/index.ts"), formats: ["es"], fileName: () => "index.js" },
  },
});
