// One Chromium and one server of dist/site for all test files of the page.
import net from "node:net";
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
    /** Where it is open to tools that speak the DevTools protocol themselves. */
    readonly debuggingPort: number;
    /** The built page, below a sub-path as on a static host. */
    readonly site: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await preview({
    root: path.join(root, "web/page"),
    configFile: false,
    logLevel: "error",
    base: "/some/where/",
    build: { outDir: path.join(root, "dist/site") },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const debuggingPort = await freePort();
  const { args, ...options } = launchOptions();
  const browser = await chromium.launchServer({
    ...options,
    args: [...args, `--remote-debugging-port=${debuggingPort}`],
  });
  project.provide("browser", browser.wsEndpoint());
  project.provide("debuggingPort", debuggingPort);
  project.provide("site", server.resolvedUrls?.local[0] ?? "");
  return async () => {
    await browser.close();
    await server.close();
  };
}
