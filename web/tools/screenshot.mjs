// `npm run screenshot`: takes the README's picture of the page from dist/site.
import path from "node:path";
import { chromium } from "playwright-core";
import { preview } from "vite";
import { launchOptions } from "./chromium.mjs";
import { main, root } from "./run.mjs";

const file = path.join(root, "web/page/images/screenshot.png");

/** @param {string} url */
async function photograph(url) {
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1020 } });
    await page.goto(url);
    await page.locator("attention-head attention-matrix [role=gridcell]").first().waitFor();
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
  }
}

await main(async () => {
  const server = await preview({
    configFile: path.join(root, "web/tools/vite-site.config.mjs"),
    preview: { host: "127.0.0.1", port: 0 },
  });
  try {
    await photograph(server.resolvedUrls?.local[0] ?? "");
  } finally {
    await server.close();
  }
  console.log(path.relative(root, file));
});
