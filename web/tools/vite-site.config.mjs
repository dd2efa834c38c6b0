// How Vite makes dist/site, and serves it: a static page that works from any sub-path and under a strict CSP.
import path from "node:path";
import { defineConfig } from "vite";
import { shippedWithDocs } from "./docs.mjs";
import { embedPage } from "./embed-page.mjs";
import { root } from "./run.mjs";
import { offline, prerendered } from "./site-plugins.mjs";
import { glueWithoutAssetUrl, onlyUsedSchemes, thirdPartyNotices } from "./vite-plugins.mjs";

const { plugin: offlineWorker, moduleIds } = offline();

export default defineConfig({
  root: path.join(root, "web/page"),
  base: "./",
  logLevel: "warn",
  plugins: [
    glueWithoutAssetUrl(),
    onlyUsedSchemes(),
    prerendered(),
    embedPage(moduleIds),
    offlineWorker,
    thirdPartyNotices(moduleIds, shippedWithDocs),
  ],
  build: {
    outDir: path.join(root, "dist/site"),
    emptyOutDir: true,
    target: "es2022",
    sourcemap: true,
    assetsInlineLimit: 0, // the page's CSP allows no data: URLs
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } }, // most of the time is the page being drawn ahead
  },
});
