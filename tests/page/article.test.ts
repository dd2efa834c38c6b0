// The article's two prints, recomputed on the page and compared digit by digit.
import { describe, expect, test } from "vitest";
import { agreement, book, openDrawn, printedText, useBrowser } from "./support.js";

useBrowser();

/** The article's rows, four decimals, as many as one sample has. */
function rows(text: string): number[][] {
  return [...text.matchAll(/\[([-\d., ]+)\]/g)].map((match) => (match[1] ?? "").split(",").map(Number));
}

const calls = [
  ["Wrapper (article)", "MultiHeadAttentionWrapper, 2 heads of 2", 48, 240],
  ["MultiHeadAttention (article)", "MultiHeadAttention, d_out 2, 2 heads", 24, 120],
] as const;

describe.each(calls)("%s", (button, name, numbers, digits) => {
  test("agrees in every digit, in both texts", async () => {
    const page = await openDrawn({ hash: "class=CausalAttention&seed=5" });
    await page.getByRole("button", { name: button, exact: true }).click();
    expect(await agreement(page)).toBe(
      `Every digit agrees: ${numbers} of ${numbers} numbers, ${digits} of ${digits} digits.`,
    );
    const once = book.printed[name] ?? [];
    expect(rows(await printedText(page, "computed"))).toEqual([...once, ...once]);
    expect(rows(await printedText(page, "article"))).toEqual([...once, ...once]);
    expect(await page.locator("attention-print .other").count()).toBe(0);
    expect(await page.getByRole("button", { name: button, exact: true }).getAttribute("aria-pressed")).toBe("true");
  });

  test("one edited weight makes digits differ; reset makes them agree", async () => {
    const page = await openDrawn();
    await page.getByRole("button", { name: button, exact: true }).click();
    const cell = page.getByRole("textbox", { name: /W_value\.weight, row 1, column 1$/ }).first();
    await cell.fill("0.25");
    await cell.press("Enter");
    expect(await agreement(page)).toMatch(/^\d+ of \d+ numbers agree, \d+ of \d+ digits\.$/);
    const [computed, article] = ["computed", "article"].map((which) => page.locator(`[data-print=${which}] .other`));
    expect(await computed?.count()).toBeGreaterThan(4);
    expect(await article?.count()).toBeGreaterThan(4);
    // Not by colour alone: bold, and a dashed line.
    const style = await computed?.first().evaluate((element) => {
      const { fontWeight, borderBottomStyle } = getComputedStyle(element);
      return { fontWeight, borderBottomStyle };
    });
    expect(style).toEqual({ fontWeight: "700", borderBottomStyle: "dashed" });
    await page.getByRole("button", { name: "Reset weights" }).click();
    expect(await agreement(page)).toMatch(/^Every digit agrees/);
    expect(await page.locator("attention-print .other").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Reset weights" }).isDisabled()).toBe(true);
  });
});

test("the page says where the printed columns come from", async () => {
  const page = await openDrawn();
  const origin = page.locator(".output .hint");
  expect(await origin.textContent()).toContain("head A in columns 1 to 2, head B in columns 3 to 4");
  await page.getByRole("button", { name: "MultiHeadAttention (article)" }).click();
  expect(await origin.textContent()).toContain("out_proj");
});

test("the sentence is a live region", async () => {
  const page = await openDrawn();
  expect(await page.locator(".agreement").getAttribute("role")).toBe("status");
});

test("both halves are equal, and the page says why; an edited text moves its own half only", async () => {
  const page = await openDrawn();
  const halves = async () => {
    const all = rows(await printedText(page, "computed"));
    return [all.slice(0, 6), all.slice(6)];
  };
  const [first, second] = await halves();
  expect(first).toEqual(second);
  const note = page.locator(".input .hint", { hasText: /Both texts|two texts/ });
  expect(await note.textContent()).toContain("Both texts are the same");
  await page.getByRole("button", { name: "Text 2", exact: true }).click();
  const cell = page.getByRole("textbox", { name: "Text 2, one, value 1" });
  await cell.fill("-1");
  await cell.press("Enter");
  const [stayed, moved] = await halves();
  expect(stayed).toEqual(first);
  // Under the causal mask only the edited token and those after it can change.
  expect(moved?.slice(0, 4)).toEqual(first?.slice(0, 4));
  expect(moved?.[4]).not.toEqual(first?.[4]);
  expect(await note.textContent()).toContain("differ now");
  await page.getByRole("button", { name: "Reset embeddings" }).click();
  expect(await halves()).toEqual([first, first]);
});

test("other settings: another shape and another class are said in words", async () => {
  const page = await openDrawn({ hash: "heads=3" });
  expect(await agreement(page)).toBe("The article prints another shape, so the digits have no partners.");
  await page.getByRole("combobox", { name: "Class" }).selectOption("CausalAttention");
  expect(await agreement(page)).toContain("prints no result for CausalAttention");
  expect(await page.locator("[data-print=article]").count()).toBe(0);
});
