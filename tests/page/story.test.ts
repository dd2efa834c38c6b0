// What all of the first four chapters share: faults, languages, every word to follow.
import { describe, expect, test } from "vitest";
import { cells, chapter, framedRow, WORDS } from "./story-support.js";
import { openDrawn, openPage, spokenValues, storyDrawn, useBrowser } from "./support.js";

useBrowser();

describe("what goes wrong", () => {
  test.each([
    "m.simplified.token=0&m.simplified.key=x&m.trainable.class=V9&m.causal.p=7&m.causal.tokens=99&m.stacking.matrix=__proto__",
    "m.simplified.token=999&m.causal.token=-1&m.causal.p=<img src=x>&m.stacking.token=1e9",
    "heads=2.5&m.stacking.token=%00",
  ])("malformed choices are the first ones: %s", async (marks) => {
    const page = await openDrawn({ hash: `class=SelfAttentionV1&${marks}` });
    expect(await framedRow(chapter(page, "simplified"))).toBe(1);
    expect(await framedRow(chapter(page, "causal"))).toBe(3);
    expect(await chapter(page, "causal").getByRole("slider").nth(1).inputValue()).toBe("0.5");
    expect(await chapter(page, "stacking").locator("[data-head]").count()).toBe(2);
    expect(await chapter(page, "trainable").getByRole("radio", { name: "SelfAttentionV1" }).isChecked()).toBe(true);
  });

  test("a seed that no generator takes is said where nothing can be drawn", async () => {
    const page = await openPage({ hash: "class=SimplifiedSelfAttention&seed=99999999999999999999" });
    await chapter(page, "simplified").waitFor();
    await storyDrawn(page);
    expect(await cells(chapter(page, "simplified"), "scores").count()).toBe(36);
    for (const id of ["trainable", "causal", "stacking"]) {
      expect(await chapter(page, id).locator(".problem").textContent()).toMatch(/^The seed is out of range/);
    }
  });

  test("values that are no numbers are drawn as what they are", async () => {
    const page = await openDrawn({ hash: "x=x.3_nan x.7_inf" });
    for (const id of ["simplified", "trainable", "causal", "stacking"]) {
      expect(await chapter(page, id).locator("attention-matrix").count()).toBeGreaterThan(1);
    }
    expect(await chapter(page, "simplified").locator(".product .score").textContent()).toBe("= nan");
    // Under the mask, the first token sees none of it.
    const context = await spokenValues(cells(chapter(page, "causal"), "context"));
    expect(context.slice(0, 2).every(Number.isFinite)).toBe(true);
    expect(context.slice(2, 4).some(Number.isNaN)).toBe(true);
  });

  test("wide embeddings and one token", async () => {
    const page = await openDrawn({
      hash: "from=random&batch=1&tokens=1&d_in=40",
      viewport: { width: 390, height: 800 },
    });
    const inside = chapter(page, "simplified");
    expect(await spokenValues(cells(inside, "weights"))).toEqual([1]);
    expect((await inside.locator("attention-sum tbody td.more").allTextContents()).join("")).toBe("…");
    const region = inside.locator("attention-sum").getByRole("region");
    expect(await region.getAttribute("tabindex")).toBe("0");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

test("in Chinese, with the reader's own words", async () => {
  const page = await openDrawn({ hash: "lang=zh&context_length=16&from=text&words=千里之行，始于足下。" });
  const inside = chapter(page, "causal");
  const words = await inside.getByRole("group", { name: "查询" }).getByRole("radio").count();
  expect(words).toBeGreaterThan(3);
  expect(await inside.locator("attention-sum caption").first().textContent()).toMatch(/^“.+”这一行，逐项写出$/);
  expect(await inside.getByRole("slider", { name: "丢弃的概率" }).count()).toBe(1);
  expect(await page.locator("section.chapter.stacking h4").first().textContent()).toContain("头 A");
});

test("every word of the article's sentence can be followed in every chapter", async () => {
  const page = await openDrawn();
  for (const id of ["simplified", "trainable", "causal", "stacking"]) {
    const inside = chapter(page, id);
    for (const [index, word] of WORDS.entries()) {
      await inside.getByRole("group", { name: "Query" }).getByRole("radio", { name: word }).check();
      expect(await framedRow(inside)).toBe(index);
    }
  }
});
