// The reader's own weights, under the article's PyTorch names.
import { describe, expect, test } from "vitest";
import { safetensors } from "../formats/support.js";
import { caseOf, drop, fileOf, group, numbersIn, open, paste, status, weightsFile } from "./own-data-support.js";
import { agreement, openDrawn, panel, printedText, spokenValues, useBrowser } from "./support.js";

useBrowser();

describe("weights", () => {
  test.each([
    "SelfAttention_v1",
    "SelfAttention_v2",
    "CausalAttention",
    "MultiHeadAttentionWrapper, 2 heads of 2",
    "MultiHeadAttentionWrapper, 2 heads of 1",
    "MultiHeadAttention, d_out 2, 2 heads",
    "MultiHeadAttention, qkv bias, 3 heads of 2",
  ])("of %s, in place of another seed's and other sizes", async (name) => {
    const golden = caseOf(name);
    const heads = golden.args?.num_heads ?? 2;
    const page = await openDrawn({ hash: `class=${golden.kind}&seed=7&d_out=6&heads=${heads}&mode=eval` });
    await open(page, weightsFile(golden));
    await expect.poll(() => status(page).textContent()).toContain("weights.safetensors: ");
    expect(await status(page).textContent()).toContain(golden.kind);
    const expected = golden.trace.output?.data ?? [];
    const printed = numbersIn(await printedText(page, "computed"));
    expect(printed).toHaveLength(2 * 6 * (golden.trace.output?.shape.at(-1) ?? 0));
    printed.forEach((value, index) => {
      expect(Math.abs(value - (expected[index % expected.length] ?? Number.NaN))).toBeLessThanOrEqual(5.1e-5);
    });
    const weights = golden.trace.weights?.data ?? [];
    const shown = await spokenValues(panel(page, 0, "weights").getByRole("gridcell"));
    shown.forEach((value, index) => {
      expect(Math.abs(value - (weights[index] ?? Number.NaN))).toBeLessThanOrEqual(1e-6);
    });
    expect(await page.getByLabel("Output width d_out").inputValue()).toBe(String(golden.args?.d_out));
    if (golden.args?.qkv_bias) expect(await page.getByLabel(/^Bias on/).isChecked()).toBe(true);
  });

  test("they stay in the link, and go back to the seed's", async () => {
    const page = await openDrawn({ hash: "class=MultiHeadAttention&seed=7" });
    const drawnFromSeed = await printedText(page, "computed");
    await open(page, weightsFile(caseOf("MultiHeadAttention, d_out 2, 2 heads")));
    await expect.poll(() => agreement(page)).toMatch(/^Every digit agrees/);
    await page.reload();
    await expect.poll(() => agreement(page)).toMatch(/^Every digit agrees/);
    expect(await group(page).textContent()).toContain("The weights come from your file.");
    await page.getByRole("button", { name: "Back to weights from the seed" }).click();
    await expect.poll(() => printedText(page, "computed")).toBe(drawnFromSeed);
    expect(await group(page).textContent()).not.toContain("from your file");
  });

  test("embeddings and weights of another width, dropped together in either order", async () => {
    const page = await openDrawn({ hash: "class=SelfAttentionV1" });
    const header = Object.fromEntries(
      ["W_query", "W_key", "W_value"].map((key, index) => [
        key,
        { dtype: "F32", shape: [2, 1], data_offsets: [index * 8, index * 8 + 8] },
      ]),
    );
    const ones = new Uint8Array(new Float32Array(6).fill(1).buffer);
    await drop(
      page,
      ".own-data textarea",
      fileOf("w.safetensors", safetensors(header, ones)),
      fileOf("x.json", "[[0.25, 0.5]]"),
    );
    await expect.poll(() => status(page).locator("p").count()).toBe(2);
    expect(await printedText(page, "computed")).toContain("0.7500");
  });

  test("weights that no longer fit are said to be out of use", async () => {
    const page = await openDrawn({ hash: "class=MultiHeadAttention&seed=7" });
    await open(page, weightsFile(caseOf("MultiHeadAttention, d_out 2, 2 heads")));
    await expect.poll(() => agreement(page)).toMatch(/^Every digit agrees/);
    await paste(page, "1,2\n3,4");
    await expect.poll(() => group(page).textContent()).toMatch(/Not used, because .*: mask, W_query\.weight/);
    expect(await page.locator("attention-head").count()).toBe(2);
  });
});
