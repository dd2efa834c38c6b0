// A matrix as an author writes it: what its JSON comes to, what is no matrix, and how it is drawn and said.
import { describe, expect, test } from "vitest";
import { readLabels, readValues } from "../../web/element/matrix-values.js";
import { useBrowser } from "../page/support.js";
import { openAuthorsStage, put, violations } from "./stage.js";

useBrowser();

describe("values", () => {
  test("rows of numbers, as JSON or as arrays", () => {
    const expected = { rows: 2, columns: 2, data: Float32Array.of(1, 0.5, 0.25, -3) };
    for (const values of [
      "[[1, 0.5], [0.25, -3]]",
      [
        [1, 0.5],
        [0.25, -3],
      ],
    ]) {
      expect(readValues(values, "signed")).toEqual({ matrix: expected, hidden: undefined });
    }
  });

  test.each([
    ["weights", [1, 0, 0.4, 0.6], [0, 1, 0, 0]],
    ["signed", [1, Number.NEGATIVE_INFINITY, 0.4, 0.6], [0, 1, 0, 0]],
    ["mask", [1, 1, 0.4, 0.6], [1, 1, 1, 1]],
  ] as const)("for %s, null is hidden", (kind, data, hidden) => {
    const size = { rows: 2, columns: 2 };
    expect(readValues("[[1, null], [0.4, 0.6]]", kind)).toEqual({
      matrix: { ...size, data: Float32Array.from(data) },
      hidden: { ...size, data: Float32Array.from(hidden) },
    });
  });

  test.each([
    "",
    "[]",
    "[[]]",
    "[1, 2]",
    "[[1], [1, 2]]",
    '[["1"]]',
    "[[1, [2]]]",
    "{}",
    "null",
    "[[NaN]]",
    "nonsense",
  ])("%s is no matrix", (values) => expect(readValues(values, "weights")).toBeNull());
});

test.each([
  ["Your journey  starts", ["Your", "journey", "starts"]],
  ['["two words", "one", 3]', ["two words", "one", "3"]],
  ["[unfinished", ["[unfinished"]],
  ["  ", []],
  [
    ["a", "b c"],
    ["a", "b c"],
  ],
  [null, []],
  [undefined, []],
])("labels %j", (labels, expected) => expect(readLabels(labels)).toEqual(expected));

describe("<attention-matrix> by itself", () => {
  test("is drawn, named and said in words, and clean for axe", async () => {
    const page = await openAuthorsStage();
    const element = await put(page, "attention-matrix", {
      values: "[[1, null], [0.4, 0.6]]",
      rowLabels: "Your journey",
      columnLabels: "Your journey",
    });
    expect(await element.getByRole("grid", { name: "Weights" }).count()).toBe(1);
    expect(
      await element.getByRole("gridcell").evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label"))),
    ).toEqual([
      "Query “Your”, key “Your”: weight 1.",
      "Query “Your”, key “journey”: hidden by the mask, weight 0.",
      "Query “journey”, key “Your”: weight 0.40 (0.4).",
      "Query “journey”, key “journey”: weight 0.60 (0.6).",
    ]);
    expect(await violations(page)).toEqual([]);
  });

  test("signed values have their own range, and Chinese around them", async () => {
    const page = await openAuthorsStage();
    await page.evaluate(() => {
      document.documentElement.lang = "zh-CN";
    });
    const element = await put(page, "attention-matrix", { values: [[4, -2]], kind: "signed" });
    const cells = element.getByRole("gridcell");
    expect(await cells.nth(1).getAttribute("aria-label")).toBe("“1”，“2”：−2。");
    const fills = await cells.locator("rect.cell").evaluateAll((all) => all.map((cell) => cell.getAttribute("fill")));
    const other = await put(page, "attention-matrix", { values: [[4, -2]], kind: "signed", limit: 4 });
    expect(await other.locator("rect.cell").evaluateAll((all) => all.map((cell) => cell.getAttribute("fill")))).toEqual(
      fills,
    );
  });

  test("what makes no matrix is said, with what stands in the tag, and mended by a change", async () => {
    const page = await openAuthorsStage();
    const element = await put(page, "attention-matrix", {
      values: "[[1], [1, 2]]",
      textContent: "the numbers in words",
    });
    expect(await element.getByRole("alert").textContent()).toContain("The values make no matrix");
    expect(await page.getByText("the numbers in words").isVisible()).toBe(true);
    await element.evaluate((one) => one.setAttribute("values", "[[1, 2], [1, 2]]"));
    await expect.poll(() => element.getByRole("gridcell").count()).toBe(4);
    expect(await element.getByRole("alert").count()).toBe(0);
  });
});
