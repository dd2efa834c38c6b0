// `npm run screenshot`: takes the README's pictures of the page from dist/site.
import path from "node:path";
import { chromium } from "playwright-core";
import { preview } from "vite";
import { launchOptions } from "./chromium.mjs";
import { readOptions } from "./options.mjs";
import { main, root } from "./run.mjs";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ name: string, hash?: string, options: import("playwright-core").BrowserContextOptions, show?: (page: Page) => Promise<void> }} Picture
 */

/** @type {Picture[]} */
const pictures = [
  { name: "screenshot", options: { viewport: { width: 1280, height: 1040 } } },
  {
    name: "story",
    hash: "m.split.step=3",
    options: { viewport: { width: 1280, height: 720 } },
    show: (page) => page.locator("#split-title").evaluate((title) => title.scrollIntoView({ block: "start" })),
  },
  {
    name: "phone",
    options: {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      colorScheme: "dark",
      isMobile: true,
      hasTouch: true,
    },
    show: (page) =>
      page
        .locator("figure[data-panel=weights]")
        .first()
        .evaluate((one) => one.scrollIntoView({ block: "start" })),
  },
];

/** @param {import("playwright-core").Browser} browser @param {string} url @param {Picture} picture */
async function photograph(browser, url, { name, hash = "", options, show }) {
  const file = path.join(root, "web/page/images", `${name}.png`);
  const context = await browser.newContext({
    locale: "en-GB",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  await page.goto(`${url}#${hash}`);
  await page.locator("attention-head attention-matrix [role=gridcell]").first().waitFor();
  await show?.(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.screenshot({ path: file });
  await context.close();
  console.log(path.relative(root, file));
}

await main(async () => {
  readOptions("npm run screenshot: takes the README's pictures anew, from dist/site.", {});
  const server = await preview({
    configFile: path.join(root, "web/tools/vite-site.config.mjs"),
    preview: { host: "127.0.0.1", port: 0 },
  });
  const browser = await chromium.launch(launchOptions());
  try {
    for (const picture of pictures) await photograph(browser, server.resolvedUrls?.local[0] ?? "", picture);
  } finally {
    await browser.close();
    await server.close();
  }
});
