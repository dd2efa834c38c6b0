// The first paint shows the article's example as the module computed it when the site was built; nothing jumps after it.
import fs from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { drawn, type OpenOptions, openDrawn, openPage, panel, printedText, useBrowser } from "./support.js";

useBrowser();

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The page as drawn ahead, in the language shown. */
const ahead = (page: Page): Locator => page.locator(".first-paint:visible");

const headAhead = (page: Page, head: number, kind: string): Locator =>
  ahead(page).locator("[data-element=attention-head]").nth(head).locator(`figure[data-panel="${kind}"]`);

const printAhead = (page: Page, which: string): Locator =>
  ahead(page).locator(`[data-element=attention-print][data-print=${which}] pre`);

/** A promise and what fulfils it. */
function deferred<T>(): { promise: Promise<T>; fulfil: (value: T) => void } {
  let fulfil: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    fulfil = resolve;
  });
  return { promise, fulfil };
}

/** The first paint alone: the page's own code is held back until `finish`. */
async function openHeld(options: OpenOptions = {}) {
  const code = deferred<void>();
  const created = deferred<Page>();
  const prepare = async (page: Page) => {
    page.setDefaultNavigationTimeout(60_000);
    await page.route(/\/assets\/index-[^/]*\.js$/, (route) => code.promise.then(() => route.continue()));
    created.fulfil(page);
  };
  const opening = openPage({ ...options, prepare }); // which waits for the code
  const page = await created.promise;
  await ahead(page).locator("h1").waitFor();
  const finish = async () => {
    code.fulfil();
    await opening;
    await drawn(page);
  };
  return { page, finish };
}

test("without JavaScript: the numbers that the module computes, and what is missing in both languages", async () => {
  // Chromium warns that nobody takes the wasm it was told to fetch.
  const still = await openPage({ javaScriptEnabled: false, expected: /was preloaded/ });
  const live = await openDrawn();
  for (const head of [0, 1]) {
    for (const kind of ["mask", "weights", "signed"] as const) {
      const cells = headAhead(still, head, kind).locator("[role=gridcell]");
      const liveCells = panel(live, head, kind).getByRole("gridcell");
      const numbers = async (all: Locator) => (await all.allTextContents()).map((text) => text.trim());
      expect(await numbers(cells)).toEqual(await numbers(liveCells));
    }
    expect(await headAhead(still, head, "signed").locator("[role=gridcell]").count()).toBe(12);
  }
  expect(await printAhead(still, "computed").textContent()).toBe(await printedText(live, "computed"));
  expect(await printedText(live, "computed")).toContain("-0.4519,  0.2216,  0.4772,  0.1063");

  const notice = await still.locator("noscript").textContent();
  expect(notice).toContain("needs JavaScript");
  expect(notice).toContain("需要启用 JavaScript");
  expect(await still.locator(".first-paint-note:visible").count()).toBe(0);
  expect(await ahead(still).locator(":is(button, input, select):enabled").count()).toBe(0);
});

describe.each(["en-GB", "zh-CN"])("until the page's code is there, %s", (locale) => {
  const lang = locale === "zh-CN" ? "zh-CN" : "en";

  test.each([1280, 390])("%s px: nothing jumps when it takes over", async (width) => {
    const { page, finish } = await openHeld({ locale, viewport: { width, height: 800 } });
    expect(await page.locator("html").getAttribute("lang")).toBe(lang);
    expect(await ahead(page).count()).toBe(1);
    expect(await ahead(page).getAttribute("lang")).toBe(lang);
    const boxes = async (root: Locator, element: (name: string) => string) => {
      const places = {
        title: root.locator("h1"),
        legend: root.locator(`.legend ${element("attention-matrix")} [role=gridcell] rect`).first(),
        firstCell: root.locator(`${element("attention-head")} [role=gridcell] rect`).first(),
        lastCell: root.locator(`${element("attention-head")} [role=gridcell] rect`).last(),
        output: root.locator("#output-title, [id$=-output-title]"),
        print: root.locator(`${element("attention-print")} pre`).first(),
      };
      const found = await Promise.all(
        Object.entries(places).map(async ([name, place]) => [name, await place.boundingBox()] as const),
      );
      return Object.fromEntries(found.map(([name, box]) => [name, box && Object.values(box).map(Math.round)]));
    };
    const before = await boxes(ahead(page), (name) => `[data-element=${name}]`);
    await finish();
    const after = await boxes(page.locator("#page"), (name) => name);
    expect(after).toEqual(before);
    expect(Object.values(before).every((box) => box !== null)).toBe(true);
    expect(await page.locator(".first-paint, .first-paint-note").count()).toBe(0);
  });

  test("says that the numbers will be computed here, and is clean under axe in both themes", async () => {
    const { page, finish } = await openHeld({ locale });
    const note = page.locator(".first-paint-note:visible");
    expect(await note.textContent()).toMatch(lang === "en" ? /when the page was built/ : /构建页面时/);
    await page.evaluate(axe);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
      expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))).toEqual([]);
    }
    await finish();
  });
});

test("its cells have the live picture's colours, in both themes", async () => {
  const { page, finish } = await openHeld();
  const fills = (cells: Locator) => cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).fill));
  const before = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    before.push(await fills(ahead(page).locator("[data-element=attention-head] :is(rect.cell, text.value)")));
  }
  await finish();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const live = page.locator("attention-head attention-matrix").locator(":is(rect.cell, text.value)");
    await expect.poll(() => fills(live)).toEqual(before.shift());
  }
});

test("a link to other settings shows no picture until its own is there", async () => {
  const { page, finish } = await openHeld({ hash: "class=CausalAttention&lang=zh" });
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
  expect(await ahead(page).locator("h1").isVisible()).toBe(true);
  expect(await ahead(page).locator("[data-element=attention-head]").first().isVisible()).toBe(false);
  await finish();
  expect(await page.locator("attention-head").count()).toBe(1);
});

test("the paint comes without a script of the page's: it is in the HTML, and the policy allows all of it", async () => {
  const { page, finish } = await openHeld();
  expect(await page.locator("style, [style]").count()).toBe(0);
  await finish();
});
