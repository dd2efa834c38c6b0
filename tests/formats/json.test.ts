// JSON in and out.
import { describe, expect, test } from "vitest";
import { readJson, writeJson, writeJsonNumber } from "../../web/formats/json.js";
import { AWKWARD, expectRefusal, expectSameBits, manyFloats } from "./support.js";

describe("reads", () => {
  test.each([
    ["[[1, 2], [3, 4], [5, 6]]", [3, 2], [1, 2, 3, 4, 5, 6]],
    ["[[[1], [2]], [[3], [4]], [[5], [6]]]", [3, 2, 1], [1, 2, 3, 4, 5, 6]],
    ['{"data": [1, 2, 3, 4], "shape": [2, 2]}', [2, 2], [1, 2, 3, 4]],
    ['{"data": [[1, 2]]}', [1, 2], [1, 2]],
    ['{"x": [[1, 2]]}', [1, 2], [1, 2]],
    ['{"x": {"shape": [2, 1], "data": [1, 2]}}', [2, 1], [1, 2]],
    ["[1, 2]", [2], [1, 2]],
    ["[]", [0], []],
    ["[[], []]", [2, 0], []],
    [" [[1e-3]] \n", [1, 1], [0.001]],
    ["tensor([[1., 2.]])", [1, 2], [1, 2]],
  ])("%s", (text, shape, values) => {
    const tensor = readJson(text);
    expect(tensor.shape).toEqual(shape);
    expectSameBits(tensor.data, Float32Array.from(values));
    expect(tensor.tokens).toBeUndefined();
  });

  test("tokens beside the values", () => {
    const text = '{"tokens": ["Your", "<img src=x>"], "x": [[1], [2]]}';
    expect(readJson(text).tokens).toEqual(["Your", "<img src=x>"]);
    expect(readJson('{"tokens": ["a"], "data": [1, 2], "shape": [2, 1, 1]}').tokens).toEqual(["a"]);
  });

  test("what JSON has no numbers for, as PyTorch, Python and JavaScript spell it", () => {
    expectSameBits(readJson('[["nan", "NaN", "inf", "-inf", "Infinity", "-Infinity", -0]]').data, [
      Number.NaN,
      Number.NaN,
      Infinity,
      -Infinity,
      Infinity,
      -Infinity,
      -0,
    ]);
    expectSameBits(readJson("[[NaN, Infinity, -Infinity]]").data, [Number.NaN, Infinity, -Infinity]);
  });

  test("values are rounded once; too large ones become infinite, as in PyTorch", () => {
    expectSameBits(readJson("[[0.1, 1e39, 1e400]]").data, [Math.fround(0.1), Infinity, Infinity]);
  });
});

describe("refuses", () => {
  test.each([
    ["", "json.empty", {}],
    [" \n ", "json.empty", {}],
    ["[[1, 2],\n [3 4]]", "json.syntax", { line: 2, column: 5, text: "4]]" }],
    ["[[1, 2], [3, ...]]", "json.syntax", { line: 1, column: 14, text: "...]]" }],
    ["[[1, 2], [3, 4", "json.cut", { line: 1 }],
    ["[[1, 2],\n[3, 4]\n", "json.cut", { line: 3 }],
    ["5", "json.kind", { text: "5" }],
    ["null", "json.kind", { text: "null" }],
    ['"words"', "json.kind", { text: '"words"' }],
    ['{"rows": [[1]], "columns": 3}', "json.kind", { text: "{ rows, columns }" }],
    ['{"x": {"y": 1}}', "json.kind", { text: "{ y }" }],
    ['{"__proto__": {"data": [1], "shape": [1, 1]}}', "json.kind", {}],
    ['[[1, 2], [3, "4"]]', "json.number", { path: "[1][1]", text: '"4"' }],
    ["[[1, null]]", "json.number", { path: "[0][1]", text: "null" }],
    ['[[1, {"a": 1}]]', "json.number", { path: "[0][1]", text: "{ a }" }],
    ["[[true]]", "json.number", { path: "[0][0]", text: "true" }],
    ["[[1, 2], [3]]", "json.ragged", { path: "[1]", got: 1, expected: 2 }],
    ["[[[1], [2]], [[3]]]", "json.ragged", { path: "[1]", got: 1, expected: 2 }],
    ["[[[1], [2]], [[3], [4, 5]]]", "json.ragged", { path: "[1][1]", got: 2, expected: 1 }],
    ["[[1, 2], 3]", "json.depth", { path: "[1]" }],
    ["[1, [2]]", "json.depth", { path: "[1]" }],
    ["[[1], [[2]]]", "json.depth", { path: "[1][0]" }],
    ["[[[[[[[[[1]]]]]]]]]", "json.deep", { limit: 8 }],
    ['{"data": [1, 2, 3], "shape": [2, 2]}', "json.size", { shape: "(2, 2)", expected: 4, got: 3 }],
    ['{"data": [1], "shape": [100000, 100000]}', "json.size", { got: 1 }],
    ['{"data": [1], "shape": [-1, -1]}', "json.shape", { text: "[…]" }],
    ['{"data": [1], "shape": "1"}', "json.shape", { text: '"1"' }],
    ['{"data": [[1]], "shape": [1, 1]}', "json.number", { path: "data[0]" }],
    ['{"data": "1 2 3", "shape": [3]}', "json.kind", {}],
    ['{"x": [[1]], "tokens": "a"}', "json.tokens", { text: '"a"' }],
    ['{"x": [[1]], "tokens": [1]}', "json.tokens", {}],
    ['{"x": [[1], [2]], "tokens": ["a"]}', "json.token-count", { got: 1, expected: 2 }],
  ] as const)("%s", (text, key, values) => expectRefusal(() => readJson(text), key, values));

  test("without end: nested, wide or long", () => {
    expectRefusal(() => readJson(`${"[".repeat(1e6)}${"]".repeat(1e6)}`), "json.deep");
    expectRefusal(() => readJson(`[1, ${"[".repeat(1e6)}${"]".repeat(1e6)}]`), "json.depth");
    expectRefusal(() => readJson(`[${'{"a":'.repeat(1e5)}1${"}".repeat(1e5)}]`), "json.number", { text: "{ a }" });
    expectRefusal(() => readJson(`[[${"1,".repeat(1e5)}1]${",[]".repeat(1e5)}]`), "json.ragged");
    expectRefusal(() => readJson(`["${"x".repeat(1e6)}"]`), "json.number", { path: "[0]" });
    expectRefusal(() => readJson("[".repeat(1e6)), "json.cut");
  });

  test("nothing that objects inherit is read", () => {
    expectRefusal(() => readJson("{}"), "json.kind");
    expectRefusal(() => readJson('{"constructor": [[1]]}'), "json.kind");
  });
});

describe("writes", () => {
  test("what reads back to the same bits", () => {
    for (const data of [AWKWARD, manyFloats(6000)]) {
      const text = writeJson({ data, shape: [2, data.length / 2] });
      expect(() => JSON.parse(text)).not.toThrow();
      const { data: back, shape } = readJson(text);
      expectSameBits(back, data);
      expect(shape).toEqual([2, data.length / 2]);
    }
  });

  test("the fewest digits, and tokens", () => {
    const tensor = { data: Float32Array.of(0.43, -0, Number.NaN, 1), shape: [2, 2], tokens: ['"', "中文"] };
    const text = writeJson(tensor);
    expect(text).toBe('{"tokens":["\\"","中文"],"shape":[2,2],"data":[0.43,-0,"nan",1]}');
    expect(readJson(text)).toEqual(tensor);
  });

  test.each([
    [0.1, "0.1"],
    [-0, "-0"],
    [Number.NEGATIVE_INFINITY, '"-inf"'],
  ])("%d as %s", (value, text) => expect(writeJsonNumber(value)).toBe(text));
});
