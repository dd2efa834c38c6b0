// The chapter on the weight split: what it remembers, what it makes of other settings, how it fits a phone.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "../element/stage.js";
import { book, drawn, openDrawn, useBrowser } from "./support.js";

useBrowser();

const chapter = (page: Page) => page.getByRole("region", { name: "Splitting one set of weights" });
const values = (page: Page, part: string) =>
  chapter(page)
    .locator(`[data-part=${part}] text`)
    .evaluateAll((all) => all.map((text) => Number(text.textContent?.replace("−", "-"))));

describe("the chapter on the weight split", () => {
  test("keeps step, projection and token in the link", async () => {
    const page = await openDrawn();
    await chapter(page).getByRole("button", { name: "view", exact: true }).click();
    await chapter(page).getByRole("button", { name: "keys" }).click();
    await chapter(page).getByRole("button", { name: "with", exact: true }).click();
    const hash = new URLSearchParams(new URL(page.url()).hash.slice(1));
    expect(hash.get("m.split.step")).toBe("4");
    expect(hash.get("m.split.of")).toBe("keys");
    expect(hash.get("m.split.token")).toBe("4");
    await page.reload();
    await drawn(page);
    await chapter(page).locator("[data-part=product]").first().waitFor();
    expect(await chapter(page).locator("[aria-current=step]").textContent()).toBe("view");
    expect(await chapter(page).locator("[aria-pressed=true]").allTextContents()).toEqual(["keys", "with"]);
    await chapter(page).getByRole("button", { name: "heads apart" }).click();
    expect(page.url()).not.toContain("split.step");
  });

  test.each(["m.split.step=99", "m.split.step=-1&m.split.of=<img>", "m.split.token=7&m.split.step=x"])(
    "a malformed link starts at the beginning: %s",
    async (hash) => {
      const page = await openDrawn({ hash });
      expect(await chapter(page).locator("[aria-current=step]").textContent()).toBe("heads apart");
      expect(await chapter(page).locator("[aria-pressed=true]").allTextContents()).toEqual(["queries", "Your"]);
    },
  );

  test("the split's settings are taken as a wrapper of heads as wide", async () => {
    const page = await openDrawn({ hash: "class=MultiHeadAttention&heads=2&d_out=2" });
    const golden = book.cases.find(({ name }) => name === "MultiHeadAttentionWrapper, 2 heads of 1");
    const expected = golden?.trace.queries?.data.slice(0, 12) ?? [];
    const drawn = await values(page, "product");
    expect(drawn).toHaveLength(12);
    drawn.forEach((value, i) => {
      expect(Math.abs(value - (expected[i] ?? Number.NaN))).toBeLessThanOrEqual(5.01e-5);
    });
  });

  test("follows the reader's edits of input and weights", async () => {
    const page = await openDrawn({ hash: "x=x.0_1&w=heads.1.W_query.weight.0_0.5" });
    expect((await values(page, "x"))[0]).toBe(1);
    expect(await values(page, "weight")).toContain(0.5);
  });

  test.each(["class=MultiHeadAttention&heads=3&d_out=4", "heads=900000000", "dropout=7", "d_out=1e9"])(
    "settings that make no layer: the article's stand in, and that is said (%s)",
    async (hash) => {
      const page = await openDrawn();
      const article = await values(page, "product");
      await page.evaluate((text) => {
        location.hash = text;
      }, hash);
      await chapter(page).getByText("These settings make no such layer").waitFor();
      expect(await values(page, "product")).toEqual(article);
    },
  );

  test("more than can be read is cut, and that is said", async () => {
    const page = await openDrawn({ hash: "heads=8&d_out=16" });
    expect(await chapter(page).locator(".cut").textContent()).toBe(
      "Drawn here: 4 of 8 heads, 4 of 6 tokens, 2 of 16 numbers per head, 3 of 3 numbers of x.",
    );
    expect(await values(page, "product")).toHaveLength(32);
  });

  test("on a phone two decimals, no sideways scroll, fingers hit the buttons", async () => {
    const page = await openDrawn({ hash: "heads=4&d_out=3", viewport: { width: 360, height: 700 }, hasTouch: true });
    for (const step of ["one matrix", "one product", "view", "transpose"]) {
      await chapter(page).getByRole("button", { name: step, exact: true }).tap();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
    expect(await chapter(page).locator("[data-part=product] text").first().textContent()).toMatch(/^−?0\.\d\d$/);
    const heights = await chapter(page)
      .locator("button")
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  });

  test.each([
    [1, "light"],
    [3, "dark"],
    [4, "light"],
    [5, "dark"],
  ] as const)("clean for axe: step %i, %s", async (step, colorScheme) => {
    const page = await openDrawn({ hash: `m.split.step=${step}`, colorScheme });
    expect(await violations(page, "attention-split")).toEqual([]);
  });

  test("in Chinese", async () => {
    const page = await openDrawn({ hash: "lang=zh&m.split.step=5" });
    const split = page.locator("attention-split");
    expect(await split.locator(".text").textContent()).toContain("全部 24 个数都与 Wrapper 的相同，逐位一致。");
    expect(await split.locator(".place").textContent()).toBe("第 5 步，共 5 步");
  });
});
