// Dropout of the causal classes, draw for draw.
import { beforeAll, describe, expect, test } from "vitest";
import init, { CausalAttention, type DropoutMethod, manualSeed, rand, tensor } from "../../web/api/index.js";
import {
  bitsOf,
  CAUSAL_NAMES,
  expectSameBits,
  type GoldenTensor,
  largestDifference,
  makeSmall,
  numbersOf,
  readGolden,
  SENTENCE,
  stageOf,
  toTensor,
} from "./golden.js";

beforeAll(() => init());

describe("dropout as PyTorch's", () => {
  const { dropout } = readGolden<{
    dropout: { seed: string; p: number; of_ones: GoldenTensor; next_rand: GoldenTensor }[];
  }>("rng");

  // A batch of single tokens has weights of 1, so what is dropped of ones is what is dropped of them.
  test.each(dropout)("seed $seed, p $p, $of_ones.shape ones", ({ seed, p, of_ones, next_rand }) => {
    const layer = new CausalAttention({ dIn: 1, dOut: 1, contextLength: 1, dropout: p });
    const count = of_ones.data.length;
    const x = tensor(new Float32Array(count), [count, 1, 1]);
    manualSeed(BigInt(seed));
    const { droppedWeights, dropoutMask } = layer.trace(x);
    expectSameBits(rand(3), toTensor(next_rand));
    expect(bitsOf(droppedWeights.data)).toEqual(bitsOf(numbersOf(of_ones)));
    expect([...dropoutMask.data]).toEqual(numbersOf(of_ones).map((value) => Number(value !== 0)));
  });

  const grid = CAUSAL_NAMES.flatMap((name) =>
    (["default", "mkl"] as const).flatMap((method) => [0, 0.3, 1].map((p) => ({ name, method, p }))),
  );

  test.each(grid)("$name, $method, p $p: trace draws exactly what forward draws", ({ name, method, p }) => {
    const layer = makeSmall(name, { dropout: p, dropout_method: method });
    const passes: (() => unknown)[] = [
      () => layer.forward([SENTENCE, SENTENCE]),
      () => layer.trace([SENTENCE, SENTENCE]),
      () => layer.trace([SENTENCE, SENTENCE], { only: ["weights"] }),
      () => layer.trace([SENTENCE, SENTENCE], { only: ["queries"] }),
      () => layer.trace([SENTENCE, SENTENCE], { only: [] }),
    ];
    const following = passes.map((pass) => {
      manualSeed(7);
      pass();
      return bitsOf(rand(4).data);
    });
    expect(new Set(following.map(String)).size).toBe(1);
    // In eval mode, and for p = 0 or 1, nothing is drawn.
    manualSeed(7);
    const untouched = bitsOf(rand(4).data);
    expect(String(following[0]) === String(untouched)).toBe(p !== 0.3);
    manualSeed(7);
    layer.eval().forward(SENTENCE);
    layer.forwardDouble(SENTENCE);
    expect(bitsOf(rand(4).data)).toEqual(untouched);
  });

  test("with MKL's stream, a call draws one number; the wrapper one for each head", () => {
    const draws = (name: (typeof CAUSAL_NAMES)[number]) => {
      const layer = makeSmall(name, { dropout: 0.5, dropout_method: "mkl" });
      manualSeed(7);
      layer.forward([SENTENCE, SENTENCE]);
      const next = rand().at();
      manualSeed(7);
      return [...rand(20).data].indexOf(next);
    };
    expect(CAUSAL_NAMES.map(draws)).toEqual([1, 2, 1]);
  });

  test.each(["default", "mkl"] satisfies DropoutMethod[])("%s keeps about 1 - p of the weights", (method) => {
    manualSeed(11);
    const layer = new CausalAttention({ dIn: 1, dOut: 1, contextLength: 1, dropout: 0.3, dropoutMethod: method });
    const { dropoutMask } = layer.trace(tensor(new Float32Array(20_000), [20_000, 1, 1]));
    const kept = dropoutMask.data.reduce((a, b) => a + b, 0) / 20_000;
    expect(Math.abs(kept - 0.7)).toBeLessThan(0.02);
  });

  test.each(CAUSAL_NAMES)("dropping every weight of %s leaves nothing of the values", (name) => {
    const trace = makeSmall(name, { dropout: 1 }).trace(SENTENCE);
    for (const stage of ["dropoutMask", "droppedWeights", "context"]) {
      expect(new Set(stageOf(trace, stage).data)).toEqual(new Set([0]));
    }
  });

  test.each(CAUSAL_NAMES)("the reference of %s drops what it is told", (name) => {
    manualSeed(5);
    const layer = makeSmall(name, { dropout: 0.5 });
    for (const x of [SENTENCE, [SENTENCE, SENTENCE]]) {
      const trace = layer.trace(x);
      const { data } = layer.forwardDouble(x, { dropoutMask: stageOf(trace, "dropoutMask") });
      expect(largestDifference(data, stageOf(trace, "output").data)).toBeLessThan(1e-6);
      expect(largestDifference(layer.forwardDouble(x).data, stageOf(trace, "output").data)).toBeGreaterThan(1e-3);
    }
  });
});
