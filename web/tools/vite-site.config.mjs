// How Vite makes dist/site, and serves it: a static page that works from any sub-path and under a strict CSP.
import path from "node:path";
import { defineConfig } from "vite";
import { root } from "./run.mjs";
import { glueWithoutAssetUrl, thirdPartyNotices } from "./vite-plugins.mjs";

export default defineConfig({
  root: path.join(root, "web/page"),
  base: "./",
  logLevel: "warn",
  plugins: [glueWithoutAssetUrl(), thirdPartyNotices()],
  build: {
    outDir: path.join(root, "dist/site"),
    emptyOutDir: true,
    target: "es2022",
    sourcemap: true,
    assetsInlineLimit: 0, // the page's CSP allows no data: URLs
    modulePreload: { polyfill: false },
  },
});
