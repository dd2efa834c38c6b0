// The stepper as a reader uses it: the numbers of every step are PyTorch's, by keys and by pointer, lines and steps together.
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type BookCase, book, openDrawn, spokenValues, useBrowser } from "../page/support.js";

useBrowser();

const steps = (page: Page): Locator => page.locator("attention-steps");
const go = (page: Page, step: string) => steps(page).getByRole("button", { name: step, exact: true }).click();
const at = (page: Page) => steps(page).locator(".map [aria-current=step]").textContent();
const figures = (page: Page, stage: string): Locator => steps(page).locator(`figure[data-stage=${stage}]`);

function goldenCase(name: string): BookCase {
  const found = book.cases.find((one) => one.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return found;
}

/** The first sample of a stage, head by head; one list where the stage has no heads. */
function headsOf({ trace }: BookCase, stage: string): number[][] {
  const { shape = [], data = [] } = trace[stage] ?? {};
  const heads = shape.length === 4 ? (shape[1] ?? 1) : 1;
  const [rows = 1, columns = 1] = shape.slice(-2);
  const size = rows * columns;
  return Array.from({ length: heads }, (_, head) => data.slice(head * size, (head + 1) * size));
}

function sideBySide(heads: number[][], tokens = 6): number[] {
  const width = (heads[0]?.length ?? 0) / tokens;
  return Array.from({ length: tokens }, (_, token) =>
    heads.flatMap((values) => values.slice(token * width, (token + 1) * width)),
  ).flat();
}

async function expectFigures(page: Page, stage: string, expected: readonly number[][]): Promise<void> {
  expect(await figures(page, stage).count()).toBe(expected.length);
  for (const [index, values] of expected.entries()) {
    const drawn = await spokenValues(figures(page, stage).nth(index).getByRole("gridcell"));
    expect(drawn).toHaveLength(values.length);
    drawn.forEach((value, i) => {
      expect(Math.abs(value - (values[i] ?? Number.NaN))).toBeLessThanOrEqual(1e-6);
    });
  }
}

/** Causal and scaled, as softmax sees it. */
function scaledOf(scores: number[], headDim: number): (number | undefined)[] {
  const tokens = Math.sqrt(scores.length);
  return scores.map((score, i) => (i % tokens > Math.floor(i / tokens) ? undefined : score / Math.sqrt(headDim)));
}

async function expectPass(page: Page, golden: BookCase, headDim: number): Promise<void> {
  await go(page, "heads");
  for (const stage of ["queries", "keys", "values"]) await expectFigures(page, stage, headsOf(golden, stage));
  await go(page, "scores");
  await expectFigures(page, "scores", headsOf(golden, "scores"));
  await go(page, "mask and scale");
  for (const [head, scores] of headsOf(golden, "scores").entries()) {
    const cells = figures(page, "scaled").nth(head).getByRole("gridcell");
    const drawn = await spokenValues(cells);
    for (const [i, value] of scaledOf(scores, headDim).entries()) {
      if (value !== undefined) expect(Math.abs((drawn[i] ?? Number.NaN) - value)).toBeLessThanOrEqual(1e-6);
      else expect(drawn[i]).toBe(Number.NEGATIVE_INFINITY);
    }
  }
  await go(page, "softmax");
  await expectFigures(page, "weights", headsOf(golden, "weights"));
  await go(page, "dropout");
  await expectFigures(page, "droppedWeights", headsOf(golden, "dropped_weights"));
  await go(page, "context");
  await expectFigures(page, "context", headsOf(golden, "context"));
  await go(page, "merge");
  await expectFigures(page, "merged", [sideBySide(headsOf(golden, "context"))]);
  await go(page, "out_proj");
  const output = (golden.trace.output?.data ?? []).slice(0, (golden.trace.output?.data.length ?? 0) / 2);
  await expectFigures(page, "output", [output]);
}

describe("<attention-steps>", () => {
  test("MultiHeadAttention: every step shows PyTorch's numbers", async () => {
    const page = await openDrawn({ hash: "m.steps.heads=all" });
    const golden = goldenCase("MultiHeadAttention, d_out 2, 2 heads");
    expect(await at(page)).toBe("x");
    await go(page, "Q, K, V");
    for (const stage of ["queries", "keys", "values"]) {
      await expectFigures(page, stage, [sideBySide(headsOf(golden, stage))]);
    }
    await expectPass(page, golden, 1);
  });

  test("MultiHeadAttention of three heads with bias", async () => {
    const page = await openDrawn({ hash: "class=MultiHeadAttention&heads=3&d_out=6&qkv_bias=true&m.steps.heads=all" });
    await expectPass(page, goldenCase("MultiHeadAttention, qkv bias, 3 heads of 2"), 2);
  });

  test("the wrapper, with dropout: what is hidden and what is dropped are told apart", async () => {
    const page = await openDrawn({ hash: "dropout=0.5&m.steps.heads=all&m.steps.layer=MultiHeadAttentionWrapper" });
    await expectPass(page, goldenCase("MultiHeadAttentionWrapper, dropout 0.5, training"), 2);
    await go(page, "dropout");
    const dropped = figures(page, "droppedWeights").first();
    expect(await dropped.locator("[data-state=hidden]").count()).toBe(15);
    expect(await dropped.locator("[data-state=dropped]").count()).toBeGreaterThan(2);
    expect(await dropped.locator("[data-state=dropped]").first().getAttribute("aria-label")).toMatch(/dropped/);
    expect(await figures(page, "dropoutMask").first().locator("[data-state=hidden]").count()).toBe(0);
    await go(page, "mask and scale");
    const mask = figures(page, "masked").first();
    expect(await mask.locator("[data-state=hidden]").count()).toBe(15);
    expect(await mask.locator("[data-state=hidden] text").first().textContent()).toBe("−inf");
  });

  test("previous, next and arrow keys walk all ten; in a grid the arrows walk cells", async () => {
    const page = await openDrawn({ reducedMotion: "reduce" });
    const names = await steps(page).locator(".map button").allTextContents();
    expect(names).toEqual([
      "x",
      "Q, K, V",
      "heads",
      "scores",
      "mask and scale",
      "softmax",
      "dropout",
      "context",
      "merge",
      "out_proj",
    ]);
    await steps(page).getByRole("button", { name: "Next →" }).focus();
    for (const name of names) {
      expect(await at(page)).toBe(name);
      const running = await steps(page).evaluate(
        (element) => (element.shadowRoot?.getAnimations().length ?? 0) + document.getAnimations().length,
      );
      expect(running).toBe(0);
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowLeft");
    expect(await at(page)).toBe("merge");
    await steps(page).getByRole("button", { name: "← Previous" }).click();
    expect(await at(page)).toBe("context");
    await figures(page, "context").locator("[tabindex='0']").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    expect(await at(page)).toBe("context");
  });

  test("shapes in code and in words", async () => {
    const page = await openDrawn();
    const shape = async () => (await steps(page).locator("p.shape").textContent())?.replace(/\s+/g, " ").trim();
    expect(await shape()).toBe("(b, num_tokens, d_in) = (2, 6, 3) text × token × embedding");
    await go(page, "heads");
    expect(await shape()).toBe("(b, num_heads, num_tokens, head_dim) = (2, 2, 6, 1) text × head × token × column");
    await go(page, "scores");
    expect(await shape()).toBe("(b, num_heads, num_tokens, num_tokens) = (2, 2, 6, 6) text × head × token × key");
    await steps(page).getByRole("button", { name: "MultiHeadAttentionWrapper" }).click();
    expect(await shape()).toBe("num_heads × (b, num_tokens, num_tokens) = 2 × (2, 6, 6) text × token × key");
  });

  test("heads are chosen: one, several, all", async () => {
    const page = await openDrawn({ hash: "m.steps.step=4&class=MultiHeadAttention&heads=6&d_out=6" });
    const titles = () => steps(page).locator(".group h4").allInnerTexts();
    expect(await titles()).toEqual(["Head A"]);
    await steps(page).getByRole("button", { name: "Head C" }).click();
    expect(await titles()).toEqual(["Head A", "Head C"]);
    await steps(page).getByRole("button", { name: "All" }).click();
    expect(await titles()).toEqual(["Head A", "Head B", "Head C", "Head D"]);
    expect(await steps(page).getByText("The first 4 of the heads chosen are drawn.").count()).toBe(1);
  });
});

describe("code beside the steps", () => {
  const marked = (page: Page) => steps(page).locator("attention-code [aria-current=step]").allTextContents();

  test("a step marks its lines", async () => {
    const page = await openDrawn();
    const expected: Record<string, RegExp> = {
      x: /^def forward/,
      "Q, K, V": /W_query/,
      heads: /view|transpose|head_dim/,
      scores: /^attn_scores = queries @ keys/,
      "mask and scale": /mask|\*\*0\.5/,
      softmax: /softmax|dim=-/,
      dropout: /[dD]ropout/,
      context: /attn_weights @ values/,
      merge: /context_vec/,
      out_proj: /out_proj|return/,
    };
    for (const [step, pattern] of Object.entries(expected)) {
      await go(page, step);
      const lines = await marked(page);
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.some((line) => pattern.test(line))).toBe(true);
    }
  });

  test("a line leads to its step, by pointer and by keys; one tab stop; the marked lines are in sight", async () => {
    const page = await openDrawn();
    const pane = steps(page).getByRole("toolbar", { name: "Code: choose a line to go to its step" });
    await pane.getByRole("button", { name: "attn_weights = self.dropout(attn_weights)" }).click();
    expect(await at(page)).toBe("dropout");
    expect(await pane.locator("[tabindex='0']").count()).toBe(1);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    expect(await at(page)).toBe("mask and scale");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Space");
    expect(await at(page)).toBe("softmax");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    expect(await at(page)).toBe("out_proj");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    expect(await at(page)).toBe("heads");
    await go(page, "context");
    const inSight = await pane.evaluate((element) => {
      const line = element.querySelector("[aria-current=step]")?.getBoundingClientRect();
      const { top, bottom } = element.getBoundingClientRect();
      return line !== undefined && line.top >= top && line.bottom <= bottom;
    });
    expect(inSight).toBe(true);
  });

  test("the wrapper's code and numbers come together; it has no out_proj", async () => {
    const page = await openDrawn({ hash: "m.steps.step=10" });
    await steps(page).getByRole("button", { name: "MultiHeadAttentionWrapper" }).click();
    expect(await marked(page)).toEqual(["return torch.cat([head(x) for head in self.heads], dim=-1)"]);
    await expectFigures(page, "output", [
      (goldenCase("MultiHeadAttentionWrapper, 2 heads of 2").trace.output?.data ?? []).slice(0, 24),
    ]);
    await steps(page).getByRole("button", { name: "JavaScript" }).click();
    expect(await marked(page)).toContain("output,");
  });

  test("in JavaScript every step has its lines, and they lead back", async () => {
    const page = await openDrawn({ hash: "m.steps.code=js" });
    for (const step of await steps(page).locator(".map button").allTextContents()) {
      await go(page, step);
      expect((await marked(page)).length).toBeGreaterThan(0);
    }
    await steps(page).getByRole("button", { name: "scaled, masked," }).click();
    expect(await at(page)).toBe("mask and scale");
  });
});
