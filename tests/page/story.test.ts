// The first four chapters: a reader chooses a token and follows its row; the numbers are PyTorch's.
import fs from "node:fs";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  type BookCase,
  book,
  drawn,
  type Golden,
  openDrawn,
  openPage,
  spokenValues,
  storyDrawn,
  useBrowser,
} from "./support.js";

useBrowser();

const WORDS = ["Your", "journey", "starts", "with", "one", "step"];
const PLACES = 5.01e-5; // four decimals

function chapter(page: Page, id: string): Locator {
  return page.locator(`section.chapter.${id}`);
}

function picture(inside: Locator, stage: string): Locator {
  return inside.locator(`figure[data-stage="${stage}"]`);
}

function cells(inside: Locator, stage: string, which = 0): Locator {
  return picture(inside, stage).nth(which).locator("attention-matrix").getByRole("gridcell");
}

function goldenCase(name: string): BookCase {
  const found = book.cases.find((one) => one.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return found;
}

/** The last two axes of a golden stage at the given indices of the axes before them. */
function goldenMatrix(golden: Golden | undefined, ...leading: number[]): number[] {
  if (!golden) throw new Error("no such stage");
  const { shape, data } = golden;
  const size = shape.slice(-2).reduce((product, length) => product * length, 1);
  const index = leading.reduce((sum, at, axis) => sum * (shape[axis] ?? 1) + at, 0);
  return data.slice(index * size, (index + 1) * size);
}

function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 1e-6): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((value, index) => {
    const wanted = expected[index] ?? Number.NaN;
    if (Number.isFinite(wanted)) expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance);
    else expect(value).toBe(wanted);
  });
}

async function expectStage(inside: Locator, stage: string, expected: number[], which = 0): Promise<void> {
  expectClose(await spokenValues(cells(inside, stage, which)), expected);
}

/** The numbers of the row that is written out, line by line; words stand for what no number is shown for. */
async function written(inside: Locator): Promise<{ caption: string; rows: string[][]; sum: number[] }> {
  const text = async (row: Locator) =>
    (await row.locator(".number").allTextContents()).map((cell) => cell.trim().replaceAll("−", "-"));
  const rows = await Promise.all((await inside.locator("tbody tr").all()).map(text));
  return {
    caption: (await inside.locator("caption").textContent()) ?? "",
    rows,
    sum: (await text(inside.locator("tfoot tr"))).map(Number),
  };
}

/** The row that every picture of a chapter frames, by the height of its frame; undefined where they disagree. */
async function framedRow(inside: Locator): Promise<number | undefined> {
  const rows = await inside.locator("attention-matrix svg:has(.frame)").evaluateAll((all) =>
    all.map((svg) =>
      [...svg.querySelectorAll("[role=rowheader]")].findIndex((header) => {
        const y = Number(header.querySelector("text")?.getAttribute("y"));
        const frame = svg.querySelector(".frame");
        const top = Number(frame?.getAttribute("y"));
        return y > top && y < top + Number(frame?.getAttribute("height"));
      }),
    ),
  );
  expect(rows.length).toBeGreaterThan(1);
  return new Set(rows).size === 1 ? rows[0] : undefined;
}

const hash = (page: Page) => page.evaluate(() => decodeURIComponent(location.hash));

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
