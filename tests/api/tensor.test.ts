import { describe, expect, test } from "vitest";
import { Tensor, tensor } from "../../web/api/tensor.js";
import { expectFault, type Fault } from "./expect-error.js";

const matrix = () =>
  tensor([
    [1, 2, 3],
    [4, 5, 6],
  ]);

describe("tensor", () => {
  test("copies nested arrays, typed arrays and tensors", () => {
    const data = Float32Array.of(1, 2);
    const copy = tensor(data);
    data[0] = 9;
    expect([...copy.data]).toEqual([1, 2]);
    const again = tensor(copy);
    again.data[0] = 9;
    expect([...copy.data]).toEqual([1, 2]);
    expect(tensor([[1], [2]]).shape).toEqual([2, 1]);
  });

  test("gives flat values a shape", () => {
    expect(tensor([1, 2, 3, 4, 5, 6], [3, 2]).toNested()).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    expect(tensor(matrix(), [6]).toNested()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(tensor([], [0, 3]).shape).toEqual([0, 3]);
  });

  test("takes a bare number", () => {
    expect(tensor(3.5).shape).toEqual([]);
    expect(String(tensor(3.5))).toBe("tensor(3.5000)");
    expect(tensor(3.5, [1, 1]).toNested()).toEqual([[3.5]]);
  });

  test("rounds once to float32", () => {
    // Halfway between two floats, and one double above: rounding twice, or down, gives other bits.
    const values = [0.1, 1 + 2 ** -24, 1 + 2 ** -24 + 2 ** -52, 16777217, 1e40, 2 ** -150, -0];
    const expected = values.map(Math.fround);
    expect([...tensor(values).data]).toEqual(expected);
    expect([...tensor(Float64Array.from(values)).data]).toEqual(expected);
    expect([...tensor(Int32Array.of(16777217)).data]).toEqual([16777216]);
  });

  test.each<[string, () => unknown, Fault]>([
    [
      "a shape that is not filled",
      () => tensor([1, 2], [3]),
      { code: "SHAPE", key: "tensor.size", values: { got: 2, expected: 3 } },
    ],
    ["a shape of fractions", () => tensor([1, 2], [0.5, 4]), { code: "VALUE", key: "tensor.shape" }],
    ["null as a shape", () => tensor([1], null as never), { code: "VALUE", key: "tensor.shape" }],
    [
      "ragged rows",
      () => tensor([[1], [2, 3]]),
      { code: "SHAPE", key: "tensor.ragged", values: { path: "values[1]" } },
    ],
    ["a bigint", () => tensor(1n as never), { code: "VALUE", key: "tensor.type" }],
  ])("rejects %s", (_, call, fault) => expectFault(call, { argument: "values", ...fault }));
});

describe("Tensor", () => {
  test("takes a Float32Array over", () => {
    const data = Float32Array.of(1, 2);
    expect(new Tensor(data, [2]).data).toBe(data);
  });

  test("has a shape that cannot be changed", () => {
    const shape = [2, 3];
    const held = new Tensor(new Float32Array(6), shape);
    shape[0] = 100;
    expect(held.shape).toEqual([2, 3]);
    expect(Object.isFrozen(held.shape)).toBe(true);
  });

  test.each<[string, () => unknown, Fault]>([
    ["other arrays", () => new Tensor([1] as never, [1]), { code: "VALUE", key: "tensor.float32" }],
    ["no shape", () => new Tensor(new Float32Array(1), undefined as never), { code: "VALUE", key: "tensor.shape" }],
    ["another size", () => new Tensor(new Float32Array(1), [2]), { code: "SHAPE", key: "tensor.size" }],
  ])("rejects %s", (_, call, fault) => expectFault(call, { argument: "data", ...fault }));

  test("survives a structured clone as an input", () => {
    expect(tensor(structuredClone(matrix()))).toEqual(matrix());
  });
});

describe("at", () => {
  test("reads one value", () => {
    expect(matrix().at(1, 2)).toBe(6);
    expect(tensor(7).at()).toBe(7);
  });

  test.each<[string, number[], Fault]>([
    ["too few indices", [1], { code: "SHAPE", key: "tensor.indices", values: { got: 1, expected: 2, shape: [2, 3] } }],
    ["too many", [0, 0, 0], { code: "SHAPE", key: "tensor.indices", values: { got: 3 } }],
    [
      "one beyond the end",
      [0, 3],
      { code: "VALUE", key: "tensor.index", values: { axis: 1, index: 3, size: 3 }, says: [3, "from 0 to 2"] },
    ],
    ["a negative one", [-1, 0], { code: "VALUE", key: "tensor.index", values: { axis: 0, index: -1, size: 2 } }],
    ["a fraction", [0.5, 0], { code: "VALUE", key: "tensor.index" }],
    ["NaN", [0, Number.NaN], { code: "VALUE", key: "tensor.index", values: { axis: 1 } }],
  ])("rejects %s", (_, indices, fault) =>
    expectFault(() => matrix().at(...indices), { argument: "indices", ...fault }),
  );

  test("rejects any index on an empty axis", () =>
    expectFault(() => tensor([], [0, 3]).at(0, 0), { code: "VALUE", key: "tensor.index", says: ["there are none"] }));
});

test.each<[number[], unknown]>([
  [
    [2, 3],
    [
      [0, 1, 2],
      [3, 4, 5],
    ],
  ],
  [
    [1, 2, 3],
    [
      [
        [0, 1, 2],
        [3, 4, 5],
      ],
    ],
  ],
  [[6], [0, 1, 2, 3, 4, 5]],
  [[0, 3], []],
  [
    [2, 0],
    [[], []],
  ],
  [[0], []],
])("toNested of shape %j", (shape, nested) => {
  const size = shape.reduce((a, b) => a * b, 1);
  expect(
    new Tensor(
      Float32Array.from({ length: size }, (_, i) => i),
      shape,
    ).toNested(),
  ).toEqual(nested);
});

test("toString prints as PyTorch does", () => {
  expect(String(matrix())).toBe("tensor([[1., 2., 3.],\n        [4., 5., 6.]])");
  expect(`${tensor([0.25])}`).toBe("tensor([0.2500])");
});
