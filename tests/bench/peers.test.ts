// What peers are given: ONNX models that onnxruntime reads, weights in their layouts, and peak modules that do what they say.
import * as ort from "onnxruntime-web";
import { expect, test } from "vitest";
import wabt from "wabt";
import { largestError } from "./page/compare.js";
import { makeInput, makeWeights } from "./page/inputs.js";
import { peakSource } from "./peak.mjs";
import { queryKeyValue, transpose } from "./peers/layouts.js";
import { buildModel } from "./peers/onnx-model.js";

test("onnxruntime runs a model that was built here", async () => {
  const model = buildModel({
    inputs: { x: [2, 2] },
    outputs: { y: [2, 3] },
    constants: [
      { name: "w", dims: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) },
      { name: "b", dims: [3], data: Float32Array.of(0.5, 0, -1) },
    ],
    nodes: [
      { opType: "MatMul", input: ["x", "w"], output: ["product"] },
      { opType: "Add", input: ["product", "b"], output: ["y"] },
    ],
  });
  const session = await ort.InferenceSession.create(model);
  const { y } = await session.run({ x: new ort.Tensor("float32", [1, 0, 1, 1], [2, 2]) });
  expect(y?.dims).toEqual([2, 3]);
  expect(Array.from(y?.data as Float32Array)).toEqual([1.5, 2, 2, 5.5, 7, 8]);
});

test("an operator of another domain keeps its attributes", async () => {
  const model = buildModel({
    inputs: { x: [1, 2, 2] },
    outputs: { y: [1, 2, 2] },
    constants: [
      { name: "w", dims: [2, 6], data: Float32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1) },
      { name: "b", dims: [6], data: new Float32Array(6) },
    ],
    nodes: [
      {
        opType: "Attention",
        domain: "com.microsoft",
        input: ["x", "w", "b"],
        output: ["y"],
        attributes: { num_heads: 1, unidirectional: 1 },
      },
    ],
  });
  const session = await ort.InferenceSession.create(model);
  const { y } = await session.run({ x: new ort.Tensor("float32", [1, 2, 3, 4], [1, 2, 2]) });
  // All scores are 0: the first token sees itself, the second the mean of both.
  expect(Array.from(y?.data as Float32Array)).toEqual([1, 2, 2, 3]);
});

test("weights in other layouts", () => {
  expect(Array.from(transpose(Float32Array.of(1, 2, 3, 4, 5, 6), 2, 3))).toEqual([1, 4, 2, 5, 3, 6]);
  const weights = {
    query: Float32Array.of(1, 2),
    key: Float32Array.of(3, 4),
    value: Float32Array.of(5, 6),
    out: new Float32Array(1),
    outBias: new Float32Array(1),
  };
  expect(Array.from(queryKeyValue(weights, 2, 1))).toEqual([1, 3, 5, 2, 4, 6]);
});

test("inputs are N(0, 1), weights within 1/sqrt(in), both the same each time", () => {
  const layer = { name: "", batch: 1, tokens: 100, dIn: 100, dOut: 50, heads: 1 };
  const x = makeInput(layer);
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
  const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length;
  expect(Math.abs(mean)).toBeLessThan(0.05);
  expect(Math.abs(variance - 1)).toBeLessThan(0.05);
  expect(makeInput(layer)).toEqual(x);
  const { query, outBias } = makeWeights(layer);
  expect(Math.max(...query.map(Math.abs))).toBeLessThanOrEqual(0.1);
  expect(outBias).toHaveLength(50);
});

test("errors are relative to the largest value, and a NaN shows", () => {
  expect(largestError([1, 2, -8], [1, 3, -10])).toBeCloseTo(0.2);
  expect(largestError([1, Number.NaN], [1, 2])).toBeNaN();
  expect(largestError([1], [1, 2])).toBeNaN();
});

test.each([
  // Chains start at 0, 1, 2 ...; those of mul_add grow by 0.75 and 0.25 in turn, those of madd by 0.75 * 0.25.
  ["mul_add", false, 28 + 4, 28 + 4 * 1000],
  ["madd", true, 66 + 2.25, 66 + 2.25 * 1000],
] as const)("the peak module %s computes its chains", async (peak, isRelaxed, afterOne, afterThousand) => {
  const module = (await wabt()).parseWat("peak.wat", peakSource(peak), { simd: true, relaxed_simd: isRelaxed });
  const bytes = Uint8Array.from(module.toBinary({}).buffer);
  if (isRelaxed && !WebAssembly.validate(bytes)) {
    expect(process.versions.node).toMatch(/^2[0-2]\./); // they keep relaxed SIMD behind a flag
    return;
  }
  const { instance } = await WebAssembly.instantiate(bytes);
  const run = instance.exports.run as (steps: number) => number;
  expect(run(1)).toBe(afterOne);
  expect(run(1000)).toBe(afterThousand);
});
