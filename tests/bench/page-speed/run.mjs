// `npm run bench -- page`: how fast the page is, as a table and as tests/bench/results/page.json.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { makeSite } from "../../../web/tools/bundle.mjs";
import { provideChromium } from "../../../web/tools/chromium.mjs";
import { root } from "../../../web/tools/run.mjs";
import { step } from "../../../web/tools/step.mjs";
import { serveStatic } from "../../page/static-server.mjs";
import { browserVersion } from "../browser.mjs";
import { digits, size, table, time } from "../table.mjs";
import { siteBytes } from "./bytes.mjs";
import { measureInteractions } from "./interactions.mjs";
import { measureLighthouse } from "./lighthouse.mjs";
import { measureVisits } from "./visits.mjs";

const file = path.join(root, "tests/bench/results/page.json");

/**
 * @typedef {{
 *   machine: { cpu: string, cores: number, browser: string },
 *   bytes: ReturnType<typeof siteBytes>,
 *   visits: Awaited<ReturnType<typeof measureVisits>>,
 *   interactions: Awaited<ReturnType<typeof measureInteractions>>,
 *   lighthouse: Awaited<ReturnType<typeof measureLighthouse>>,
 * }} PageSpeed
 */

/** @param {string} url @returns {Promise<PageSpeed>} */
const measure = async (url) => ({
  machine: {
    cpu: os.cpus()[0]?.model ?? "an unknown processor",
    cores: os.availableParallelism(),
    browser: await browserVersion(),
  },
  bytes: siteBytes(),
  visits: await step("First visits, each in a fresh profile", "10 seconds", () => measureVisits(url, 5)),
  interactions: await step("Interactions", "20 seconds", () => measureInteractions(url, 15)),
  lighthouse: await step("Lighthouse, three times on a phone and on a desktop", "1 minute", () =>
    measureLighthouse(url, 3),
  ),
});

/** @param {PageSpeed} speed @returns {string} */
function report({ machine, bytes, visits, interactions, lighthouse }) {
  const { firstPaint, firstResult } = visits;
  const scores = Object.entries(lighthouse).map(([on, { score, firstPaint, largestPaint, blocked, shift }]) => [
    on,
    digits(score ?? Number.NaN),
    ...[firstPaint, largestPaint, blocked].map((ms = Number.NaN) => time(ms)),
    (shift ?? Number.NaN).toFixed(3),
  ]);
  return [
    `The page on ${machine.cores} cores of ${machine.cpu}; ${machine.browser}. Medians.`,
    table(
      ["first visit, nothing cached", "time"],
      [
        ["first paint, drawn ahead", time(firstPaint.median)],
        ["first result, computed there", time(firstResult.median)],
      ],
    ),
    table(
      ["change of a control", "work", "to the frame that shows it"],
      interactions.map(({ name, busy, frame }) => [name, time(busy.median), time(frame.median)]),
    ),
    table(["Lighthouse", "performance", "first paint", "largest paint", "blocked", "shift"], scores),
    table(
      ["file", "bytes", "gzip"],
      bytes.map(({ file, raw, gzip }) => [file, size(raw), size(gzip)]),
    ),
  ].join("\n\n");
}

export async function runPageSpeed() {
  await makeSite();
  await provideChromium();
  const server = await serveStatic(path.join(root, "dist/site"), "/");
  const speed = await measure(server.url).finally(server.stop);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(speed, null, 1)}\n`);
  console.log(`\n${report(speed)}\n\nWritten to ${path.relative(root, file)}.`);
}
