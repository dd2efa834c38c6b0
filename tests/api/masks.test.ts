// The rule: masks skip, everything else multiplies.
import { beforeAll, describe, expect, test } from "vitest";
import init, { CausalAttention, manualSeed, type Tensor } from "../../web/api/index.js";
import {
  bitsOf,
  CAUSAL_NAMES,
  expectSameBits,
  type Layer,
  largestDifference,
  makeSmall,
  SENTENCE,
  stageOf,
} from "./golden.js";

beforeAll(() => init());

const POISONS = [Number.NaN, Infinity, -Infinity, 3e38];

describe.each(CAUSAL_NAMES)("masks of %s skip", (name) => {
  const clean = () => {
    manualSeed(123);
    return makeSmall(name);
  };
  const rowsOf = (output: Tensor, from: number, to: number) => {
    const width = output.shape.at(-1) ?? 0;
    return bitsOf(output.data.subarray(from * width, to * width));
  };

  describe.each(POISONS)("%s in a later token:", (poison) => {
    test.each([0, 1, 3, 5])("rows before token %d are the same bits", (token) => {
      const poisoned = SENTENCE.map((row, index) => (index === token ? row.map(() => poison) : row));
      const layer = clean();
      const expected = layer.forward(SENTENCE);
      const output = layer.forward(poisoned);
      expect(rowsOf(output, 0, token)).toEqual(rowsOf(expected, 0, token));
      const trace = layer.trace(poisoned);
      expectSameBits(stageOf(trace, "output"), output);
      // Hidden weights are exactly 0, whatever the scores are.
      const weights = stageOf(trace, "weights").data;
      const isHidden = (index: number) => index % 6 > Math.floor(index / 6) % 6;
      expect(new Set([...weights].filter((_, index) => isHidden(index)))).toEqual(new Set([0]));
      const { data } = layer.forwardDouble(poisoned);
      expect(largestDifference(data.subarray(0, token * 2), output.data.subarray(0, token * 2))).toBeLessThan(1e-6);
      if (!Number.isFinite(poison)) expect([...output.data.slice(-1)]).toEqual([Number.NaN]);
    });
  });

  test("a poisoned sample of a batch leaves the others alone", () => {
    const poisoned = SENTENCE.map((row) => row.map(() => Number.NaN));
    const layer = clean();
    const output = layer.forward([SENTENCE, poisoned, SENTENCE]);
    const alone = bitsOf(layer.forward(SENTENCE).data);
    expect(bitsOf(output.data.subarray(0, alone.length))).toEqual(alone);
    expect(bitsOf(output.data.subarray(2 * alone.length))).toEqual(alone);
    expect([...output.data.subarray(alone.length, 2 * alone.length)].every(Number.isNaN)).toBe(true);
  });
});

/** Components that make a float32 sum of 1e30 b - 1e30 c overflow to an infinity, or to the NaN of two. */
const OVERFLOW = { NaN: [1e30, 1e30], Infinity: [1e30, 0], "-Infinity": [0, 1e30] } as const;

/** A token with that key and that value, apart from each other: every component that is set is finite. */
function token(key: number, value: number): number[] {
  const part = (wanted: number) =>
    Number.isFinite(wanted) ? [wanted, 0, 0] : [0, ...OVERFLOW[String(wanted) as keyof typeof OVERFLOW]];
  return [...part(key), ...part(value), 1];
}

/** Takes such tokens; all queries are 1. */
function pokedLayer(mask: number[][], dropout = 0): CausalAttention {
  const layer = new CausalAttention({ dIn: 7, dOut: 1, contextLength: mask.length, dropout });
  layer.loadStateDict({
    mask,
    "W_query.weight": [[0, 0, 0, 0, 0, 0, 1]],
    "W_key.weight": [[1, 1e30, -1e30, 0, 0, 0, 0]],
    "W_value.weight": [[0, 0, 0, 1, 1e30, -1e30, 0]],
  });
  return layer;
}

function contextOf(layer: CausalAttention, x: number[][]): number[] {
  const output = layer.forward(x);
  const { output: traced, context } = layer.trace(x);
  expectSameBits(traced, output);
  expectSameBits(context, output);
  return [...output.data];
}

test("tokens can be given keys and values", () => {
  const numbers = [3, Number.NaN, Infinity, -Infinity];
  const pairs = numbers.flatMap((key) => numbers.map((value) => [key, value] as const));
  const layer = pokedLayer(Array.from(pairs, () => Array(pairs.length).fill(0)));
  const { queries, keys, values } = layer.trace(pairs.map(([key, value]) => token(key, value)));
  expect([...queries.data]).toEqual(pairs.map(() => 1));
  expect([...keys.data]).toEqual(pairs.map(([key]) => key));
  expect([...values.data]).toEqual(pairs.map(([, value]) => value));
});

describe("masks of any kind skip", () => {
  const FIRST_ONLY = [
    [0, 1],
    [0, 1],
  ];

  const anything = POISONS.flatMap((key) => [3, ...POISONS].map((value) => ({ key, value })));

  // pytorch#101967
  test.each(anything)("a hidden key of $key with a value of $value", ({ key, value }) => {
    const layer = pokedLayer(FIRST_ONLY);
    const x = [token(0, 3), token(key, value)];
    expect(contextOf(layer, x)).toEqual([3, 3]);
    expect(layer.trace(x).weights.toNested()).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect([...layer.forwardDouble(x).data]).toEqual([3, 3]);
  });

  test("nonzero is hidden, whatever the number", () => {
    for (const hidden of [1, -1, 0.5, 1e-30, Infinity, Number.NaN]) {
      const layer = pokedLayer([
        [0, hidden],
        [0, hidden],
      ]);
      expect(contextOf(layer, [token(0, 3), token(Number.NaN, 5)])).toEqual([3, 3]);
      expect(layer.stateDict().mask?.at(0, 1)).toBe(Math.fround(hidden));
    }
  });

  test("a row with everything hidden has weights and context 0", () => {
    const layer = pokedLayer([
      [1, 1],
      [0, 0],
    ]);
    expect(contextOf(layer, [token(Number.NaN, 3), token(Number.NaN, Infinity)])[0]).toBe(0);
    const { weights, scaled } = layer.trace([token(0, 3), token(0, 5)]);
    expect([weights.at(0, 0), weights.at(0, 1)]).toEqual([0, 0]);
    expect([scaled.at(0, 0), scaled.at(0, 1)]).toEqual([-Infinity, -Infinity]);
  });

  test.each(["MultiHeadAttentionWrapper", "MultiHeadAttention"] as const)(
    "rows with everything hidden of %s",
    (name) => {
      const mask = Array(6).fill([1, 1, 1, 1, 1, 1]);
      const layer: Layer = makeSmall(name);
      const state = name === "MultiHeadAttention" ? { mask } : { "heads.0.mask": mask, "heads.1.mask": mask };
      layer.loadStateDict(state, { strict: false });
      const x = SENTENCE.map((row, index) => (index === 2 ? row.map(() => Number.NaN) : row));
      const { "out_proj.bias": bias } = layer.stateDict();
      const row = bias === undefined ? [0, 0, 0, 0] : [...bias.data];
      expect(layer.forward(x).toNested()).toEqual(Array(6).fill(row));
      expect(new Set(stageOf(layer.trace(x), "weights").data)).toEqual(new Set([0]));
      expect(layer.forwardDouble(x).data).toEqual(Float64Array.from(Array(6).fill(row).flat()));
    },
  );

  test("the causal mask gives the same bits when it is loaded", () => {
    manualSeed(3);
    const layer = new CausalAttention({ dIn: 3, dOut: 2, contextLength: 6 });
    const before = layer.forward(SENTENCE);
    layer.loadStateDict({ mask: stageOf(layer.stateDict(), "mask") }, { strict: false });
    expectSameBits(layer.forward(SENTENCE), before);
  });

  test("a mask is cut to the tokens that there are", () => {
    const layer = pokedLayer([
      [0, 0, 1],
      [1, 0, 1],
      [1, 1, 0],
    ]);
    expect(layer.trace([token(0, 3), token(0, 5)]).masked.toNested()).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(contextOf(layer, [token(0, 3), token(0, 5)])).toEqual([4, 5]);
  });
});

describe("everything else multiplies", () => {
  const OPEN = [
    [0, 0],
    [0, 0],
  ];

  test.each<[string, number, number, number]>([
    // exp(NaN), and exp(inf - inf).
    ["a key of NaN", Number.NaN, 5, Number.NaN],
    ["a key of infinity", Infinity, 5, Number.NaN],
    // exp(-inf) = 0 is a weight like any other.
    ["a key of -infinity", -Infinity, 5, 3],
    ["a key far below", -1e4, 5, 3],
    ["a key far above", 1e4, 5, 5],
    ["a value of infinity", 0, Infinity, Infinity],
    ["a value of -infinity", 0, -Infinity, -Infinity],
    ["a value of NaN", 0, Number.NaN, Number.NaN],
    // Weights that underflow are visible, and 0 * inf is NaN.
    ["a key far below, a value of infinity", -1e4, Infinity, Number.NaN],
    ["a key far below, a value of NaN", -1e4, Number.NaN, Number.NaN],
    ["a key of -infinity, a value of infinity", -Infinity, Infinity, Number.NaN],
  ])("%s", (_, key, value, expected) => {
    expect(contextOf(pokedLayer(OPEN), [token(0, 3), token(key, value)])).toEqual([expected, expected]);
  });

  test("two visible infinities of either sign", () => {
    expect(contextOf(pokedLayer(OPEN), [token(0, Infinity), token(0, -Infinity)])).toEqual([Number.NaN, Number.NaN]);
  });

  test("a weight that is dropped", () => {
    const layer = pokedLayer(OPEN, 1);
    const x = [token(0, 3), token(0, Infinity)];
    expect(layer.trace(x).droppedWeights.toNested()).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(contextOf(layer, x)).toEqual([Number.NaN, Number.NaN]);
    expect(contextOf(layer.eval(), x)).toEqual([Infinity, Infinity]);
  });
});
