// One causal head and stacked heads: masks, dropout and columns side by side; the numbers are PyTorch's.
import fs from "node:fs";
import { describe, expect, test } from "vitest";
import {
  cells,
  chapter,
  expectStage,
  framedRow,
  goldenCase,
  goldenMatrix,
  hash,
  picture,
  written,
} from "./story-support.js";
import { book, type Golden, openDrawn, useBrowser } from "./support.js";

useBrowser();

describe("one causal head", () => {
  const causal = goldenCase("CausalAttention").trace;

  test("the buffer of 8 is cut to as many tokens as there are", async () => {
    const page = await openDrawn();
    const inside = chapter(page, "causal");
    const buffer = inside.locator("attention-buffer");
    const taken = async () => ({
      all: await buffer.locator("[data-value]").count(),
      ones: await buffer.locator("[data-value='1']").count(),
      taken: await buffer.locator(".taken [data-value]").count(),
      mask: await cells(inside, "masked").count(),
      hidden: await picture(inside, "masked").locator("[data-state=hidden]").count(),
      slice: await buffer.locator(".slice").textContent(),
    });
    expect(await taken()).toEqual({ all: 64, ones: 28, taken: 36, mask: 36, hidden: 15, slice: "[:6, :6]" });
    expect(await buffer.getByRole("img").getAttribute("aria-label")).toMatch(/^A 8 × 8 matrix.*first 6 rows/);
    await inside.getByRole("slider", { name: "Tokens in the text" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await taken()).toEqual({ all: 64, ones: 28, taken: 16, mask: 16, hidden: 6, slice: "[:4, :4]" });
  });

  test("a shorter text takes a smaller corner from the start", async () => {
    const page = await openDrawn({ hash: "from=text&words=just three words" });
    const inside = chapter(page, "causal");
    expect(await inside.locator("attention-buffer .slice").textContent()).toBe("[:3, :3]");
    expect(await cells(inside, "weights").count()).toBe(9);
    expect(await framedRow(inside)).toBe(2);
  });

  test("scores, −inf, weights and context are PyTorch's, hidden weights exactly 0", async () => {
    const page = await openDrawn();
    const inside = chapter(page, "causal");
    const scores = goldenMatrix(causal.scores, 0);
    const hidden = (index: number) => index % 6 > Math.floor(index / 6);
    await expectStage(inside, "scores", scores);
    await expectStage(
      inside,
      "scaled",
      scores.map((score, index) => (hidden(index) ? -Infinity : score / Math.SQRT2)),
    );
    await expectStage(inside, "weights", goldenMatrix(causal.weights, 0));
    await expectStage(inside, "context", goldenMatrix(causal.context, 0));
    expect(await picture(inside, "weights").locator("[data-state=hidden]").count()).toBe(15);
    const { rows } = await written(inside.locator("attention-sum").first());
    expect(rows.map((row) => row[2])).toEqual(["0.2445", "0.2545", "0.2542", "0.2468", "0 hidden", "0 hidden"]);
    expect(rows.map((row) => row[1]).slice(4)).toEqual(["-inf", "-inf"]);
  });

  const rng = JSON.parse(fs.readFileSync(new URL("../golden/rng.json", import.meta.url), "utf8")) as {
    dropout: { seed: string; p: number; of_ones: Golden }[];
  };
  const ofOnes = rng.dropout.find(({ seed, p }) => seed === "123" && p === 0.5)?.of_ones.data ?? [];
  const MKL = "111111 010000 001010 110001 100001 010000";

  test("both machines' masks of seed 123, side by side", async () => {
    const page = await openDrawn();
    const inside = chapter(page, "causal");
    const kept = async (method: string) => {
      const states = await inside
        .locator(`[data-method=${method}]`)
        .locator("figure[data-stage=dropoutMask] [role=gridcell]")
        .evaluateAll((all) => all.map((cell) => (cell.getAttribute("data-state") === "dropped" ? "0" : "1")));
      return Array.from({ length: 6 }, (_, row) => states.slice(6 * row, 6 * row + 6).join("")).join(" ");
    };
    expect((await kept("default")).replaceAll(" ", "")).toBe(ofOnes.map((value) => (value === 0 ? 0 : 1)).join(""));
    expect(await kept("mkl")).toBe(MKL);
    for (const [which, method] of ["default", "mkl"].entries()) {
      const mask = method === "mkl" ? [...MKL.replaceAll(" ", "")].map(Number) : ofOnes.map((value) => value / 2);
      const weights = goldenMatrix(causal.weights, 0).map((weight, index) => 2 * weight * (mask[index] ?? 0));
      await expectStage(inside, "droppedWeights", weights, which);
    }
  });

  test("another probability, by keys; at 0 nothing is dropped", async () => {
    const page = await openDrawn({ hash: "m.causal.p=0.2" });
    const inside = chapter(page, "causal");
    const dropped = () => inside.locator("figure[data-stage=dropoutMask] [data-state=dropped]").count();
    expect(await dropped()).toBeGreaterThan(0);
    const slider = inside.getByRole("slider", { name: "Probability of being dropped" });
    expect(await slider.inputValue()).toBe("0.2");
    await slider.focus();
    await page.keyboard.press("Home");
    expect(await dropped()).toBe(0);
    await expectStage(inside, "droppedWeights", goldenMatrix(causal.weights, 0));
    expect(await hash(page)).toContain("m.causal.p=0");
  });
});

describe("stacking heads", () => {
  const golden = goldenCase("MultiHeadAttentionWrapper, 2 heads of 2");

  test("two heads with matrices of their own, their contexts side by side", async () => {
    const page = await openDrawn();
    const inside = chapter(page, "stacking");
    for (const head of [0, 1]) {
      const one = inside.locator(`[data-head="${head}"]`);
      await expectStage(one, "values", goldenMatrix(golden.trace.values, 0, head));
      await expectStage(one, "weights", goldenMatrix(golden.trace.weights, 0, head));
      await expectStage(one, "context", goldenMatrix(golden.trace.context, 0, head));
      const matrix = golden.state_dict?.[`heads.${head}.W_value.weight`]?.data ?? [];
      await expectStage(
        one,
        "matrix",
        [0, 3, 1, 4, 2, 5].map((at) => matrix[at] ?? 0),
      );
      expect(await one.locator("h4").textContent()).toContain(`Head ${"AB"[head]}`);
    }
    await expectStage(inside.locator(".joining"), "context", goldenMatrix(golden.trace.output, 0));
    const headers = await inside
      .locator(".joining [role=columnheader]")
      .evaluateAll((all) => all.map((header) => header.getAttribute("aria-label")).filter(Boolean));
    expect(headers).toEqual(["A1", "A2", "B1", "B2"]);
  });

  test("queries and keys in place of values; a followed token is followed in every head and in Z", async () => {
    const page = await openDrawn();
    const inside = chapter(page, "stacking");
    await inside.getByRole("radio", { name: "Keys" }).check();
    expect(await picture(inside, "values").count()).toBe(0);
    await expectStage(inside, "keys", goldenMatrix(golden.trace.keys, 0, 1), 1);
    await inside.getByRole("radio", { name: "Queries" }).check();
    await expectStage(inside, "queries", goldenMatrix(golden.trace.queries, 0, 0));
    await inside.getByRole("radio", { name: "step" }).check();
    expect(await framedRow(inside)).toBe(5);
    const joined = ((await inside.locator(".joined").textContent()) ?? "").replace(/\s+/g, " ").trim();
    expect(joined).toBe("step A [−0.5299, −0.1081] B [0.5077, 0.3493]");
  });

  test("the article's call prints the article's tensor, (2, 6, 4)", async () => {
    const page = await openDrawn();
    const inside = chapter(page, "stacking");
    expect(await inside.locator(".call-text").textContent()).toContain("torch.Size([2, 6, 4])");
    expect(await inside.locator(".printed .hint").textContent()).toBe(
      "Every digit agrees: 48 of 48 numbers, 240 of 240 digits.",
    );
    const printed = (await inside.locator("attention-print pre").textContent()) ?? "";
    const rows = [...printed.matchAll(/\[([-\d., ]+)\]/g)].map((match) => (match[1] ?? "").split(",").map(Number));
    const once = book.printed["MultiHeadAttentionWrapper, 2 heads of 2"] ?? [];
    expect(rows).toEqual([...once, ...once]);
  });

  test("as many heads as the reader's layer has, four at most", async () => {
    const page = await openDrawn({ hash: "heads=3" });
    const inside = chapter(page, "stacking");
    expect(await inside.locator("[data-head]").count()).toBe(3);
    expect(await inside.locator(".call-text").textContent()).toContain("torch.Size([2, 6, 6])");
    await page.getByLabel("Heads num_heads").fill("7");
    await page.getByLabel("Heads num_heads").press("Enter");
    await expect.poll(() => inside.locator("[data-head]").count()).toBe(4);
    expect(await inside.locator(".figure > .hint").first().textContent()).toBe("The first 4 of your 7 heads.");
  });
});
