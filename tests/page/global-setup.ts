// One Chromium and one server of dist/site for all test files of the page.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { preview } from "vite";
import type { TestProject } from "vitest/node";
import { launchOptions } from "../../web/tools/chromium.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the browser listens. */
    readonly browser: string;
    /** The built page, below a sub-path as on a static host. */
    readonly site: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await preview({
    root: path.join(root, "web/page"),
    configFile: false,
    logLevel: "error",
    base: "/some/where/",
    build: { outDir: path.join(root, "dist/site") },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const browser = await chromium.launchServer(launchOptions());
  project.provide("browser", browser.wsEndpoint());
  project.provide("site", server.resolvedUrls?.local[0] ?? "");
  return async () => {
    await browser.close();
    await server.close();
  };
}
