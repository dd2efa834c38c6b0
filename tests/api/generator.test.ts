import { beforeAll, describe, expect, test } from "vitest";
import init, { Generator, MultiHeadAttention, manualSeed, rand, SelfAttentionV2 } from "../../web/api/index.js";
import { expectFault, type Fault } from "./expect-error.js";
import {
  bitsOf,
  expectSameBits,
  type GoldenTensor,
  type GoldenTensors,
  numbersOf,
  readGolden,
  toTensor,
} from "./golden.js";

interface Rng {
  readonly uniform: readonly { seed: string; rand: GoldenTensor }[];
  readonly linear: readonly {
    seed: string;
    in_features: number;
    out_features: number;
    bias: boolean;
    state_dict: GoldenTensors;
    next_rand: GoldenTensor;
  }[];
}

const rng = readGolden<Rng>("rng");

beforeAll(() => init());

describe.each(rng.uniform)("seed $seed", ({ seed, rand: expected }) => {
  const count = expected.data.length;

  test("gives PyTorch's draws as a bigint", () => {
    manualSeed(BigInt(seed));
    expectSameBits(rand(count), toTensor(expected));
  });

  test("gives them as a number", () => {
    manualSeed(Number(seed));
    expectSameBits(rand(count), toTensor(expected));
  });

  test("gives them in a generator of its own, at once and one by one", () => {
    const generator = new Generator(BigInt(seed));
    expectSameBits(generator.rand(count), toTensor(expected));
    generator.manualSeed(Number(seed));
    const single = Array.from({ length: count }, () => generator.rand().at());
    expect(bitsOf(single)).toEqual(bitsOf(numbersOf(expected)));
  });
});

test("negative seeds are those that they wrap to", () => {
  const draws = (seed: number | bigint) => bitsOf(new Generator(seed).rand(4).data);
  expect(draws(-1)).toEqual(draws(2n ** 64n - 1n));
  expect(draws(-(2n ** 63n))).toEqual(draws(2n ** 63n));
  expect(draws(-5)).toEqual(draws(-5n));
  expect(draws(-0)).toEqual(draws(0));
});

describe.each(rng.linear)("Linear($in_features, $out_features, bias $bias) from seed $seed", (golden) => {
  const { seed, in_features: dIn, out_features: dOut, bias: qkvBias, state_dict, next_rand } = golden;

  test.each(["shared", "own"])("is drawn bit for bit from the %s generator, and so is what follows", (which) => {
    manualSeed(BigInt(seed));
    const own = which === "own" ? { generator: new Generator(BigInt(seed)) } : {};
    const state = Object.entries(new SelfAttentionV2({ dIn, dOut, qkvBias, ...own }).stateDict());
    const names = Object.keys(state_dict);
    for (const name of names) {
      const [, value] = state.find(([key]) => key === `W_query.${name}`) ?? [];
      expect(value?.shape).toEqual(state_dict[name]?.shape);
      expect(bitsOf(value?.data ?? [])).toEqual(bitsOf(numbersOf(state_dict[name] as GoldenTensor)));
    }
    // W_key is drawn next, from U(-bound, bound): one rounding of u * (2 * bound) - bound.
    const bound = Math.fround(1 / Math.sqrt(dIn));
    const following = state.slice(names.length).flatMap(([, value]) => [...value.data]);
    const expected = numbersOf(next_rand).map((u) => Math.fround(u * Math.fround(2 * bound) - bound));
    expect(bitsOf(following.slice(0, expected.length))).toEqual(bitsOf(expected));
    // The shared generator is untouched by layers with one of their own.
    if (which === "own") {
      const untouched = rand(3);
      manualSeed(BigInt(seed));
      expectSameBits(untouched, rand(3));
    }
  });
});

describe("rand", () => {
  test.each([[[]], [[4]], [[2, 3]], [[0]], [[2, 0, 3]], [[1, 2, 3, 4]], [[3, 50_000]]])(
    "of shape %j draws that many",
    (shape) => {
      manualSeed(5);
      const size = shape.reduce((a, b) => a * b, 1);
      const drawn = rand(...shape);
      expect(drawn.shape).toEqual(shape);
      const next = rand(1);
      manualSeed(5);
      const all = rand(size + 1);
      expect([...all.data]).toEqual([...drawn.data, ...next.data]);
    },
  );

  test.each<[string, unknown[], Fault]>([
    ["a negative size", [-1], { code: "VALUE", key: "tensor.shape" }],
    ["a fraction", [1.5], { code: "VALUE", key: "tensor.shape" }],
    ["NaN", [Number.NaN], { code: "VALUE", key: "tensor.shape" }],
    ["an array", [[2, 3]], { code: "VALUE", key: "tensor.shape" }],
    ["16 GiB", [2 ** 16, 2 ** 16], { code: "OUT_OF_MEMORY", key: "memory", values: { bytes: 2 ** 34 } }],
    ["a size beyond 32 bits", [2 ** 32 + 1], { code: "VALUE", key: "tensor.shape" }],
  ])("rejects %s and draws nothing", async (_, shape, fault) => {
    manualSeed(5);
    const expected = rand(3);
    manualSeed(5);
    await expectFault(() => rand(...(shape as number[])), fault);
    expectSameBits(rand(3), expected);
    const generator = new Generator(5);
    await expectFault(() => generator.rand(...(shape as number[])), fault);
    expectSameBits(generator.rand(3), expected);
  });
});

describe("a seed may not be", () => {
  test.each<[string, unknown]>([
    ["missing", undefined],
    ["null", null],
    ["a string", "123"],
    ["a fraction", 1.5],
    ["NaN", Number.NaN],
    ["infinite", Infinity],
    ["an unsafe integer", 2 ** 53],
    ["2^64", 2n ** 64n],
    ["less than -2^63", -(2n ** 63n) - 1n],
    ["a boolean", true],
  ])("%s", async (_, seed) => {
    const fault: Fault = { code: "VALUE", key: "seed.range", argument: "seed", says: ["safe integer"] };
    const generator = new Generator(5);
    const expected = new Generator(5).rand(3);
    await expectFault(() => generator.manualSeed(seed as number), fault);
    await expectFault(() => new Generator(seed as number), fault);
    expectSameBits(generator.rand(3), expected);
    manualSeed(5);
    await expectFault(() => manualSeed(seed as number), fault);
    expectSameBits(rand(3), expected);
  });
});

describe("a disposed generator", () => {
  const fault: Fault = { code: "DISPOSED", key: "disposed", values: { name: "Generator" } };

  test("throws, but for being disposed again", async () => {
    const generator = new Generator(1);
    generator.dispose();
    generator.dispose();
    await expectFault(() => generator.rand(1), { ...fault, values: { method: "rand" } });
    await expectFault(() => generator.manualSeed(1), { ...fault, values: { method: "manualSeed" } });
    // Even where something else is wrong, too.
    await expectFault(() => generator.manualSeed(Number.NaN), fault);
    await expectFault(() => new SelfAttentionV2({ dIn: 0, dOut: 1, generator }), fault);
  });

  test("lives on in the layers that draw from it", () => {
    const options = { dIn: 3, dOut: 2, contextLength: 4, dropout: 0.5, numHeads: 2 };
    const x = [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ];
    const output = (dispose: boolean) => {
      const generator = new Generator(9);
      const layer = new MultiHeadAttention({ ...options, generator });
      if (dispose) generator.dispose();
      return [layer.forward(x), layer.forward(x)];
    };
    const [first, second] = output(false);
    const [third, fourth] = output(true);
    expect(third).toEqual(first);
    expect(fourth).toEqual(second);
    expect(second).not.toEqual(first);
  });
});

test("layers can share a generator, and draw from it in turn", () => {
  const generator = new Generator(123);
  const shared = [1, 2].map(() => new SelfAttentionV2({ dIn: 3, dOut: 2, generator }).stateDict());
  manualSeed(123);
  expect(shared).toEqual([1, 2].map(() => new SelfAttentionV2({ dIn: 3, dOut: 2 }).stateDict()));
});
