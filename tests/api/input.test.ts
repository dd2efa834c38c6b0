import vm from "node:vm";
import { describe, expect, test } from "vitest";
import { checkRoom, readShape, readTensor } from "../../web/api/input.js";
import { expectFault, type Fault } from "./expect-error.js";

const source = { operation: "Layer.forward", argument: "x" };
const read = (value: unknown) => readTensor(value, source);

describe("reads", () => {
  test.each<[string, unknown, number[], number[]]>([
    ["a row", [1, 2, 3], [3], [1, 2, 3]],
    [
      "rows",
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      [2, 3],
      [1, 2, 3, 4, 5, 6],
    ],
    [
      "rows of rows",
      [
        [[1], [2]],
        [[3], [4]],
      ],
      [2, 2, 1],
      [1, 2, 3, 4],
    ],
    ["nothing", [], [0], []],
    ["empty rows", [[], []], [2, 0], []],
    ["typed rows", [Float64Array.of(1, 2), Int8Array.of(3, 4)], [2, 2], [1, 2, 3, 4]],
    ["a typed and a plain row", [Float32Array.of(1, 2), [3, 4]], [2, 2], [1, 2, 3, 4]],
    ["what is not finite", [Number.NaN, -Infinity], [2], [Number.NaN, -Infinity]],
    ["flat data", { data: [1, 2, 3, 4], shape: [2, 2] }, [2, 2], [1, 2, 3, 4]],
    ["no tokens", { data: [], shape: [0, 3] }, [0, 3], []],
    ["a scalar", { data: [5], shape: [] }, [], [5]],
  ])("%s", (_, value, shape, data) => {
    const tensor = read(value);
    expect(tensor.shape).toEqual(shape);
    expect(Array.from(tensor.data)).toEqual(data);
  });

  test.each([Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float64Array])(
    "%o",
    (Numbers) => {
      expect(read(Numbers.of(1, 2))).toEqual({ data: Numbers.of(1, 2), shape: [2] });
    },
  );

  test("arrays of another realm", () => {
    const [nested, typed, big] = vm.runInNewContext("[[[1, 2]], new Float64Array(2), new BigInt64Array(2)]");
    expect(read(nested)).toEqual({ data: [1, 2], shape: [1, 2] });
    expect(read(typed).shape).toEqual([2]);
    expect(() => read(big)).toThrow("nested arrays of numbers");
  });

  test("flat typed data without a copy", () => {
    const data = new Float32Array(6);
    expect(read({ data, shape: [2, 3] }).data).toBe(data);
  });

  test("100,000 rows", () => {
    expect(read(Array.from({ length: 100_000 }, (_, row) => [row, 0])).shape).toEqual([100_000, 2]);
  });
});

/** [first, <hole>, last] */
const withHole = (first: number, last: number): number[] => Object.assign([first], { 2: last });

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);
const cyclic: unknown[] = [];
cyclic.push(cyclic);
const cyclicBeside: unknown[] = [1];
cyclicBeside.push(cyclicBeside);

describe("rejects", () => {
  test.each<[string, unknown, Fault]>([
    ["undefined", undefined, { code: "VALUE", key: "tensor.type", values: { value: "undefined" } }],
    ["null", null, { code: "VALUE", key: "tensor.type" }],
    ["a number", 5, { code: "VALUE", key: "tensor.type", values: { value: 5 } }],
    ["a string", "123", { code: "VALUE", key: "tensor.type", says: ['"123"', "Layer.forward", "x"] }],
    ["an object", {}, { code: "VALUE", key: "tensor.type" }],
    ["data without a shape", { data: [1] }, { code: "VALUE", key: "tensor.type" }],
    ["BigInts", BigInt64Array.of(1n), { code: "VALUE", key: "tensor.type" }],
    ["a DataView", new DataView(new ArrayBuffer(8)), { code: "VALUE", key: "tensor.type" }],
    ["a row of BigInts", [BigInt64Array.of(1n)], { code: "VALUE", key: "tensor.number", values: { path: "x[0]" } }],
    ["BigInt data", { data: BigUint64Array.of(1n), shape: [1] }, { code: "VALUE", key: "tensor.data" }],
    ["data that is no array", { data: "12", shape: [2] }, { code: "VALUE", key: "tensor.data" }],
    ["a string among numbers", [[1, "2"]], { code: "VALUE", key: "tensor.number", values: { path: "x[0][1]" } }],
    [
      "a hole",
      [withHole(1, 3)],
      { code: "VALUE", key: "tensor.number", values: { path: "x[0][1]", value: "undefined" } },
    ],
    ["null among numbers", [1, null], { code: "VALUE", key: "tensor.number", values: { path: "x[1]" } }],
    ["a bigint among numbers", [1n], { code: "VALUE", key: "tensor.number", values: { path: "x[0]", value: "1n" } }],
    ["a boolean among numbers", [true], { code: "VALUE", key: "tensor.number" }],
    [
      "a string in data",
      { data: [1, "2"], shape: [2] },
      { code: "VALUE", key: "tensor.number", values: { path: "x.data[1]" } },
    ],
    [
      "a hole in data",
      { data: withHole(1, 3), shape: [3] },
      { code: "VALUE", key: "tensor.number", values: { path: "x.data[1]" } },
    ],
    [
      "a longer row",
      [[1], [2, 3]],
      { code: "SHAPE", key: "tensor.ragged", values: { path: "x[1]", got: 2, expected: 1 } },
    ],
    [
      "a shorter row",
      [[[1, 2]], [[3]]],
      { code: "SHAPE", key: "tensor.ragged", values: { path: "x[1][0]", got: 1, expected: 2 } },
    ],
    [
      "a shorter typed row",
      [[1, 2], Float32Array.of(3)],
      { code: "SHAPE", key: "tensor.ragged", values: { path: "x[1]", got: 1 } },
    ],
    [
      "fewer rows",
      [[[1], [2]], [[3]]],
      { code: "SHAPE", key: "tensor.ragged", values: { path: "x[1]", got: 1, expected: 2 } },
    ],
    ["a number among rows", [[1], 2], { code: "SHAPE", key: "tensor.depth", values: { path: "x[1]" } }],
    ["a row among numbers", [1, [2]], { code: "SHAPE", key: "tensor.depth", values: { path: "x[1]" } }],
    [
      "a type before a length",
      [[1], [2, 3], ["4"]],
      { code: "VALUE", key: "tensor.number", values: { path: "x[2][0]" } },
    ],
    [
      "too few data",
      { data: [1], shape: [2, 3] },
      { code: "SHAPE", key: "tensor.size", values: { got: 1, expected: 6, shape: [2, 3] } },
    ],
    [
      "too many data",
      { data: [1, 2], shape: [] },
      { code: "SHAPE", key: "tensor.size", values: { got: 2, expected: 1 } },
    ],
    ["65 axes", deep(65), { code: "SHAPE", key: "tensor.depth" }],
    ["an array in itself", cyclic, { code: "SHAPE", key: "tensor.depth" }],
    ["an array in itself, beside a number", cyclicBeside, { code: "SHAPE", key: "tensor.depth" }],
  ])("%s", (_, value, fault) => expectFault(() => read(value), { argument: "x", ...fault }));

  test.each<[string, unknown]>([
    ["no array", 3],
    ["a typed array", Int32Array.of(2, 3)],
    ["a negative size", [-1, 3]],
    ["a fraction", [1.5]],
    ["NaN", [Number.NaN]],
    ["a string", ["2"]],
    ["a hole", withHole(1, 2)],
    ["a size beyond 32 bits", [2 ** 32]],
    ["65 axes", Array(65).fill(1)],
  ])("a shape that is or has %s", (_, shape) =>
    expectFault(() => read({ data: [], shape }), { code: "VALUE", key: "tensor.shape", argument: "x" }),
  );
});

test("a shape is copied", () => {
  const shape = [2, 3];
  const copy = readShape(shape, source);
  shape[0] = 5;
  expect(copy).toEqual([2, 3]);
});

test("more than 4 GiB are too many", async () => {
  checkRoom(2 ** 30 - 1, "rand");
  const fault: Fault = { code: "OUT_OF_MEMORY", key: "memory", values: { bytes: 2 ** 32, operation: "rand" } };
  await expectFault(() => checkRoom(2 ** 30, "rand"), fault);
});
