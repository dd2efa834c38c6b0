// Lines between tokens as a reader uses them: by pointer, touch and keys, by what they say, and heads told apart.
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../page/support.js";
import { causalMask, causalWeights, focusedName, openStage, put, TOKENS, takeEvents, violations } from "./stage.js";

useBrowser();

const head = (index: number, tokens = 6) => ({
  index,
  weights: causalWeights(tokens, index),
  hidden: causalMask(tokens),
});

const drawnLines = (element: Locator) =>
  element
    .locator("path.line")
    .evaluateAll((paths) => paths.reduce((sum, path) => sum + Number((path as SVGElement).dataset.lines), 0));

const readout = (element: Locator) => element.locator(".readout").textContent();

const said = (element: Locator) => element.getByRole("status").textContent();

describe("<attention-lines>", () => {
  test("draws the visible pairs and says what share of the attention it keeps", async () => {
    const page = await openStage();
    const element = await put(page, "attention-lines", { tokens: TOKENS, heads: [head(0)] });
    expect(await drawnLines(element)).toBe(21);
    expect(await takeEvents(element, "share-change")).toEqual([{ lines: 21, pairs: 21, kept: 1 }]);
    await element.evaluate((lines) => Object.assign(lines, { threshold: 0.3 }));
    const above = causalWeights(6).data.filter((weight) => weight >= 0.3);
    await expect.poll(() => drawnLines(element)).toBe(above.length);
    const [share] = (await takeEvents(element, "share-change")) as { kept: number }[];
    expect(share?.kept).toBeCloseTo(above.reduce((sum, weight) => sum + weight) / 6, 6);
  });

  test("pointing at a token leaves its lines alone and says them in words", async () => {
    const page = await openStage();
    const element = await put(page, "attention-lines", { tokens: TOKENS, threshold: 0.2, heads: [head(0)] });
    await element.getByRole("button", { name: /^“starts” looks at/ }).hover();
    const row = causalWeights(6).data.slice(12, 15);
    const strong = row.map((weight, key) => ({ weight, key })).filter(({ weight }) => weight >= 0.2);
    strong.sort((a, b) => b.weight - a.weight);
    const words = strong.map(({ weight, key }) => `“${TOKENS[key]}” ${weight.toFixed(2)}`).join(", ");
    expect(await readout(element)).toBe(`“starts” looks at ${words}.`);
    expect(await drawnLines(element)).toBe(strong.length);
    await page.locator("h1").hover();
    expect(await readout(element)).toBe("");
    expect(await takeEvents(element, "token-active")).toEqual([{ side: "query", index: 2 }, null]);
  });

  test("a click pins, another token moves the pin, Escape lets go; scrolling does not", async () => {
    const page = await openStage();
    const element = await put(page, "attention-lines", { tokens: TOKENS, heads: [head(0)] });
    const token = (name: RegExp) => element.getByRole("button", { name });
    await token(/^“one” looks at/).click();
    await page.locator("h1").hover();
    await page.mouse.wheel(0, 300);
    expect(await readout(element)).toMatch(/^“one” looks at/);
    expect(await token(/^“one” looks at/).getAttribute("aria-pressed")).toBe("true");
    expect(await said(element)).toMatch(/^Pinned\. “one” looks at/);
    await token(/^“with” is looked at by/).click();
    await page.locator("h1").hover();
    expect(await readout(element)).toMatch(/^“with” is looked at by/);
    expect(await element.locator("[aria-pressed=true]").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await readout(element)).toBe("");
    expect(await drawnLines(element)).toBe(21);
    expect(await takeEvents(element, "token-pin")).toEqual([
      { side: "query", index: 4 },
      { side: "key", index: 3 },
      null,
    ]);
  });

  test("by keys: one tab stop, arrows walk both sides, Enter pins and lets go", async () => {
    const page = await openStage();
    const element = await put(page, "attention-lines", { tokens: TOKENS, heads: [head(0)] });
    await page.keyboard.press("Tab");
    expect(await focusedName(page)).toMatch(/^“Your” looks at/);
    const steps = [
      ["ArrowDown", /^“journey” looks at/],
      ["ArrowRight", /^“journey” is looked at by/],
      ["End", /^“step” is looked at by/],
      ["ArrowLeft", /^“step” looks at/],
      ["Home", /^“Your” looks at/],
    ] as const;
    for (const [key, words] of steps) {
      await page.keyboard.press(key);
      expect(await focusedName(page)).toMatch(words);
      expect(await readout(element)).toMatch(words);
      expect(await element.locator("[tabindex='0']").count()).toBe(1);
    }
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    expect(await element.locator("[aria-pressed=true]").getAttribute("aria-label")).toMatch(/^“Your” looks at/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press(" ");
    expect(await element.locator("[aria-pressed=true]").count()).toBe(0);
    expect(await said(element)).toBe("No longer pinned.");
  });

  test("by touch: a tap pins", async () => {
    const page = await openStage({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
    const element = await put(page, "attention-lines", { tokens: TOKENS, heads: [head(0)] });
    const token = element.getByRole("button", { name: /^“step” looks at/ });
    expect((await token.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await token.tap();
    expect(await readout(element)).toMatch(/^“step” looks at “/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test("heads are told apart by dash and letter, not by colour alone", async () => {
    const page = await openStage();
    const heads = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => head(index));
    const element = await put(page, "attention-lines", { tokens: TOKENS, heads });
    const dashes = await element
      .locator("path.line")
      .evaluateAll((paths) =>
        paths.map((path) => `${(path as SVGElement).dataset.head} ${path.getAttribute("stroke-dasharray")}`),
      );
    const byHead = new Map(dashes.map((one) => [one.slice(0, 1), one.slice(2)]));
    expect(byHead.size).toBe(8);
    expect(new Set(byHead.values()).size).toBe(8);
    await element.getByRole("button", { name: /^“Your” looks at/ }).hover();
    const letters = await element.locator(".letter").allTextContents();
    expect([...letters].sort().join("")).toBe("ABCDEFGH");
    expect(await readout(element)).toMatch(/“Your” looks at [A-H] “Your” 1, /);
  });

  test("a host that cancels the pin keeps it to itself", async () => {
    const page = await openStage();
    const element = await put(page, "attention-lines", { tokens: TOKENS, heads: [head(0)] });
    await element.evaluate((lines) => lines.addEventListener("token-pin", (event) => event.preventDefault()));
    await element.getByRole("button", { name: /^“one” looks at/ }).click();
    expect(await element.locator("[aria-pressed=true]").count()).toBe(0);
    await element.evaluate((lines) => Object.assign(lines, { pinned: { side: "key", index: 1 } }));
    await expect.poll(() => element.locator("[aria-pressed=true]").count()).toBe(1);
    expect(await element.locator("[tabindex='0']").getAttribute("aria-label")).toMatch(/^“journey” is looked at by/);
    await element.evaluate((lines) => Object.assign(lines, { pinned: { side: "key", index: 99 } }));
    await expect.poll(() => element.locator("[aria-pressed=true]").count()).toBe(0);
  });

  test("64 tokens and 8 heads: the strongest lines in some hundred paths, and a sentence; more tokens: a sentence", async () => {
    const page = await openStage();
    const tokens = Array.from({ length: 64 }, (_, i) => `t${i}`);
    const heads = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => head(index, 64));
    const element = await put(page, "attention-lines", { tokens, heads });
    expect(await drawnLines(element)).toBe(2000);
    expect(await element.locator(".note").textContent()).toBe("The strongest 2000 of 16640 lines are drawn.");
    expect(await element.locator("path.line").count()).toBeLessThanOrEqual(8 * 25);
    await element.getByRole("button", { name: /^“t63” looks at/ }).hover();
    expect(await readout(element)).toMatch(/and \d{3} more\.$/);
    await element.evaluate((lines) => Object.assign(lines, { tokens: Array.from({ length: 65 }, String) }));
    await expect.poll(() => readout(element)).toBe("65 tokens are too many for lines, which are drawn for up to 64.");
    expect(await element.locator("svg").count()).toBe(0);
  });

  test("clean for axe, in both themes and pinned; lines stand out from the paper", async () => {
    const page = await openStage({ viewport: { width: 360, height: 800 } });
    const heads = [0, 1, 2, 3].map((index) => head(index));
    const tokens = [...TOKENS.slice(0, 4), "Donaudampfschifffahrtsgesellschaft", "千里之行始于足下不积跬步"];
    const element = await put(page, "attention-lines", { tokens, heads, pinned: { side: "query", index: 5 } });
    expect(await violations(page)).toEqual([]);
    const strokes = () =>
      element
        .locator("path.line")
        .evaluateAll((paths) => [...new Set(paths.map((path) => path.getAttribute("stroke")))]);
    const light = await strokes();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(strokes).not.toEqual(light);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    await expect.poll(async () => (await strokes()).length).toBe(1);
  });
});
