// How long the entries that draw take from their import to the first picture, each time in a fresh profile.
import { inFreshBrowser, reasonOf } from "./browser.mjs";
import { probe } from "./page-speed/browser.mjs";
import { median } from "./stats.mjs";

/**
 * @typedef {import("./contestants.mjs").embeds[number]} Name
 * @typedef {{ load: number, toPicture: number, fetched: string[] }} Sample milliseconds since the import began, and URLs
 * @typedef {{ load: number, toPicture: number, fetched: string[], samples: Sample[] }} EmbedSummary
 */

const limitMs = 60_000;

/**
 * Runs inside the page.
 * @param {{ url: string, isWidget: boolean }} entry
 * @returns {Promise<Sample>}
 */
async function importAndDraw({ url, isWidget }) {
  const before = performance.getEntriesByType("resource").length;
  const start = performance.now();
  const { default: widget } = await import(url);
  const load = performance.now() - start;
  if (isWidget)
    widget.render({ el: document.body, model: { get() {}, set() {}, on() {}, off() {}, save_changes() {} } });
  else document.body.append(document.createElement("attention-heads"));
  const toPicture = (await window.pageSpeed.firstPicture("attention-heads")) - start;
  const fetched = performance.getEntriesByType("resource").slice(before);
  return { load, toPicture, fetched: fetched.map(({ name }) => name) };
}

/**
 * @param {string} url of the benchmark's page @param {Name} name @param {number} count of fresh profiles
 * @returns {Promise<EmbedSummary | import("./measure.mjs").Failed>}
 */
export async function measureEmbed(url, name, count) {
  const isWidget = name === "mha-widget";
  const entry = { url: new URL(`package/${isWidget ? "widget" : "element"}.js`, url).href, isWidget };
  /** @type {Sample[]} */
  const samples = [];
  try {
    while (samples.length < count)
      samples.push(
        await inFreshBrowser(url, limitMs, async (page) => {
          await page.evaluate(probe);
          return page.evaluate(importAndDraw, entry);
        }),
      );
  } catch (error) {
    return { error: reasonOf(error) };
  }
  return {
    load: median(samples.map(({ load }) => load)),
    toPicture: median(samples.map(({ toPicture }) => toPicture)),
    fetched: samples[0]?.fetched ?? [],
    samples,
  };
}
