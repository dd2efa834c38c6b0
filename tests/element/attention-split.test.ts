// The weight split as a reader steps through it: which numbers stand where, and that each keeps being itself.
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { book, openDrawn, useBrowser } from "../page/support.js";

useBrowser();

const wrapper = book.cases.find(({ name }) => name === "MultiHeadAttentionWrapper, 2 heads of 2");
const part = (page: Page, name: string): Locator => page.locator(`attention-split [data-part=${name}]`);

interface Drawn {
  readonly head: number;
  readonly row: number;
  readonly column: number;
  readonly value: number;
  readonly x: number;
  readonly y: number;
}

/** The numbers drawn, each with the place it has on the screen. */
function numbers(cells: Locator): Promise<Drawn[]> {
  return cells.evaluateAll((all) =>
    all.map((cell) => {
      const { head, row, column } = (cell as SVGElement).dataset;
      const { x, y } = cell.getBoundingClientRect();
      const value = Number(cell.querySelector("text")?.textContent?.replace("−", "-"));
      return { head: Number(head ?? 0), row: Number(row), column: Number(column), value, x, y };
    }),
  );
}

/** The numbers as the eye reads them: line by line, from left to right. */
async function read(cells: Locator): Promise<number[]> {
  const all = await numbers(cells);
  return all.sort((a, b) => Math.round(a.y - b.y) || a.x - b.x).map(({ value }) => value);
}

function expectClose(values: readonly number[], expected: readonly number[], decimals = 4): void {
  expect(values).toHaveLength(expected.length);
  values.forEach((value, i) => {
    expect(Math.abs(value - (expected[i] ?? Number.NaN))).toBeLessThanOrEqual(0.501 * 10 ** -decimals);
  });
}

/** (heads, tokens, head_dim) of the first sample. */
function headsOf(stage: "queries" | "keys" | "values"): number[][][] {
  const { shape = [], data = [] } = wrapper?.trace[stage] ?? {};
  const [, heads = 0, tokens = 0, headDim = 0] = shape;
  return Array.from({ length: heads }, (_, head) =>
    Array.from({ length: tokens }, (_row, token) => {
      const start = (head * tokens + token) * headDim;
      return data.slice(start, start + headDim);
    }),
  );
}

/** Row by row, head A's numbers and then head B's. */
function sideBySide(heads: number[][][]): number[] {
  return (heads[0] ?? []).flatMap((_, token) => heads.flatMap((rows) => rows[token] ?? []));
}

/** Heads' matrices, transposed as the product uses them, side by side. */
function weightsOf(layer: string): number[] {
  const rows = [0, 1].flatMap((head) => {
    const { shape: [count = 0, width = 0] = [], data = [] } =
      wrapper?.state_dict?.[`heads.${head}.${layer}.weight`] ?? {};
    return Array.from({ length: count }, (_, row) => data.slice(row * width, (row + 1) * width));
  });
  return (rows[0] ?? []).flatMap((_, column) => rows.map((row) => row[column] ?? Number.NaN));
}

const settled = (page: Page) =>
  page
    .locator("attention-split")
    .evaluate((element) =>
      Promise.all((element.shadowRoot?.getAnimations() ?? []).map((animation) => animation.finished)).then(
        () => undefined,
      ),
    );

async function go(page: Page, step: string): Promise<void> {
  await page.locator("attention-split").getByRole("button", { name: step, exact: true }).click();
  await settled(page);
}

describe("<attention-split>", () => {
  test.each(["queries", "keys", "values"] as const)("the %s: the same numbers at every step, PyTorch's", async (of) => {
    const page = await openDrawn();
    await go(page, of);
    const heads = headsOf(of);
    const layer = { queries: "W_query", keys: "W_key", values: "W_value" }[of];
    for (const step of ["heads apart", "one matrix", "one product"]) {
      await go(page, step);
      expectClose(await read(part(page, "weight")), weightsOf(layer));
      expectClose(await read(part(page, "product")), sideBySide(heads));
    }
    await go(page, "view");
    // Row by row, so the numbers are read in the order they had: nothing has moved in memory.
    expectClose(await read(part(page, "product")), sideBySide(heads));
    await go(page, "transpose");
    expectClose(await read(part(page, "product")), heads.flat(2));
    expectClose(await read(part(page, "wrapper")), heads.flat(2));
  });

  test("the matrices slide together, then the products; each number is the same element all along", async () => {
    const page = await openDrawn();
    const gap = async (name: string) => {
      const row = (await numbers(part(page, name))).filter(({ row: at }) => at === 0).sort((a, b) => a.x - b.x);
      return Math.round((row[2]?.x ?? 0) - (row[1]?.x ?? 0) - ((row[1]?.x ?? 0) - (row[0]?.x ?? 0)));
    };
    await part(page, "product").evaluateAll((all) => {
      for (const [i, cell] of all.entries()) cell.setAttribute("data-mine", String(i));
    });
    expect([await gap("weight"), await gap("product")]).toEqual([12, 12]);
    await go(page, "one matrix");
    expect([await gap("weight"), await gap("product")]).toEqual([0, 12]);
    await go(page, "one product");
    expect([await gap("weight"), await gap("product")]).toEqual([0, 0]);
    await go(page, "transpose");
    const keys = await part(page, "product").evaluateAll((all) =>
      all.map((cell, i) => cell.getAttribute("data-mine") === String(i)),
    );
    expect(keys).toEqual(Array(24).fill(true));
  });

  test("between two steps every number travels, in less than 400 ms", async () => {
    const page = await openDrawn();
    await go(page, "one product");
    const moving = await page.locator("attention-split").evaluate(async (element) => {
      const root = element.shadowRoot;
      const button = [...(root?.querySelectorAll("button") ?? [])].find(({ textContent }) => textContent === "view");
      button?.click();
      await (element as unknown as { updateComplete: Promise<unknown> }).updateComplete;
      return (root?.getAnimations() ?? []).map((animation) => {
        const effect = animation.effect as KeyframeEffect;
        const cell = effect.target as SVGElement;
        return { part: cell.dataset.part, end: Number(effect.getComputedTiming().endTime) };
      });
    });
    expect(moving.filter((one) => one.part === "product")).toHaveLength(24);
    expect(Math.max(...moving.map(({ end }) => end))).toBeLessThan(400);
  });

  test("under reduced motion nothing moves", async () => {
    const page = await openDrawn({ reducedMotion: "reduce" });
    for (const step of ["one matrix", "one product", "view", "transpose"]) {
      await page.locator("attention-split").getByRole("button", { name: step, exact: true }).click();
      await page.locator("attention-split [aria-current=step]", { hasText: step }).waitFor();
      const running = await page
        .locator("attention-split")
        .evaluate((element) => (element.shadowRoot?.getAnimations().length ?? 0) + document.getAnimations().length);
      expect(running).toBe(0);
    }
    expectClose(await read(part(page, "product")), headsOf("queries").flat(2));
  });

  test("previous, next and the arrow keys walk, the ends hold, the focus stays", async () => {
    const page = await openDrawn({ reducedMotion: "reduce" });
    const split = page.locator("attention-split");
    const at = () => split.locator("[aria-current=step]").textContent();
    const next = split.getByRole("button", { name: "Next →" });
    await next.focus();
    await page.keyboard.press("Enter");
    expect(await at()).toBe("one matrix");
    await page.keyboard.press("ArrowRight");
    expect(await at()).toBe("one product");
    await page.keyboard.press("ArrowLeft");
    expect(await at()).toBe("one matrix");
    for (let i = 0; i < 6; i++) await page.keyboard.press("Space");
    expect(await at()).toBe("transpose");
    expect(await next.getAttribute("aria-disabled")).toBe("true");
    expect(await next.evaluate((button) => button.matches(":focus"))).toBe(true);
    for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowLeft");
    expect(await at()).toBe("heads apart");
    expect(await split.getByText("Step 1 of 5").count()).toBe(1);
  });

  test("a followed token is ringed before and after, by button and by touch", async () => {
    const page = await openDrawn({ reducedMotion: "reduce", hasTouch: true });
    await go(page, "starts");
    const ringed = async () => {
      const boxes = await page.locator("attention-split .ring").evaluateAll((all) =>
        all.map((ring) => {
          const { top, bottom, left, right } = ring.getBoundingClientRect();
          return { top, bottom, left, right };
        }),
      );
      const inside = (await numbers(part(page, "product"))).filter(({ x, y }) =>
        boxes.some((box) => x >= box.left - 2 && x < box.right - 2 && y >= box.top - 2 && y < box.bottom - 2),
      );
      return inside.map(({ value }) => value).sort();
    };
    const starts = headsOf("queries").flatMap((rows) => rows[2] ?? []);
    const before = await ringed();
    expectClose(before, [...starts].map((value) => Number(value.toFixed(4))).sort());
    for (const step of ["one matrix", "one product", "view", "transpose"]) {
      await go(page, step);
      expect(await ringed()).toEqual(before);
    }
    await part(page, "wrapper").last().tap();
    expect(await page.locator("attention-split .followed").allTextContents()).toEqual(["step", "step"]);
    const picture = page.getByRole("img", { name: /transpose\. Followed: “step”, A −0\.\d{4}, −0\.\d{4}; B/ });
    expect(await picture.count()).toBe(1);
  });

  test("shapes, the line of PyTorch, and the tensor as PyTorch prints it", async () => {
    const page = await openDrawn({ reducedMotion: "reduce" });
    const split = page.locator("attention-split");
    const said = [
      ["heads apart", "2 × (2, 6, 2)", "[head.W_query(x) for head in self.heads]", "tensor([[-0.3536,"],
      ["one matrix", "(4, 3)", "self.W_query = nn.Linear(d_in, d_out)", "tensor([[-0.2354,  0.0191, -0.2867],"],
      ["one product", "(2, 6, 4)", "queries = self.W_query(x)", "tensor([[-0.3536,  0.3965,  0.3326,  0.5659],"],
      ["view", "(2, 6, 2, 2)", "queries.view(b, num_tokens, self.num_heads, self.head_dim)", "tensor([[[-0.3536,"],
      ["transpose", "(2, 2, 6, 2)", "queries = queries.transpose(1, 2)", "tensor([[[-0.3536,"],
    ];
    for (const [step = "", shape = "", line = "", print = ""] of said) {
      await go(page, step);
      expect(await split.locator("p.shape").textContent()).toContain(shape);
      expect(await split.locator(".line").textContent()).toContain(line);
      expect(await split.locator("attention-print pre").textContent()).toContain(print);
    }
    expect(await split.locator(".text").textContent()).toContain("All 24 numbers equal the wrapper’s, bit for bit.");
  });
});
