// The answers that readers' questions get: what both classes draw, how -0.4519 becomes 0.3190, both dropout masks.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { book, openDrawn, useBrowser } from "./support.js";

useBrowser();

describe("questions, answered with numbers", () => {
  const question = (page: Page, name: string) => page.locator(`.question[data-question=${name}]`);
  const wrapper = book.cases.find(({ name }) => name === "MultiHeadAttentionWrapper, 2 heads of 2")?.state_dict ?? {};
  const split = book.cases.find(({ name }) => name === "MultiHeadAttention, d_out 2, 2 heads")?.state_dict ?? {};

  test("what both classes draw, in order: head A's matrices are the split's, bit for bit", async () => {
    const page = await openDrawn();
    const inside = question(page, "classes");
    const rows = await inside.locator("tbody tr").all();
    expect(rows).toHaveLength(6);
    const isMask = (key: string) => key.endsWith("mask");
    const drawn = (state: typeof wrapper) => Object.entries(state).filter(([key]) => !isMask(key));
    for (const [step, row] of rows.entries()) {
      for (const [column, state] of [wrapper, split].entries()) {
        const entry = drawn(state)[step];
        if (!entry) continue;
        const cell = row.locator("td").nth(column);
        expect(await cell.locator("code").textContent()).toBe(entry[0]);
        const numbers = ((await cell.locator("pre").textContent()) ?? "")
          .replaceAll("−", "-")
          .trim()
          .split(/\s+/)
          .map(Number);
        expect(numbers).toEqual(entry[1].data.map((value) => Number(value.toFixed(4))));
      }
      const verdict = await row.locator(".bits").allTextContents();
      if (step < 3) expect(verdict.join("")).toContain("all 6 the same, bit for bit");
      else expect(verdict.join("")).not.toContain("the same");
    }
  });

  test("−0.4519 and 0.2216 are in both, and out_proj makes 0.3190 of them", async () => {
    const page = await openDrawn({ hash: "seed=5&x=x.0_9" });
    const rows = await question(page, "classes").locator("dd").allTextContents();
    const plain = rows.map((row) => row.replace(/\s+/g, " ").replaceAll("−", "-").trim());
    expect(plain.slice(0, 2)).toEqual(["A [-0.4519, 0.2216] B [0.4772, 0.1063]", "A [-0.4519] B [0.2216]"]);
    const factors = (plain[2] ?? "").match(/-?\d+\.\d{4}/g)?.map(Number) ?? [];
    const [a = 0, x = 0, b = 0, y = 0, bias = 0, result = 0] = factors;
    expect(result).toBe(0.319);
    expect(a * x + b * y + bias).toBeCloseTo(result, 3);
    expect([a, b]).toEqual(split["out_proj.weight"]?.data.slice(0, 2).map((value) => Number(value.toFixed(4))));
  });

  test("both dropout masks of seed 123", async () => {
    const page = await openDrawn();
    const masks = await question(page, "dropout").locator("dd").allTextContents();
    expect(masks).toEqual(["110110 000101 111101 011001 010101 011110", "111111 010000 001010 110001 100001 010000"]);
  });
});
