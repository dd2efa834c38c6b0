// The first two chapters: a reader chooses a token and follows its row; the numbers are PyTorch's.
import { describe, expect, test } from "vitest";
import {
  cells,
  chapter,
  expectClose,
  expectStage,
  framedRow,
  goldenCase,
  goldenMatrix,
  hash,
  PLACES,
  written,
} from "./story-support.js";
import { book, drawn, openDrawn, spokenValues, useBrowser } from "./support.js";

useBrowser();

describe("attention without weights", () => {
  const { trace } = goldenCase("simplified self-attention");

  test("scores, weights and context are PyTorch's; the second token's row is framed and written out", async () => {
    const page = await openDrawn();
    const inside = chapter(page, "simplified");
    for (const stage of ["scores", "weights"]) await expectStage(inside, stage, trace[stage]?.data ?? []);
    await expectStage(inside, "context", trace.output?.data ?? []);
    expect(await framedRow(inside)).toBe(1);
    const { caption, rows, sum } = await written(inside);
    expect(caption).toBe("The row of “journey”, written out");
    rows.forEach((row, key) => {
      const value = book.inputs.data.slice(3 * key, 3 * key + 3);
      expectClose(
        row.map(Number),
        [trace.scores?.data[6 + key] ?? 0, trace.weights?.data[6 + key] ?? 0, ...value],
        PLACES,
      );
    });
    expectClose(sum, (trace.output?.data ?? []).slice(3, 6), PLACES);
  });

  test("another query by its button, another key by its: the product is written with their numbers", async () => {
    const page = await openDrawn();
    const inside = chapter(page, "simplified");
    const product = async () => ((await inside.locator(".product").textContent()) ?? "").replace(/\s+/g, " ").trim();
    expect(await product()).toBe("journey · Your = 0.55 × 0.43 + 0.87 × 0.15 + 0.66 × 0.89 = 0.9544");
    await inside.getByRole("group", { name: "Query" }).getByRole("radio", { name: "one" }).check();
    await inside.getByRole("group", { name: "Key" }).getByRole("radio", { name: "with" }).check();
    expect(await product()).toBe("one · with = 0.77 × 0.22 + 0.25 × 0.58 + 0.10 × 0.33 = 0.3474");
    expect(await framedRow(inside)).toBe(4);
    expect(await hash(page)).toContain("m.simplified.token=5&m.simplified.key=4");
    await page.reload();
    await drawn(page);
    await chapter(page, "simplified").locator(".product").waitFor();
    expect(await product()).toContain("one · with");
  });

  test("by keys: arrows among the buttons, Enter on a cell", async () => {
    const page = await openDrawn();
    const inside = chapter(page, "simplified");
    await inside.getByRole("group", { name: "Query" }).getByRole("radio", { name: "journey" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await framedRow(inside)).toBe(2);
    await cells(inside, "scores").nth(0).focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    expect(await framedRow(inside)).toBe(3);
    expect(await inside.locator(".pair").textContent()).toBe("with · journey");
    expect(await inside.getByRole("radio", { name: "with" }).first().isChecked()).toBe(true);
  });

  test("a click on any row follows it", async () => {
    const page = await openDrawn();
    const inside = chapter(page, "simplified");
    await cells(inside, "context").nth(16).click();
    expect(await framedRow(inside)).toBe(5);
    expect((await written(inside)).caption).toContain("step");
  });

  test("the reader's own numbers go in", async () => {
    const page = await openDrawn();
    const cell = page.getByRole("textbox", { name: "Text 1, journey, value 1" });
    await cell.fill("2");
    await cell.press("Enter");
    const inside = chapter(page, "simplified");
    expect(await inside.locator(".product .sum").textContent()).toContain("2 × 0.43");
    const scores = await spokenValues(cells(inside, "scores"));
    expect(scores[7]).toBeCloseTo(2 ** 2 + 0.87 ** 2 + 0.66 ** 2, 5);
    await page.getByRole("button", { name: "Text 2", exact: true }).click();
    expect(await inside.locator(".product .sum").textContent()).toContain("0.55 × 0.43");
  });
});

describe("trainable weights", () => {
  const v1 = goldenCase("SelfAttention_v1");
  const v2 = goldenCase("SelfAttention_v2");

  test.each([
    ["V1", v1, "seed=123"],
    ["V2", v2, "seed=789&m.trainable.class=V2"],
  ])("%s: matrices, queries, keys, values and what follows are PyTorch's", async (_version, golden, where) => {
    const page = await openDrawn({ hash: where });
    const inside = chapter(page, "trainable");
    for (const stage of ["queries", "keys", "values", "scores", "weights", "context"]) {
      await expectStage(inside, stage, golden.trace[stage]?.data ?? []);
    }
    for (const [index, name] of ["W_query", "W_key", "W_value"].entries()) {
      const { data = [], shape = [] } = golden.state_dict?.[name] ?? golden.state_dict?.[`${name}.weight`] ?? {};
      const turned = shape[0] === 2 ? [0, 3, 1, 4, 2, 5].map((at) => data[at] ?? 0) : data;
      await expectStage(inside, "matrix", turned, index);
    }
  });

  test("the row is written out with its scores divided by the root of 2", async () => {
    const page = await openDrawn();
    const { rows, sum } = await written(chapter(page, "trainable"));
    const { scores, weights, values, context } = v1.trace;
    rows.forEach((row, key) => {
      const score = scores?.data[6 + key] ?? 0;
      const value = values?.data.slice(2 * key, 2 * key + 2) ?? [];
      expectClose(row.map(Number), [score, score / Math.SQRT2, weights?.data[6 + key] ?? 0, ...value], PLACES);
    });
    expectClose(sum, context?.data.slice(2, 4) ?? [], PLACES);
  });

  test("the other class draws other numbers from the same seed", async () => {
    const page = await openDrawn();
    const inside = chapter(page, "trainable");
    const before = await spokenValues(cells(inside, "queries"));
    await inside.getByRole("radio", { name: "SelfAttentionV2" }).check();
    const after = await spokenValues(cells(inside, "queries"));
    expect(after).not.toEqual(before);
    // The same draws as the causal head's, which is a V2 with a mask.
    expectClose(after, goldenMatrix(goldenCase("CausalAttention").trace.queries, 0));
  });

  test.each(["V1", "V2"])("%s: wider layers grow sure of one key, divided scores keep them milder", async (version) => {
    const page = await openDrawn({ hash: `m.trainable.class=${version}` });
    const inside = chapter(page, "trainable");
    const rowsOf = async (stage: string) => {
      const all = await spokenValues(cells(inside, stage));
      return Array.from({ length: 5 }, (_, row) => all.slice(6 * row, 6 * row + 6));
    };
    const [plain, scaled] = [await rowsOf("plain"), await rowsOf("scaled")];
    for (const row of [...plain, ...scaled]) expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
    const surest = (row: number[] | undefined) => Math.max(...(row ?? []));
    expect(surest(plain[4])).toBeGreaterThan(0.9);
    for (const row of [0, 1, 2, 3, 4]) expect(surest(scaled[row])).toBeLessThan(surest(plain[row]) + 1e-6);
    expect(surest(scaled[4])).toBeLessThan(0.6);
    // Two numbers wide is the layer above.
    expect(scaled[0]).toEqual((await spokenValues(cells(inside, "weights"))).slice(6, 12));
  });
});
