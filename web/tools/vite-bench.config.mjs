// How Vite makes build/bench, the page of `npm run bench`, and serves it isolated: exact timers, and threads where asked for.
import path from "node:path";
import { defineConfig } from "vite";
import { root } from "./run.mjs";

export default defineConfig({
  root: path.join(root, "tests/bench/page"),
  base: "./",
  logLevel: "warn",
  publicDir: false,
  build: {
    outDir: path.join(root, "build/bench/page"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false, // a library is fetched when its turn comes
    chunkSizeWarningLimit: 2000,
  },
  preview: {
    headers: { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" },
  },
});
