// The table alternative: headers, every digit, what is hidden or dropped said in words.
import { expect, test } from "vitest";
import { useBrowser } from "../page/support.js";
import { causalMask, causalWeights, matrix, openStage, put, TOKENS, violations } from "./stage.js";

useBrowser();

const labels = { rowLabels: TOKENS, columnLabels: TOKENS, rowAxis: "query ↓", columnAxis: "key →" };

test("a table with headers whose numbers read back to the same float32", async () => {
  const page = await openStage();
  const weights = causalWeights(6);
  const element = await put(page, "attention-values", {
    ...labels,
    label: "Head A: weights",
    matrix: weights,
    hiddenCells: causalMask(6),
  });
  const table = element.getByRole("table", { name: "Head A: weights 6 × 6" });
  expect(await table.getByRole("columnheader").allTextContents()).toEqual(["query ↓ key →", ...TOKENS]);
  expect(await table.getByRole("rowheader").allTextContents()).toEqual(TOKENS);
  const cells = await table.getByRole("cell").allTextContents();
  expect(cells[1]).toBe("0 hidden");
  cells.forEach((text, i) => {
    if (i % 6 <= Math.floor(i / 6)) expect(Math.fround(Number(text))).toBe(weights.data[i]);
  });
  expect(await violations(page)).toEqual([]);
});

test("dropped weights, hidden scores and masks say what they are", async () => {
  const page = await openStage();
  const small = { matrix: matrix(1, 2, () => 0.5), hiddenCells: matrix(1, 2, (_, column) => column) };
  const texts = async (props: object) =>
    (await put(page, "attention-values", { label: "one", rowAxis: "query", ...small, ...props }))
      .getByRole("cell")
      .allTextContents();
  expect(await texts({ kind: "signed" })).toEqual(["0.5", "−inf hidden"]);
  expect(await texts({ kind: "mask" })).toEqual(["visible", "hidden, −inf"]);
  expect(await texts({ hiddenCells: undefined, keptCells: matrix(1, 2, (_, column) => column) })).toEqual([
    "0.5 dropped",
    "0.5",
  ]);
});

test("above 64 rows or columns the table is cut, and says so; keys scroll it", async () => {
  const page = await openStage();
  const element = await put(page, "attention-values", {
    label: "large",
    rowAxis: "query",
    matrix: matrix(100, 70, (r, c) => r + c),
  });
  expect(await element.getByRole("row").count()).toBe(65);
  expect(await element.getByRole("columnheader").count()).toBe(65);
  expect(await element.locator("p").textContent()).toBe(
    "The first 64 × 64 of 100 × 70 numbers. An exported file has them all.",
  );
  const region = element.getByRole("region", { name: "large" });
  await region.focus();
  await page.keyboard.press("End");
  await expect.poll(() => region.evaluate((one) => one.scrollTop)).toBeGreaterThan(100);
  expect(await violations(page)).toEqual([]);
});
