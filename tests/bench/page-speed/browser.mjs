// Opens the built page in a Chromium of its own, with what times it already inside.
import fs from "node:fs";
import { chromium } from "playwright-core";
import { launchOptions } from "../../../web/tools/chromium.mjs";

export const probe = fs.readFileSync(new URL("./probe.js", import.meta.url), "utf8");

/** Where the page draws what it computes first. */
export const firstPlace = "#page > main .heads";

/**
 * A fresh profile: nothing cached, no service worker.
 * @template T
 * @param {(page: import("playwright-core").Page) => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function inFreshPage(action) {
  const browser = await chromium.launch(launchOptions());
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: "en-GB",
      serviceWorkers: "block",
    });
    const page = await context.newPage();
    await page.addInitScript({
      content: `${probe}\npageSpeed.firstResult = pageSpeed.firstPicture("${firstPlace}");`,
    });
    return await action(page);
  } finally {
    await browser.close();
  }
}
