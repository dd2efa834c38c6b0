// What users of other attention implementations have reported: each of their inputs, and the right result.
import { beforeAll, describe, expect, test } from "vitest";
import init, {
  CausalAttention,
  MultiHeadAttention,
  manualSeed,
  SelfAttentionV2,
  type Tensor,
  tensor,
} from "../../web/api/index.js";
import { expectFault } from "./expect-error.js";
import {
  bitsOf,
  CAUSAL_NAMES,
  expectClose,
  expectSameBits,
  type GoldenTensor,
  LAYER_NAMES,
  makeSmall,
  numbersOf,
  readGolden,
  SENTENCE,
  stageOf,
} from "./golden.js";

beforeAll(() => init());

/** The first rows of the last two axes of a (tokens, width) tensor. */
const firstRows = (output: Tensor, rows: number) => bitsOf(output.data.subarray(0, rows * (output.shape.at(-1) ?? 0)));

describe.each(CAUSAL_NAMES)("LLMs-from-scratch#1061: later tokens do not reach earlier rows of %s", (name) => {
  test("x[2:] += 10 leaves rows 0 and 1 as they are, bit for bit", () => {
    manualSeed(123);
    const layer = makeSmall(name);
    const before = layer.forward(SENTENCE);
    const after = layer.forward(SENTENCE.map((row, token) => (token < 2 ? row : row.map((value) => value + 10))));
    expect(firstRows(after, 2)).toEqual(firstRows(before, 2));
    expect(bitsOf(after.data)).not.toEqual(bitsOf(before.data));
  });
});

describe.each(CAUSAL_NAMES)("keras#23038: the mask of %s holds whatever else is asked", (name) => {
  const flags = [0, 0.5, 1].flatMap((dropout) =>
    [true, false].flatMap((mode) => ["default", "mkl"].map((method) => ({ dropout, mode, method }))),
  );

  test.each(flags)("dropout $dropout, training $mode, $method", ({ dropout, mode, method }) => {
    manualSeed(1);
    const layer = makeSmall(name, { dropout, dropout_method: method }).train(mode);
    const trace = layer.trace(SENTENCE);
    for (const stage of ["weights", "droppedWeights"]) {
      const values = stageOf(trace, stage);
      const hidden = [...values.data].filter((_, index) => index % 6 > Math.floor(index / 6) % 6);
      expect(hidden.length).toBe((values.data.length * 15) / 36);
      expect(new Set(hidden)).toEqual(new Set([0]));
    }
    expect(stageOf(layer.trace(SENTENCE, { only: ["weights"] }), "weights")).toEqual(stageOf(trace, "weights"));
  });
});

describe("softmax does not overflow", () => {
  test.each([
    [
      [1000, 999, 0],
      [0.731059, 0.268941, 0],
    ],
    [
      [-249.87, -424.13, -460.29, 378.1, -292.61],
      [0, 0, 0, 1, 0],
    ],
    [
      [-1e30, 1e30],
      [0, 1],
    ],
    [
      [3e38, 3e38, -3e38],
      [0.5, 0.5, 0],
    ],
  ])("%j", (scores, weights) => {
    // Queries are 1, keys are the scores.
    const layer = new SelfAttentionV2({ dIn: 2, dOut: 1 });
    layer.loadStateDict({ "W_query.weight": [[1, 0]], "W_key.weight": [[0, 1]] }, { strict: false });
    const trace = layer.trace(scores.map((score) => [1, score]));
    expect([...trace.scores.data.subarray(0, scores.length)]).toEqual(scores.map(Math.fround));
    expectClose(trace.weights, { shape: [scores.length, scores.length], data: scores.flatMap(() => weights) }, 1e-6);
  });
});

describe.each(CAUSAL_NAMES)("pytorch#124464: %s in eval mode drops nothing", (name) => {
  test("two passes are alike, and like those with dropout 0", () => {
    const make = (dropout: number) => {
      manualSeed(123);
      return makeSmall(name, { dropout }).eval();
    };
    const layer = make(0.5);
    const first = layer.forward(SENTENCE);
    expectSameBits(layer.forward(SENTENCE), first);
    expectSameBits(make(0).forward(SENTENCE), first);
    layer.train();
    expect(bitsOf(layer.forward(SENTENCE).data)).not.toEqual(bitsOf(first.data));
    expectSameBits(layer.eval().forward(SENTENCE), first);
  });
});

describe.each(CAUSAL_NAMES)("pytorch#27968: the weights of %s sum to 1", (name) => {
  test("before dropout; what was kept is there, too", () => {
    manualSeed(3);
    const layer = makeSmall(name, { dropout: 0.1 });
    const trace = layer.trace(SENTENCE);
    const [weights, kept, dropped] = ["weights", "dropoutMask", "droppedWeights"].map(
      (stage) => stageOf(trace, stage).data,
    ) as [Float32Array, Float32Array, Float32Array];
    for (let row = 0; row < weights.length; row += 6) {
      const sum = weights.subarray(row, row + 6).reduce((a, b) => a + b, 0);
      expect(Math.abs(sum - 1)).toBeLessThan(1e-6);
    }
    expect(kept).toContain(0);
    const scale = Math.fround(1 / Math.fround(0.9));
    expect([...dropped]).toEqual(Array.from(weights, (weight, i) => Math.fround(weight * (kept[i] ?? 0) * scale)));
  });
});

describe("LLMs-from-scratch#57: the mask of seed 123, for readers on either kind of machine", () => {
  const { dropout } = readGolden<{ dropout: { seed: string; p: number; of_ones: GoldenTensor }[] }>("rng");
  const golden = dropout.find(({ seed, p }) => seed === "123" && p === 0.5)?.of_ones as GoldenTensor;
  const rowsOf = (method: "default" | "mkl") => {
    const layer = new CausalAttention({ dIn: 3, dOut: 2, contextLength: 6, dropout: 0.5, dropoutMethod: method });
    manualSeed(123);
    const { dropoutMask } = layer.trace(SENTENCE);
    return (dropoutMask.toNested() as number[][]).map((row) => row.join(""));
  };

  test("without MKL", () => {
    const kept = numbersOf(golden).map((value) => Number(value !== 0));
    expect(rowsOf("default").join("")).toBe(kept.join(""));
  });

  test("with MKL", () => {
    expect(rowsOf("mkl")).toEqual(["111111", "010000", "001010", "110001", "100001", "010000"]);
  });
});

describe("reshape instead of transpose scrambles heads", () => {
  const identity = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => Number(row === column)));
  const x = [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ];
  const layer = () => {
    const mha = new MultiHeadAttention({ dIn: 4, dOut: 4, contextLength: 2, numHeads: 2 });
    const names = ["W_query.weight", "W_key.weight", "W_value.weight", "out_proj.weight"];
    const state = Object.fromEntries(names.map((name) => [name, identity]));
    mha.loadStateDict({ ...state, "out_proj.bias": [0, 0, 0, 0] }, { strict: false });
    return mha;
  };

  test("each head has its own columns", () => {
    const { queries, keys, values } = layer().trace(x);
    for (const stage of [queries, keys, values]) {
      expect(stage.toNested()).toEqual([
        [
          [1, 2],
          [5, 6],
        ],
        [
          [3, 4],
          [7, 8],
        ],
      ]);
    }
  });

  test("the context of token 0 is its own value", () => {
    const { context, merged, output } = layer().trace(x);
    expect([context.at(0, 0, 0), context.at(0, 0, 1), context.at(1, 0, 0), context.at(1, 0, 1)]).toEqual(x[0]);
    expect([...merged.data.subarray(0, 4)]).toEqual(x[0]);
    expect([...output.data.subarray(0, 4)]).toEqual(x[0]);
  });
});

test("LLMs-from-scratch#444: d_out that heads do not divide is refused with both numbers", () =>
  expectFault(() => new MultiHeadAttention({ dIn: 3, dOut: 1600, contextLength: 6, numHeads: 48 }), {
    code: "VALUE",
    key: "heads.not-divisible",
    argument: "dOut",
    values: { dOut: 1600, numHeads: 48 },
    says: [1600, 48, "dOut", "numHeads"],
  }));

describe.each(CAUSAL_NAMES)("more tokens than %s has context", (name) => {
  test.each(["forward", "trace", "forwardDouble"] as const)("are refused by %s with both numbers", (method) =>
    expectFault(() => makeSmall(name)[method]([...SENTENCE, [0, 0, 0]]), {
      code: "SHAPE",
      key: "input.tokens",
      argument: "x",
      values: { tokens: 7, contextLength: 6 },
      says: [7, 6, "contextLength"],
    }),
  );
});

test("scores are scaled by the width of a head, not of the model", () => {
  manualSeed(123);
  const { weights } = new MultiHeadAttention({ dIn: 3, dOut: 2, contextLength: 6, numHeads: 2 }).trace(SENTENCE);
  expect([weights.at(0, 1, 0), weights.at(0, 1, 1)].map((weight) => weight.toFixed(4))).toEqual(["0.4776", "0.5224"]);
});

describe("pytorch#34537: weights are there for each head", () => {
  test.each(["MultiHeadAttentionWrapper", "MultiHeadAttention"] as const)("of %s", (name) => {
    expect(stageOf(makeSmall(name).trace([SENTENCE, SENTENCE]), "weights").shape).toEqual([2, 2, 6, 6]);
    expect(stageOf(makeSmall(name).trace(SENTENCE), "weights").shape).toEqual([2, 6, 6]);
  });
});

describe.each(LAYER_NAMES)("%s", (name) => {
  test("pytorch#63560: does not read the batch as a sequence", () => {
    const layer = makeSmall(name);
    const other = SENTENCE.map((row) => row.map((value) => 1 - value));
    const [there, back] = [layer.forward([SENTENCE, other]), layer.forward([other, SENTENCE])];
    const half = there.data.length / 2;
    expect(bitsOf(back.data)).toEqual([...bitsOf(there.data.subarray(half)), ...bitsOf(there.data.subarray(0, half))]);
    expect(bitsOf(layer.forward(other).data)).toEqual(bitsOf(there.data.subarray(half)));
  });

  test("accepts (6, 3) and (2, 6, 3)", () => {
    const layer = makeSmall(name);
    const width = layer.forward(SENTENCE).shape[1];
    expect(layer.forward(SENTENCE).shape).toEqual([6, width]);
    expect(layer.forward([SENTENCE, SENTENCE]).shape).toEqual([2, 6, width]);
    for (const [stage, value] of Object.entries(layer.trace(SENTENCE))) {
      const batched = stageOf(layer.trace([SENTENCE, SENTENCE]), stage);
      expect(batched.shape).toEqual(stage === "masked" ? [6, 6] : [2, ...value.shape]);
    }
  });

  test.each([[[0, 6, 3]], [[2, 0, 3]], [[0, 3]], [[0, 0, 3]]])(
    "pytorch#141218: gives empty results for %j",
    (shape) => {
      const layer = makeSmall(name);
      const width = layer.forward(SENTENCE).shape[1] ?? 0;
      const empty = tensor([], shape);
      expect(layer.forward(empty)).toEqual(tensor([], [...shape.slice(0, -1), width]));
      expect(layer.forwardDouble(empty)).toEqual({ data: new Float64Array(0), shape: [...shape.slice(0, -1), width] });
      // Every stage is there, with no batch or no tokens in place of 5 and 6.
      const [batch, tokens] = [shape.length === 3 ? shape[0] : 5, shape.at(-2)];
      const full = layer.trace(shape.length === 3 ? Array(5).fill(SENTENCE) : SENTENCE);
      const shapesOf = (trace: Readonly<Record<string, Tensor>>) =>
        Object.entries(trace).map(([stage, value]) => [stage, value.shape]);
      const expected = shapesOf(full).map(([stage, sizes]) => [
        stage,
        (sizes as number[]).map((size) => (size === 5 ? batch : size === 6 ? tokens : size)),
      ]);
      expect(shapesOf(layer.trace(empty))).toEqual(expected);
    },
  );
});
