// What people paste from Python.
import { describe, expect, test } from "vitest";
import { fromPython } from "../../web/formats/python.js";
import { ARTICLE_IN_PYTHON } from "./support.js";

describe("becomes JSON", () => {
  test("the article's own lines", () => {
    expect(JSON.parse(fromPython(ARTICLE_IN_PYTHON) ?? "")).toEqual([
      [0.43, 0.15, 0.89],
      [0.55, 0.87, 0.66],
      [0.57, 0.85, 0.64],
      [0.22, 0.58, 0.33],
      [0.77, 0.25, 0.1],
      [0.05, 0.8, 0.55],
    ]);
  });

  test.each([
    [
      "tensor([[1., -2.], [.5, +3.e-2]])",
      [
        [1, -2],
        [0.5, 0.03],
      ],
    ],
    ["tensor([[0.3190, 0.4858]], grad_fn=<ViewBackward0>)", [[0.319, 0.4858]]],
    [
      "array([[1, 2],\n       [3, 4]], dtype=float32)",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "np.array([[1, 2], [3, 4],])",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "x=[[1,2,],\n[3,4,],]",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "torch.tensor([[1, nan], [inf, -inf]], dtype=torch.float32);",
      [
        [1, "nan"],
        ["inf", "-inf"],
      ],
    ],
    ["[[float, 1]]", undefined],
    ["[[NaN, -Infinity]]", [["nan", "-inf"]]],
    ["np.array([[np.nan, -np.inf]])", [["nan", "-inf"]]],
  ])("%s", (text, expected) => {
    const json = fromPython(text) ?? "null";
    if (expected === undefined) expect(() => JSON.parse(json)).toThrow();
    else expect(JSON.parse(json)).toEqual(expected);
  });
});

test.each([
  "",
  "no list",
  "]1[",
  "import os; [[1]]",
  "f([[1]])",
  "tensor([[1]]) + 1",
  "[[1]].map(alert)",
  "torch.tensor([[1]], dtype=[2]) x",
])("%j is no such call", (text) => expect(fromPython(text)).toBeUndefined());

test("megabytes of spaces or words cost no time to speak of", () => {
  expect(fromPython(`tensor(${" ".repeat(2_000_000)}[[1]]${" ".repeat(2_000_000)}x`)).toBeUndefined();
  expect(fromPython(`${"a".repeat(2_000_000)}[`)).toBeUndefined();
  expect(fromPython(`[${"nan".repeat(500_000)}]`)).toContain("nan");
  expect(fromPython(`[${",".repeat(1_000_000)}]`)?.length).toBeGreaterThan(1_000_000);
});
