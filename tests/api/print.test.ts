import { describe, expect, test } from "vitest";
import { printTensor } from "../../web/api/print.js";
import { type GoldenTensor, numbersOf, readGolden } from "./golden.js";

const print = (values: number[], shape = [values.length]) => printTensor(Float32Array.from(values), shape);

describe("as PyTorch prints", () => {
  const { cases } = readGolden<{ cases: (GoldenTensor & { printed: string })[] }>("prints");
  test.each(cases.map((golden, index) => ({ golden, title: `${index}: (${golden.shape})` })))(
    "$title",
    ({ golden }) => {
      expect(print(numbersOf(golden), golden.shape)).toBe(golden.printed);
    },
  );
});

describe("rounds a tie to the even digit, as Python does", () => {
  test.each([
    [[0.03125, 0.5], "tensor([0.0312, 0.5000])"],
    [[0.09375, 0.5], "tensor([0.0938, 0.5000])"],
    [[-0.03125, 0.5], "tensor([-0.0312,  0.5000])"],
    [[100005, 0.5], "tensor([1.0000e+05, 5.0000e-01])"],
    [[100015, 0.5], "tensor([1.0002e+05, 5.0000e-01])"],
    [[-100005, 0.5], "tensor([-1.0000e+05,  5.0000e-01])"],
  ])("%j", (values, printed) => {
    expect(print(values)).toBe(printed);
  });
});

describe("other rules", () => {
  test.each([
    // Zeros are not measured, so the sign of one makes it stick out.
    [[0, -0, 1e-8], "tensor([0.0000e+00, -0.0000e+00, 1.0000e-08])"],
    [[1e-45, 1], "tensor([1.4013e-45, 1.0000e+00])"],
    [[3.4028234663852886e38], "tensor([3.4028e+38])"],
    // What rounds to zero keeps its sign.
    [[-0.00010001, 0.05], "tensor([-0.0001,  0.0500])"],
    [[NaN, -Infinity], "tensor([nan, -inf])"],
    [[NaN, 1e-8], "tensor([       nan, 1.0000e-08])"],
    [[-3, 10], "tensor([-3., 10.])"],
    [[1e8, 1e6], "tensor([100000000.,   1000000.])"],
    [[100000008, 1e6], "tensor([1.0000e+08, 1.0000e+06])"],
    [[1e8], "tensor([100000000.])"],
  ])("%j", (values, printed) => {
    expect(print(values)).toBe(printed);
  });

  test("a line that is exactly full", () => {
    // 73 columns are left of 80, and 9 values of "0.5000, " take 72.
    expect(print(Array(10).fill(0.5))).toBe(
      "tensor([0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000, 0.5000,\n        0.5000])",
    );
  });

  test("1000 values are shown, 1001 are summed up", () => {
    expect(print(Array(1000).fill(1)).match(/1\./g)).toHaveLength(1000);
    expect(print(Array(1001).fill(1))).toBe("tensor([1., 1., 1.,  ..., 1., 1., 1.])");
  });

  test("what is left out does not decide the notation", () => {
    expect(print(Array.from({ length: 1001 }, (_, index) => (index === 500 ? 1e9 : 1)))).toBe(
      "tensor([1., 1., 1.,  ..., 1., 1., 1.])",
    );
  });

  test("short axes of a long tensor are shown whole", () => {
    expect(print(Array(1200).fill(2), [2, 600])).toBe(
      "tensor([[2., 2., 2.,  ..., 2., 2., 2.],\n        [2., 2., 2.,  ..., 2., 2., 2.]])",
    );
  });

  test("an empty tensor of many axes breaks the line before its size", () => {
    const shape = Array(22).fill(0);
    expect(print([], shape)).toBe(`tensor([],\n       size=(${shape.join(", ")}))`);
    expect(print([], Array(20).fill(0))).toBe(`tensor([], size=(${Array(20).fill(0).join(", ")}))`);
  });
});
