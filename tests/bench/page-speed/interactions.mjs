// How long after a change of a control the new picture stands on the screen.
import fs from "node:fs";
import { summarize } from "../stats.mjs";
import { firstPlace, inFreshPage } from "./browser.mjs";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ name: string, event: "click" | "keydown", act: (page: Page, round: number) => Promise<void> }} Interaction
 */

/** @type {Record<string, string>} */
const strings = JSON.parse(fs.readFileSync(new URL("../../../web/page/strings/en/page.json", import.meta.url), "utf8"));

/** @param {string} key @param {Record<string, string>} [values] */
const t = (key, values = {}) => {
  const text = strings[key];
  if (text === undefined) throw new Error(`the page has no string ${key}`);
  return Object.entries(values).reduce((all, [name, value]) => all.replaceAll(`{{${name}}}`, value), text);
};

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** @param {string} key of a preset's name @returns {Interaction["act"]} to it and back, in turns */
const preset = (key) => (page, round) => button(page, t(round % 2 === 0 ? key : "presets.wrapper")).click();

/** @param {import("playwright-core").Locator} field @param {string} text */
async function type(field, text) {
  await field.fill(text);
  await field.press("Enter");
}

/** @param {Page} page @param {string} section */
const firstCell = (page, section) => page.locator(`${section} attention-table input`).first();

/** @param {number} round another number each */
const eighths = (round) => String((round + 1) / 8);

/** @type {Interaction[]} */
const interactions = [
  {
    name: "one head more, one less",
    event: "click",
    act: (page, round) =>
      button(page, t(round % 2 === 0 ? "layer.more" : "layer.less", { name: t("layer.numHeads") })).click(),
  },
  { name: "another seed", event: "keydown", act: (page, round) => type(page.locator("#seed"), String(round)) },
  {
    name: "an embedding edited",
    event: "keydown",
    act: (page, round) => type(firstCell(page, ".input"), eighths(round)),
  },
  {
    name: "a weight edited",
    event: "keydown",
    act: (page, round) => type(firstCell(page, ".weights"), eighths(round)),
  },
  { name: "the other class", event: "click", act: preset("presets.multiHead") },
  { name: "64 tokens, and back", event: "click", act: preset("presets.long") },
  {
    name: "the other language",
    event: "click",
    act: (page, round) => button(page, round % 2 === 0 ? "中文" : "English").click(),
  },
];

/** @param {string} url @param {Interaction} interaction @param {number} rounds */
const measureOne = (url, { name, event, act }, rounds) =>
  inFreshPage(async (page) => {
    page.setDefaultTimeout(10_000);
    await page.goto(url);
    await page.waitForFunction((place) => window.pageSpeed.hasPicture(place), firstPlace);
    // The story is drawn after the reader's first move.
    await page.mouse.move(1, 1);
    await page.locator("story-chapter[aria-busy]").first().waitFor({ state: "detached" });
    const samples = [];
    // The first two rounds let the engine compile.
    for (let round = 0; round < rounds + 2; round++) {
      await page.evaluate((type) => {
        window.pageSpeed.next = window.pageSpeed.timeNext(type);
      }, event);
      await act(page, round);
      const sample = await page.evaluate(() => window.pageSpeed.next);
      if (sample && round >= 2) samples.push(sample);
    }
    return {
      name,
      busy: summarize(samples.map(({ busy }) => busy)),
      frame: summarize(samples.map(({ frame }) => frame)),
    };
  });

/** @param {string} url @param {number} rounds */
export async function measureInteractions(url, rounds) {
  const results = [];
  for (const interaction of interactions) results.push(await measureOne(url, interaction, rounds));
  return results;
}
