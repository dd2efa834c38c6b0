import { beforeAll, describe, expect, test } from "vitest";
import init, {
  manualSeed,
  rand,
  SelfAttentionV1,
  SelfAttentionV2,
  SimplifiedSelfAttention,
} from "../../web/api/index.js";
import { expectFault } from "./expect-error.js";
import { bitsOf, expectSameBits, SENTENCE } from "./golden.js";

beforeAll(() => init());

describe("SimplifiedSelfAttention", () => {
  test("takes inputs of any width, one after another", () => {
    const layer = new SimplifiedSelfAttention();
    for (const width of [1, 7, 3, 64, 1]) {
      const x = rand(4, width);
      const { output, context } = layer.trace(x);
      expect(output.shape).toEqual([4, width]);
      expectSameBits(layer.forward(x), output);
      expectSameBits(context, output);
    }
  });

  test("does not scale its scores", () => {
    const { scores, weights } = new SimplifiedSelfAttention().trace([
      [3, 4],
      [0, 1],
    ]);
    expect(scores.toNested()).toEqual([
      [25, 4],
      [4, 1],
    ]);
    expect(weights.at(1, 1)).toBeCloseTo(1 / (1 + Math.exp(3)), 6);
  });

  test("has no parameters and no state, and draws nothing", () => {
    manualSeed(5);
    const expected = rand(3);
    manualSeed(5);
    const layer = new SimplifiedSelfAttention();
    layer.forward(SENTENCE);
    expectSameBits(rand(3), expected);
    expect(layer.numParameters).toBe(0);
    expect(layer.stateDict()).toEqual({});
    expect(layer.loadStateDict({})).toEqual({ missingKeys: [], unexpectedKeys: [] });
  });

  test("takes no options", () =>
    expectFault(() => new SimplifiedSelfAttention({ dIn: 3 } as never), {
      code: "VALUE",
      key: "option.unknown",
      says: ["it takes no options"],
    }));
});

test("V1 draws from U[0, 1), in the order of rand", () => {
  manualSeed(123);
  const expected = [rand(3, 2), rand(3, 2), rand(3, 2)];
  manualSeed(123);
  expect(Object.values(new SelfAttentionV1({ dIn: 3, dOut: 2 }).stateDict())).toEqual(expected);
});

test("V2 has biases only where it is asked to", () => {
  const make = (qkvBias: boolean) => new SelfAttentionV2({ dIn: 3, dOut: 2, qkvBias });
  expect([make(false).numParameters, make(true).numParameters]).toEqual([18, 24]);
});

test("V2 is V1 with its weights transposed", () => {
  const v1 = new SelfAttentionV1({ dIn: 3, dOut: 2 });
  const v2 = new SelfAttentionV2({ dIn: 3, dOut: 2 });
  const transposed = Object.entries(v1.stateDict()).map(([key, value]) => {
    const row = (column: number) => [0, 1, 2].map((component) => value.at(component, column));
    return [`${key}.weight`, [row(0), row(1)]];
  });
  v2.loadStateDict(Object.fromEntries(transposed));
  expect(bitsOf(v2.forward(SENTENCE).data)).toEqual(bitsOf(v1.forward(SENTENCE).data));
});
