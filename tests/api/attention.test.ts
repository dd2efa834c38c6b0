// What all classes share: inputs, copies, traces, the reference, state, modes, errors and what they leave behind.
import { beforeAll, describe, expect, test } from "vitest";
import init, {
  Generator,
  type MultiHeadAttention,
  MultiHeadAttentionWrapper,
  manualSeed,
  rand,
  SelfAttentionV1,
  tensor,
} from "../../web/api/index.js";
import { expectFault, type Fault } from "./expect-error.js";
import { bitsOf, expectSameBits, LAYER_NAMES, makeSmall, SENTENCE, stageOf } from "./golden.js";

beforeAll(() => init());

const FLAT = SENTENCE.flat();

test("forward writes to the memory of its input where that is asked for", () => {
  const layer = new SelfAttentionV1({ dIn: 3, dOut: 3 });
  const x = tensor(SENTENCE);
  const expected = layer.forward(x);
  expect(layer.forward(x, { out: x })).toBe(x);
  expectSameBits(x, expected);
});

describe("forward takes", () => {
  const layer = () => {
    manualSeed(123);
    return makeSmall("MultiHeadAttention");
  };

  test.each<[string, Parameters<MultiHeadAttention["forward"]>[0]]>([
    ["nested arrays", SENTENCE],
    ["a Tensor", tensor(SENTENCE)],
    ["flat numbers with a shape", { data: FLAT, shape: [6, 3] }],
    ["a Float32Array with a shape", { data: Float32Array.from(FLAT), shape: [6, 3] }],
    ["a Float64Array with a shape", { data: Float64Array.from(FLAT), shape: [6, 3] }],
    ["rows that are typed arrays", SENTENCE.map((row) => Float64Array.from(row))],
  ])("%s", (_, x) => {
    expectSameBits(layer().forward(x), layer().forward(tensor(SENTENCE)));
    expectSameBits(layer().trace(x).output as never, layer().forward(x));
    expect(layer().forwardDouble(x)).toEqual(layer().forwardDouble(tensor(SENTENCE)));
  });

  test("integers", () => {
    const x = { data: Int16Array.from([1, -2, 3, 4, 5, -6]), shape: [2, 3] };
    expectSameBits(
      layer().forward(x),
      layer().forward([
        [1, -2, 3],
        [4, 5, -6],
      ]),
    );
  });
});

describe.each(LAYER_NAMES)("%s", (name) => {
  const make = () => {
    manualSeed(42);
    return makeSmall(name);
  };

  test("returns copies: results stay as they are, and changing them changes nothing", () => {
    const layer = make();
    const first = layer.forward(SENTENCE);
    const trace = layer.trace(SENTENCE);
    const kept = [first, ...Object.values(trace)].map(({ data }) => bitsOf(data));
    for (let call = 0; call < 10; call++) layer.forward(rand(2, 6, 3));
    layer.trace(rand(6, 3));
    // Memory grows, which detaches every view into it.
    const growth = Array.from({ length: 40 }, () => new SelfAttentionV1({ dIn: 512, dOut: 512 }));
    expect([first, ...Object.values(trace)].map(({ data }) => bitsOf(data))).toEqual(kept);
    first.data.fill(7);
    expect(bitsOf(layer.forward(SENTENCE).data)).toEqual(kept[0]);
    for (const layer of growth) layer.dispose();
  });

  test("does not depend on the size of earlier inputs", () => {
    const layer = make();
    const alone = layer.forward(SENTENCE.slice(0, 1));
    const batch = layer.forward(Array(50).fill(SENTENCE));
    expectSameBits(layer.forward(SENTENCE.slice(0, 1)), alone);
    expect(bitsOf(batch.data.subarray(0, batch.data.length / 50))).toEqual(bitsOf(layer.forward(SENTENCE).data));
  });

  test("leaves its input alone", () => {
    const x = tensor(SENTENCE);
    make().forward(x);
    expect(x).toEqual(tensor(SENTENCE));
  });

  test("traces the stages asked for, in order, with the same bits", () => {
    const full = make().trace(SENTENCE);
    const stages = Object.keys(full);
    for (const stage of stages) {
      const only = make().trace(SENTENCE, { only: [stage] });
      expect(Object.keys(only)).toEqual([stage]);
      expectSameBits(stageOf(only, stage), stageOf(full, stage));
    }
    expect(Object.keys(make().trace(SENTENCE, { only: [...stages].reverse() }))).toEqual(stages);
    expect(make().trace(SENTENCE, { only: [] })).toEqual({});
    expect(make().trace(SENTENCE, { only: undefined })).toEqual(full);
  });

  test("has weights that give the context when they meet the values", () => {
    const trace = make().trace([SENTENCE, SENTENCE]);
    const values = trace.values ?? tensor([SENTENCE, SENTENCE]);
    const weights = trace.droppedWeights ?? stageOf(trace, "weights");
    const width = values.shape.at(-1) ?? 0;
    stageOf(trace, "context").data.forEach((got, index) => {
      const [row, column] = [Math.floor(index / width), index % width];
      const sample = Math.floor(row / 6);
      const expected = SENTENCE.reduce(
        (sum, _, key) =>
          sum + (weights.data[row * 6 + key] ?? 0) * (values.data[(sample * 6 + key) * width + column] ?? 0),
        0,
      );
      expect(Math.abs(got - expected)).toBeLessThan(1e-6);
    });
  });

  test("starts in training mode, and switches", () => {
    const layer = make();
    expect(layer.training).toBe(true);
    expect(layer.eval()).toBe(layer);
    expect(layer.training).toBe(false);
    expect(layer.train()).toBe(layer);
    expect(layer.training).toBe(true);
    expect(layer.train(false).training).toBe(false);
  });

  test.each([null, 0, "true", Number.NaN])("does not switch to mode %s", (mode) => {
    const layer = make();
    return expectFault(() => layer.train(mode as never), { code: "VALUE", key: "option.boolean", argument: "mode" });
  });

  test("can be copied by its state", () => {
    const layer = make();
    const copy = makeSmall(name);
    expect(copy.loadStateDict(layer.stateDict())).toEqual({ missingKeys: [], unexpectedKeys: [] });
    expectSameBits(copy.forward(SENTENCE), layer.forward(SENTENCE));
    expect(copy.stateDict()).toEqual(layer.stateDict());
    // Through JSON, too: every float32 survives it.
    const json = JSON.parse(
      JSON.stringify(Object.entries(layer.stateDict()).map(([key, value]) => [key, value.toNested()])),
    );
    expect(makeSmall(name).loadStateDict(Object.fromEntries(json)).missingKeys).toEqual([]);
  });

  test("counts its parameters, not its buffers", () => {
    const counted = Object.entries(make().stateDict()).filter(([key]) => !key.endsWith("mask"));
    expect(make().numParameters).toBe(counted.reduce((sum, [, value]) => sum + value.data.length, 0));
  });

  describe("forward into a tensor that was given", () => {
    test("writes the same bits there, and hands it back", () => {
      const layer = make().eval();
      for (const x of [tensor(SENTENCE), tensor([SENTENCE, SENTENCE])]) {
        const expected = layer.forward(x);
        const out = tensor(new Float32Array(expected.data.length).fill(7), expected.shape);
        const { data } = out;
        expect(layer.forward(x, { out })).toBe(out);
        expect(out.data).toBe(data);
        expectSameBits(out, expected);
      }
      expectSameBits(layer.forward(SENTENCE, { out: undefined }), layer.forward(SENTENCE));
    });

    test("draws what forward draws", () => {
      const expected = make().forward(SENTENCE);
      expectSameBits(make().forward(SENTENCE, { out: tensor(expected) }), expected);
    });

    test("refuses what does not fit, draws nothing, and leaves it alone", async () => {
      const layer = make();
      const result = layer.forward(SENTENCE);
      const [tokens = 0, width = 0] = result.shape;
      const shape = [tokens, width];
      const transferred = tensor(result);
      structuredClone(transferred.data, { transfer: [transferred.data.buffer] });
      const wrongOut: [unknown, Fault][] = [
        [new Float32Array(4), { code: "VALUE", key: "out.tensor", says: ["Tensor"] }],
        [null, { code: "VALUE", key: "out.tensor" }],
        [rand(1, ...shape), { code: "SHAPE", key: "out.shape", values: { got: [1, ...shape], expected: shape } }],
        [rand(width, tokens), { code: "SHAPE", key: "out.shape", values: { expected: shape } }],
        [transferred, { code: "SHAPE", key: "tensor.size", values: { got: 0 } }],
      ];
      for (const [out, fault] of wrongOut) {
        const before = out instanceof Object ? String(out) : "";
        manualSeed(5);
        const drawn = rand(3);
        manualSeed(5);
        await expectFault(() => layer.forward(SENTENCE, { out: out as never }), { argument: "out", ...fault });
        expectSameBits(rand(3), drawn);
        expect(out instanceof Object ? String(out) : "").toBe(before);
      }
      await expectFault(() => layer.forward(SENTENCE, { to: 1 } as never), { code: "VALUE", key: "option.unknown" });
      await expectFault(() => layer.forward(SENTENCE, null as never), { code: "VALUE", key: "option.object" });
    });
  });

  const wrong: [string, unknown, Fault][] = [
    ["nothing", undefined, { code: "VALUE", key: "tensor.type" }],
    ["a string", "Your journey", { code: "VALUE", key: "tensor.type" }],
    ["strings", [["a"]], { code: "VALUE", key: "tensor.number", values: { path: "x[0][0]" } }],
    [
      "ragged rows",
      [
        [1, 2, 3],
        [4, 5],
      ],
      { code: "SHAPE", key: "tensor.ragged", values: { path: "x[1]", got: 2, expected: 3 } },
    ],
    [
      "one axis",
      [1, 2, 3],
      { code: "SHAPE", key: "input.rank", values: { shape: [3] }, says: ["(3,)", "(tokens, dIn)"] },
    ],
    ["four axes", [[SENTENCE]], { code: "SHAPE", key: "input.rank", values: { shape: [1, 1, 6, 3] } }],
    ["no axes", tensor(1), { code: "SHAPE", key: "input.rank", values: { shape: [] } }],
    [
      "an empty array, which has no width",
      [],
      { code: "SHAPE", key: "input.rank", says: ["{ data: [], shape: [0, dIn] }"] },
    ],
    ["data that do not fill the shape", { data: [1, 2], shape: [1, 3] }, { code: "SHAPE", key: "tensor.size" }],
  ];

  describe.each(wrong)("given %s", (_, x, fault) => {
    test.each(["forward", "trace", "forwardDouble"] as const)(
      "%s says so, draws nothing, and works the next time",
      async (method) => {
        const layer = make();
        const expected = layer.eval().forward(SENTENCE);
        layer.train();
        manualSeed(5);
        const drawn = rand(3);
        manualSeed(5);
        await expectFault(() => layer[method](x as never), {
          argument: "x",
          ...fault,
          says: [`${name}.${method}`, ...(fault.says ?? [])],
        });
        expectSameBits(rand(3), drawn);
        expectSameBits(layer.eval().forward(SENTENCE), expected);
      },
    );
  });

  test("tells of a tensor whose data has been transferred away", async () => {
    const x = tensor(SENTENCE);
    structuredClone(x.data, { transfer: [x.data.buffer] });
    await expectFault(() => make().forward(x), { code: "SHAPE", key: "tensor.size", values: { got: 0, expected: 18 } });
  });

  test("refuses a stage that it lacks, by name", async () => {
    const layer = make();
    const nearby = { weigths: "weights", out_put: "output", Scores: "scores" };
    for (const [stage, nearest] of Object.entries(nearby)) {
      await expectFault(() => layer.trace(SENTENCE, { only: ["weights", stage] }), {
        code: "VALUE",
        key: "trace.stage",
        argument: "only",
        values: { name: stage, nearest },
        says: [`${name}.trace`, "weights"],
      });
    }
    await expectFault(() => layer.trace(SENTENCE, { only: "weights" as never }), { code: "VALUE", key: "trace.only" });
    await expectFault(() => layer.trace(SENTENCE, { only: [1 as never] }), { code: "VALUE", key: "trace.stage" });
    await expectFault(() => layer.trace(SENTENCE, { ony: [] } as never), {
      code: "VALUE",
      key: "option.unknown",
      values: { nearest: "only" },
    });
    await expectFault(() => layer.trace(SENTENCE, null as never), { code: "VALUE", key: "option.object" });
  });

  test("throws DISPOSED after dispose, before anything else, and dispose again does nothing", async () => {
    const layer = make();
    layer.dispose();
    layer.dispose();
    const calls: [string, () => unknown][] = [
      ["forward", () => layer.forward("nonsense" as never)],
      ["trace", () => layer.trace([1], { only: 5 as never })],
      ["forwardDouble", () => layer.forwardDouble([1])],
      ["stateDict", () => layer.stateDict()],
      ["loadStateDict", () => layer.loadStateDict(null as never)],
      ["train", () => layer.train(5 as never)],
      ["train", () => layer.eval()],
      ["training", () => layer.training],
      ["numParameters", () => layer.numParameters],
    ];
    for (const [method, call] of calls) {
      await expectFault(call, {
        code: "DISPOSED",
        key: "disposed",
        values: { name, method },
        says: [`${name}.${method}`],
      });
    }
    expect(makeSmall(name).forward(SENTENCE).shape).toHaveLength(2);
  });
});

describe.each(LAYER_NAMES.filter((name) => name !== "SimplifiedSelfAttention"))("%s", (name) => {
  test("names the width that it was given and the one that it takes", () =>
    expectFault(() => makeSmall(name).forward([[1, 2, 3, 4]]), {
      code: "SHAPE",
      key: "input.width",
      argument: "x",
      values: { got: 4, expected: 3 },
      says: [4, 3, "dIn"],
    }));

  test("says so when tokens and components are swapped", async () => {
    const swapped = [0, 1, 2].map((component) => SENTENCE.map((row) => row[component] ?? 0));
    await expectFault(() => makeSmall(name).forward(swapped), { code: "SHAPE", key: "input.width", says: ["swapped"] });
  });

  test("does not go by the width alone where there are no tokens", () =>
    expectFault(() => makeSmall(name).forward({ data: [], shape: [0, 4] }), { code: "SHAPE", key: "input.width" }));
});

test("layers do not disturb each other", () => {
  const generators = [1, 2].map((seed) => new Generator(seed));
  const make = (generator: Generator | undefined) =>
    new MultiHeadAttentionWrapper({ dIn: 3, dOut: 2, contextLength: 6, numHeads: 2, dropout: 0.5, generator });
  const alone = [1, 2].map((seed) => {
    const layer = make(new Generator(seed));
    return [layer.forward(SENTENCE), layer.forward(SENTENCE)];
  });
  const layers = generators.map(make);
  const interleaved = [0, 1].map(() => layers.map((layer) => layer.forward(SENTENCE)));
  expect(interleaved[0]?.map((_, index) => interleaved.map((pass) => pass[index]))).toEqual(alone);
});
