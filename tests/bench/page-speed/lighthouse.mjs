// Lighthouse's figures for a first visit: on its slow phone and on its desktop.
import net from "node:net";
import lighthouse, { desktopConfig } from "lighthouse";
import { chromium } from "playwright-core";
import { launchOptions } from "../../../web/tools/chromium.mjs";
import { median } from "../stats.mjs";

const audits = /** @type {const} */ ({
  firstPaint: "first-contentful-paint",
  largestPaint: "largest-contentful-paint",
  blocked: "total-blocking-time",
  shift: "cumulative-layout-shift",
});

/** @returns {Promise<number>} a port that nobody listens on */
async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

/** @param {string} url @param {import("lighthouse").Config} [config] */
async function runOnce(url, config) {
  const port = await freePort();
  const { args, ...options } = launchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
  try {
    const lhr = (await lighthouse(url, { port, onlyCategories: ["performance"], logLevel: "error" }, config))?.lhr;
    if (!lhr || lhr.runtimeError) throw new Error(`Lighthouse: ${lhr?.runtimeError?.message ?? "no result"}`);
    return {
      score: 100 * (lhr.categories.performance?.score ?? Number.NaN),
      ...Object.fromEntries(
        Object.entries(audits).map(([name, id]) => [name, lhr.audits[id]?.numericValue ?? Number.NaN]),
      ),
    };
  } finally {
    await browser.close();
  }
}

/** @param {string} url @param {number} count @param {import("lighthouse").Config} [config] */
async function runs(url, count, config) {
  /** @type {Record<string, number>[]} */
  const all = [];
  while (all.length < count) all.push(await runOnce(url, config));
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(all.map((run) => run[name] ?? Number.NaN))]));
}

/** @param {string} url @param {number} count @returns {Promise<Record<"phone" | "desktop", Record<string, number>>>} medians */
export const measureLighthouse = async (url, count) => ({
  phone: await runs(url, count),
  desktop: await runs(url, count, desktopConfig),
});
