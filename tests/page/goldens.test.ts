// Every case of the book, drawn from its seed on the page and read back from the cells.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  type BookCase,
  book,
  drawn,
  type Golden,
  openDrawn,
  type Panel,
  panel,
  spokenValues,
  useBrowser,
} from "./support.js";

useBrowser();

/** The hash that sets a case up; what it leaves out falls back to the article's values. */
function hashOf({ kind, seed = 123, args = {}, training = false }: BookCase): string {
  return new URLSearchParams({
    class: kind,
    seed: String(seed),
    d_out: String(args.d_out ?? 2),
    heads: String(args.num_heads ?? 2),
    context_length: String(args.context_length ?? 6),
    dropout: String(args.dropout ?? 0),
    qkv_bias: String(args.qkv_bias ?? false),
    mode: training ? "train" : "eval",
  }).toString();
}

/** The first sample of a golden stage, head by head. */
function headsOf({ shape, data }: Golden): number[][] {
  const [rows = 1, columns = 1] = shape.slice(-2);
  const heads = shape.length === 4 ? (shape[1] ?? 1) : 1;
  const size = rows * columns;
  return Array.from({ length: heads }, (_, head) => data.slice(head * size, (head + 1) * size));
}

async function expectPanel(page: Page, kind: Panel, golden: Golden): Promise<void> {
  const heads = headsOf(golden);
  expect(await page.locator("attention-head").count()).toBe(heads.length);
  for (const [head, expected] of heads.entries()) {
    const values = await spokenValues(panel(page, head, kind).getByRole("gridcell"));
    expect(values.length).toBe(expected.length);
    values.forEach((value, i) => {
      expect(Math.abs(value - (expected[i] ?? Number.NaN))).toBeLessThanOrEqual(1e-6);
    });
  }
}

async function expectWeights(page: Page, state: NonNullable<BookCase["state_dict"]>): Promise<void> {
  const trainable = Object.entries(state).filter(([key]) => !key.endsWith("mask"));
  expect(
    await page
      .locator("attention-table[data-key]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-key"))),
  ).toEqual(trainable.map(([key]) => key));
  for (const [key, { data }] of trainable) {
    const shown = await page
      .locator(`attention-table[data-key="${key}"] input`)
      .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value.replace("−", "-")));
    expect(shown).toHaveLength(data.length);
    shown.forEach((text, i) => {
      expect(Math.abs(Number(text) - (data[i] ?? Number.NaN))).toBeLessThanOrEqual(5.01e-5);
    });
  }
}

describe("book.json", () => {
  test.each(book.cases)("$name", async (bookCase) => {
    const page = await openDrawn({ hash: hashOf(bookCase) });
    const { trace, state_dict: state = {} } = bookCase;
    await expectPanel(page, "weights", trace.dropped_weights ?? trace.weights ?? { shape: [], data: [] });
    await expectPanel(page, "signed", trace.context ?? trace.output ?? { shape: [], data: [] });
    await expectWeights(page, state);
    const maskPanels = page.locator("figure[data-panel=mask]");
    const hidden = panel(page, 0, "mask").locator("[role=gridcell][data-state=hidden]");
    const isCausal = Object.keys(state).some((key) => key.endsWith("mask"));
    expect(await maskPanels.count()).toBe(isCausal ? await page.locator("attention-head").count() : 0);
    expect(await hidden.count()).toBe(isCausal ? 15 : 0);
  });
});

test("a weight's exact float32 is there when its cell is focused", async () => {
  const page = await openDrawn();
  const cell = page.getByRole("textbox", { name: "heads.0.W_query.weight, row 1, column 1" });
  await cell.focus();
  await expect.poll(() => cell.inputValue()).not.toContain("−");
  const golden = book.cases.find(({ name }) => name === "MultiHeadAttentionWrapper, 2 heads of 2");
  expect(Math.fround(Number(await cell.inputValue()))).toBe(
    Math.fround(golden?.state_dict?.["heads.0.W_query.weight"]?.data[0] ?? Number.NaN),
  );
});

test("both dropout methods: the mask that readers of the book see on either machine", async () => {
  const page = await openDrawn({ hash: "class=CausalAttention&dropout=0.5&dropout_method=default" });
  const dropped = async () =>
    panel(page, 0, "weights")
      .getByRole("gridcell")
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-state")).join());
  const usual = await dropped();
  expect(usual).toContain("dropped");
  await page.getByLabel("x86 with MKL").check();
  await drawn(page);
  expect(await dropped()).not.toBe(usual);
  await page.getByLabel("eval", { exact: true }).check();
  expect(await dropped()).not.toContain("dropped");
});
