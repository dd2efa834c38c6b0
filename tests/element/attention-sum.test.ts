// A row written out: every factor in words and numbers, hidden and dropped terms told apart, scrolled by keys where it is wide.
import { expect, test } from "vitest";
import { luminance } from "../../web/element/scales.js";
import { openPage, useBrowser } from "../page/support.js";
import { openStage, put, violations } from "./stage.js";

useBrowser();

const words = {
  key: "Key",
  score: "Score",
  scaled: "Scaled",
  weight: "Weight",
  value: "Value",
  context: "Context",
  hidden: "hidden",
  dropped: "dropped",
};
const terms = [
  { label: "Your", score: 1.5, scaled: 1.0607, weight: 0.75, state: "shown", value: [0.5, -0.25] },
  { label: "journey", score: -1, scaled: -0.75, weight: 0, state: "dropped", value: [1, 2] },
  { label: "starts", score: 3, scaled: Number.NEGATIVE_INFINITY, weight: 0, state: "hidden", value: [4, 5] },
];
const row = {
  label: "The row of “journey”",
  name: "The row of “journey”, chapter 1",
  terms,
  sum: [0.375, -0.1875],
  words,
};

test("a table with every key's numbers, and what they add up to", async () => {
  const page = await openStage();
  const element = await put(page, "attention-sum", { ...row, scoreLimit: 3, valueLimit: 5 });
  const table = element.getByRole("table", { name: "The row of “journey”" });
  expect(await table.getByRole("columnheader").allTextContents()).toEqual([
    "Key",
    "Score",
    "Scaled",
    "Weight",
    "Value",
  ]);
  expect(await table.getByRole("rowheader").allTextContents()).toEqual(["Your", "journey", "starts", "Context"]);
  const numbers = async (index: number) =>
    (await table.locator("tbody tr").nth(index).locator(".number").allTextContents()).map((text) => text.trim());
  expect(await numbers(0)).toEqual(["1.5000", "1.0607", "0.7500", "0.5000", "−0.2500"]);
  expect(await numbers(1)).toEqual(["−1", "−0.7500", "0 dropped", "1", "2"]);
  expect(await numbers(2)).toEqual(["3", "−inf", "0 hidden", "4", "5"]);
  expect(await table.locator("tfoot .number").allTextContents()).toEqual(["0.3750", "−0.1875"]);
  expect(await violations(page)).toEqual([]);
});

test("a class that does not divide has no column for it; long vectors are cut", async () => {
  const page = await openStage();
  const wide = Array.from({ length: 20 }, (_, index) => index);
  const plain = terms.map(({ scaled: _scaled, ...term }) => ({ ...term, value: wide }));
  const element = await put(page, "attention-sum", { ...row, terms: plain, sum: wide });
  expect(await element.getByRole("columnheader").allTextContents()).toEqual(["Key", "Score", "Weight", "Value"]);
  expect(await element.locator("tfoot td").allTextContents()).toEqual(["=", ..."01234567", "…"]);
});

test("hidden is hatched, dropped is outlined, the rest is tinted and readable, on either paper", async () => {
  const page = await openStage({ colorScheme: "light" });
  const element = await put(page, "attention-sum", row);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => contrasts()).toBeGreaterThanOrEqual(4.5);
  }
  const pictureOf = (state: string, pseudo?: string) =>
    element
      .locator(`tr[data-state=${state}] .number.${state}`)
      .last()
      .evaluate((cell, after) => {
        const { backgroundImage, borderTopWidth } = getComputedStyle(cell, after ?? undefined);
        return { backgroundImage, borderTopWidth };
      }, pseudo);
  expect((await pictureOf("hidden")).backgroundImage).toContain("repeating-linear-gradient");
  expect((await pictureOf("dropped", "::after")).borderTopWidth).toBe("1px");

  async function contrasts(): Promise<number> {
    const pairs = await element.locator("[data-tint]").evaluateAll((cells) =>
      cells.map((cell) => {
        const { color, backgroundColor } = getComputedStyle(cell);
        return [color, backgroundColor] as const;
      }),
    );
    return Math.min(
      ...pairs.map((pair) => {
        const [dark = 0, light = 0] = pair.map(luminance).sort((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);
      }),
    );
  }
});

test("where it does not fit, keys scroll it", async () => {
  const page = await openStage({ viewport: { width: 260, height: 600 } });
  const element = await put(page, "attention-sum", row);
  const region = element.getByRole("region", { name: "The row of “journey”, chapter 1" });
  await region.waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => region.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 900, height: 600 });
  await expect.poll(() => element.getByRole("region").count()).toBe(0);
});

test("forced colours keep the outline of what is dropped", async () => {
  const page = await openStage({ forcedColors: "active" });
  const element = await put(page, "attention-sum", row);
  const style = await element.locator(".dropped").evaluate((cell) => getComputedStyle(cell, "::after").borderTopStyle);
  expect(style).toBe("dashed");
});

test("nothing is drawn without words", async () => {
  const page = await openPage();
  const html = await page.evaluate(async () => {
    const element = document.createElement("attention-sum");
    document.body.append(element);
    await element.updateComplete;
    return element.shadowRoot?.querySelector("table") ?? null;
  });
  expect(html).toBeNull();
});
