// Opens the benchmark's page in a Chromium of its own: a fresh profile, nothing cached, nothing compiled before.
import { chromium } from "playwright-core";
import { launchOptions } from "../../web/tools/chromium.mjs";

/**
 * @template T
 * @param {string} url @param {number} limitMs after which the page is given up
 * @param {(page: import("playwright-core").Page) => Promise<T>} action
 * @returns {Promise<T>} rejects with the page's own error, or says that it crashed or took too long
 */
export async function inFreshBrowser(url, limitMs, action) {
  const browser = await chromium.launch(launchOptions());
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction(() => "bench" in window);
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`took more than ${limitMs / 1000} s`)), limitMs);
    });
    const crashed = new Promise((_, reject) => page.on("crash", () => reject(new Error("the page crashed"))));
    return /** @type {T} */ (await Promise.race([action(page), late, crashed]));
  } finally {
    clearTimeout(timer);
    await browser.close();
  }
}

/** @returns {Promise<string>} */
export async function browserVersion() {
  const browser = await chromium.launch(launchOptions());
  const version = browser.version();
  await browser.close();
  return `Chromium ${version}`;
}

/** @param {unknown} error @returns {string} its first line, without what playwright puts before it and without folders */
export function reasonOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  const [line = ""] = message.replace(/^page\.evaluate: /, "").split("\n");
  return line.replaceAll(/\/(?:[\w.-]+\/)+/g, "").trim();
}
