// Which weights fit which class, and what the layer takes from them.
import { beforeAll, describe, expect, test } from "vitest";
import init from "../../web/api/index.js";
import { compute } from "../../web/element/scene/compute.js";
import { inputOf } from "../../web/element/scene/input.js";
import { INITIAL, type LayerName, type State } from "../../web/element/scene/state.js";
import { sizesFor } from "../../web/page/own-weights.js";
import { book } from "./support.js";

beforeAll(() => init());

type Shapes = Readonly<Record<string, readonly number[]>>;

function weightsOf(shapes: Shapes) {
  const tensor = (shape: readonly number[]) => {
    const data = new Float32Array(shape.reduce((product, size) => product * size, 1));
    return { data, shape };
  };
  return new Map(Object.entries(shapes).map(([key, shape]) => [key, tensor(shape)]));
}

const linear = (dOut: number, dIn: number, prefix = ""): Shapes =>
  Object.fromEntries(["W_query", "W_key", "W_value"].map((name) => [`${prefix}${name}.weight`, [dOut, dIn]]));
const biases = (dOut: number): Shapes => ({ "W_query.bias": [dOut], "W_key.bias": [dOut], "W_value.bias": [dOut] });
const projection = (dOut: number): Shapes => ({ "out_proj.weight": [dOut, dOut], "out_proj.bias": [dOut] });

const stateOf = (layer: LayerName, change: Partial<State> = {}): State => ({ ...INITIAL, layer, ...change });
const ARTICLE = [2, 6, 3];

describe("sizes come from the shapes", () => {
  test.each([
    ["SelfAttentionV1", { W_query: [3, 5], W_key: [3, 5], W_value: [3, 5] }, { dOut: 5 }],
    ["SelfAttentionV2", { ...linear(4, 3), ...biases(4) }, { dOut: 4, qkvBias: true }],
    ["CausalAttention", linear(4, 3), { dOut: 4, qkvBias: false }],
    ["CausalAttention", { mask: [8, 8], ...linear(4, 3) }, { dOut: 4, qkvBias: false, contextLength: 8 }],
    [
      "MultiHeadAttentionWrapper",
      { ...linear(1, 3, "heads.0."), ...linear(1, 3, "heads.1."), ...linear(1, 3, "heads.2.") },
      { dOut: 1, qkvBias: false, numHeads: 3 },
    ],
    ["MultiHeadAttention", { ...linear(6, 3), ...projection(6) }, { dOut: 6, qkvBias: false }],
  ] as const)("%s %j", (layer, shapes, sizes) => {
    expect(sizesFor(weightsOf(shapes), stateOf(layer), ARTICLE)).toEqual(sizes);
  });

  test("text and random batches take another width, too", () => {
    const state = stateOf("SelfAttentionV2", { source: { kind: "random", batch: 1, tokens: 2 } });
    expect(sizesFor(weightsOf(linear(2, 5)), state, [1, 2, 3])).toEqual({ dOut: 2, qkvBias: false, dIn: 5 });
  });
});

describe("refused", () => {
  test.each([
    ["SimplifiedSelfAttention", linear(2, 3), "data.weights.none", { layer: "SimplifiedSelfAttention" }],
    ["MultiHeadAttention", { "att.W_query.weight": [2, 3] }, "data.weights.names", { names: "att.W_query.weight" }],
    [
      "MultiHeadAttention",
      linear(2, 3),
      "data.weights.class",
      { found: "SelfAttentionV2", layer: "MultiHeadAttention" },
    ],
    ["SelfAttentionV2", { mask: [6, 6], ...linear(2, 3) }, "data.weights.class", { found: "CausalAttention" }],
    ["SelfAttentionV1", linear(2, 3, "heads.0."), "data.weights.class", { found: "MultiHeadAttentionWrapper" }],
    ["SelfAttentionV1", { W_query: [3] }, "data.weights.rank", { key: "W_query", shape: "(3,)" }],
    ["SelfAttentionV2", linear(2, 4), "data.weights.width", { dIn: 4, width: 3 }],
    // Transposed: (d_in, d_out) where a linear layer has (d_out, d_in).
    ["SelfAttentionV2", linear(3, 2), "data.weights.width", { dIn: 2, width: 3 }],
    ["SelfAttentionV2", linear(65, 3), "data.weights.limit", { name: "d_out", value: 65, limit: 64 }],
    [
      "CausalAttention",
      { mask: [1024, 1024], ...linear(2, 3) },
      "data.weights.limit",
      { name: "context_length", value: 1024, limit: 512 },
    ],
    [
      "MultiHeadAttentionWrapper",
      Object.assign({}, ...Array.from({ length: 9 }, (_, head) => linear(1, 3, `heads.${head}.`))),
      "data.weights.limit",
      { name: "num_heads", value: 9, limit: 8 },
    ],
    ["CausalAttention", { mask: [4, 4], ...linear(2, 3) }, "data.weights.tokens", { tokens: 6, contextLength: 4 }],
    [
      "SelfAttentionV2",
      { ...linear(2, 3), a: [1], b: [1], c: [1], d: [1] },
      "data.weights.unexpected",
      { names: "a, b, c, …" },
    ],
    ["SelfAttentionV2", { ...linear(2, 3), "W_key.bias": [2] }, "data.weights.unexpected", { names: "W_key.bias" }],
    [
      "MultiHeadAttentionWrapper",
      linear(2, 3, "heads.1."),
      "data.weights.missing",
      { names: "heads.0.W_query.weight" },
    ],
    [
      "MultiHeadAttention",
      { ...linear(2, 3), "out_proj.weight": [2, 2] },
      "data.weights.missing",
      { names: "out_proj.bias" },
    ],
    [
      "MultiHeadAttention",
      { ...linear(4, 3), ...projection(2) },
      "data.weights.shape",
      { key: "out_proj.weight", shape: "(2, 2)", expected: "(4, 4)" },
    ],
    [
      "CausalAttention",
      { mask: [6, 8], ...linear(2, 3) },
      "data.weights.shape",
      { key: "mask", shape: "(6, 8)", expected: "(6, 6)" },
    ],
    ["MultiHeadAttention", { ...linear(3, 3), ...projection(3) }, "problem.heads.not-divisible", { dOut: "3" }],
    ["SelfAttentionV2", linear(0, 3), "problem.size.positive", {}],
  ] as const)("%s %j", (layer, shapes: Shapes, key, values) => {
    expect(() => sizesFor(weightsOf(shapes), stateOf(layer), ARTICLE)).toThrow(
      expect.objectContaining({ name: "Refused", key, values: expect.objectContaining(values) }),
    );
  });
});

describe("in the layer", () => {
  const golden = book.cases.find(({ name }) => name === "MultiHeadAttention, d_out 2, 2 heads");
  const own = new Map(
    Object.entries(golden?.state_dict ?? {}).map(([key, { data, shape }]) => [
      key,
      { data: Float32Array.from(data), shape },
    ]),
  );
  const state = stateOf("MultiHeadAttention", { seed: "7", ownWeights: own });

  test("they take the place of what the seed draws", () => {
    const { output, unused } = compute(state);
    expect(unused).toEqual([]);
    const expected = golden?.trace.output?.data ?? [];
    output.data.forEach((value, index) => {
      expect(Math.abs(value - (expected[index % expected.length] ?? Number.NaN))).toBeLessThanOrEqual(1e-6);
    });
  });

  test("where one parameter has another size none is used, and all are named", () => {
    const seeded = compute(stateOf("MultiHeadAttention", { seed: "7", dOut: 4 }));
    const { output, unused } = compute({ ...state, dOut: 4 });
    expect(output.data).toEqual(seeded.output.data);
    expect(unused).toEqual([...own.keys()]);
  });

  test("a mask of another size is left out alone", () => {
    const { output, unused } = compute({ ...state, contextLength: 7 });
    expect(output.data).toEqual(compute(state).output.data);
    expect(unused).toEqual(["mask"]);
  });

  test("a mask of one's own is honoured", () => {
    const mask = { data: new Float32Array(36), shape: [6, 6] };
    const { output } = compute({ ...state, ownWeights: new Map([...own, ["mask", mask]]) });
    expect(output.data).toEqual(compute({ ...state, masked: false }).output.data);
    expect(output.data).not.toEqual(compute(state).output.data);
  });
});

test("what goes in has the shape that weights are compared with", () => {
  expect(inputOf(INITIAL).x.shape).toEqual(ARTICLE);
});
