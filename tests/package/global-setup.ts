// Packs the package and installs it once for all tests of it, and opens one Chromium.
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { launchOptions } from "../../web/tools/chromium.mjs";
import { makeHome } from "../../web/tools/consumers.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the browser listens. */
    readonly browser: string;
    /** A folder outside the repo with node_modules/mha-wasm in it. */
    readonly home: string;
    readonly tarball: string;
    /** The packed files, as paths in the package. */
    readonly packed: string[];
  }
}

/** @param tools that are installed beside the package */
export const setupWith =
  (tools: "consumers" | "more-consumers") =>
  async (project: TestProject): Promise<() => Promise<void>> => {
    const { home, tarball, files, remove } = await makeHome(tools);
    const browser = await chromium.launchServer(launchOptions());
    project.provide("browser", browser.wsEndpoint());
    project.provide("home", home);
    project.provide("tarball", tarball);
    project.provide("packed", files);
    return async () => {
      await browser.close();
      remove();
    };
  };

export default setupWith("consumers");
