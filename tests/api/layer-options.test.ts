// The constructors' options: what each class takes, refuses and shows.
import { beforeAll, describe, expect, test } from "vitest";
import init, { type AttentionError, Generator, MultiHeadAttention, manualSeed, rand } from "../../web/api/index.js";
import { expectFault, type Fault, faultOf } from "./expect-error.js";
import { classOf, expectSameBits, LAYER_NAMES, type LayerName, makeLayer } from "./golden.js";

beforeAll(() => init());

const DEFAULTS = { qkvBias: false, dropout: 0, dropoutMethod: "default", generator: undefined };
const REQUIRED: Readonly<Record<LayerName, readonly string[]>> = {
  SimplifiedSelfAttention: [],
  SelfAttentionV1: ["dIn", "dOut"],
  SelfAttentionV2: ["dIn", "dOut"],
  CausalAttention: ["dIn", "dOut", "contextLength"],
  MultiHeadAttentionWrapper: ["dIn", "dOut", "contextLength", "numHeads"],
  MultiHeadAttention: ["dIn", "dOut", "contextLength", "numHeads"],
};
const OPTIONAL: Readonly<Record<LayerName, readonly (keyof typeof DEFAULTS)[]>> = {
  SimplifiedSelfAttention: [],
  SelfAttentionV1: ["generator"],
  SelfAttentionV2: ["qkvBias", "generator"],
  CausalAttention: ["dropout", "qkvBias", "dropoutMethod", "generator"],
  MultiHeadAttentionWrapper: ["dropout", "qkvBias", "dropoutMethod", "generator"],
  MultiHeadAttention: ["dropout", "qkvBias", "dropoutMethod", "generator"],
};
const SIZES: Readonly<Record<string, number>> = { dIn: 3, dOut: 4, contextLength: 6, numHeads: 2 };

const requiredOf = (name: LayerName) => Object.fromEntries(REQUIRED[name].map((option) => [option, SIZES[option]]));

type Wrong = [title: string, options: Readonly<Record<string, unknown>>, fault: Fault];

const WRONG_OPTIONAL: Wrong[] = [
  ...[-0.1, 1.1, Number.NaN, "0.5", null].map(
    (dropout): Wrong => [
      `dropout ${dropout}`,
      { dropout },
      { code: "VALUE", key: "dropout.range", argument: "dropout" },
    ],
  ),
  ["qkvBias 1", { qkvBias: 1 }, { code: "VALUE", key: "option.boolean", argument: "qkvBias" }],
  ["dropoutMethod MKL", { dropoutMethod: "MKL" }, { code: "VALUE", key: "option.choice", argument: "dropoutMethod" }],
  ["a seed as generator", { generator: 5 }, { code: "VALUE", key: "option.generator", argument: "generator" }],
  ["null as generator", { generator: null }, { code: "VALUE", key: "option.generator", argument: "generator" }],
];

describe.each(LAYER_NAMES)("%s", (name) => {
  test("shows its options with their defaults", () => {
    const layer = makeLayer(name, requiredOf(name));
    const defaults = Object.fromEntries(OPTIONAL[name].map((option) => [option, DEFAULTS[option]]));
    expect({ ...layer }).toEqual({ ...requiredOf(name), ...defaults });
  });

  test("shows what it was given, even undefined", () => {
    const generator = new Generator(1);
    const given = { qkvBias: true, dropout: 0.25, dropoutMethod: "mkl", generator };
    const options = Object.fromEntries(OPTIONAL[name].map((option) => [option, given[option]]));
    expect(makeLayer(name, { ...requiredOf(name), ...options })).toMatchObject(options);
    const nothing = Object.fromEntries(OPTIONAL[name].map((option) => [option, undefined]));
    expect({ ...makeLayer(name, { ...requiredOf(name), ...nothing }) }).toEqual({
      ...makeLayer(name, requiredOf(name)),
    });
  });

  test("does not let them be assigned", () => {
    const layer = makeLayer(name, requiredOf(name));
    for (const option of REQUIRED[name]) expect(() => Object.assign(layer, { [option]: 9 })).toThrow(TypeError);
    expect(layer).toMatchObject(requiredOf(name));
  });

  const wrong: Wrong[] = [
    ...REQUIRED[name].flatMap((option): Wrong[] => [
      [`no ${option}`, { [option]: undefined }, { code: "VALUE", key: "option.missing", argument: option }],
      [`${option} NaN`, { [option]: Number.NaN }, { code: "VALUE", key: "size.integer", argument: option }],
      [`${option} 1.5`, { [option]: 1.5 }, { code: "VALUE", key: "size.integer", values: { value: 1.5 } }],
      [`${option} "3"`, { [option]: "3" }, { code: "VALUE", key: "size.integer" }],
      [`${option} 0`, { [option]: 0 }, { code: "VALUE", key: "size.positive", values: { value: 0 } }],
      [`${option} -1`, { [option]: -1 }, { code: "VALUE", key: "size.positive" }],
      [`${option} 2^32 + 3`, { [option]: 2 ** 32 + 3 }, { code: "VALUE", key: "size.limit" }],
    ]),
    ...WRONG_OPTIONAL.filter(([, , { argument }]) => OPTIONAL[name].some((option) => option === argument)),
    ["an unknown option", { num_head: 2 }, { code: "VALUE", key: "option.unknown", argument: "num_head" }],
  ];

  test.each(wrong)("refuses %s, draws nothing, and the next one is made", async (_, options, fault) => {
    manualSeed(5);
    const expected = rand(3);
    manualSeed(5);
    const Class = classOf(name);
    await expectFault(() => new Class({ ...requiredOf(name), ...options }), { ...fault, says: [`new ${name}`] });
    expectSameBits(rand(3), expected);
    expect(new Class(requiredOf(name))).toBeInstanceOf(Class);
  });
});

describe("layers that do not fit in memory", () => {
  test.each<[string, object, number]>([
    ["2^31 inputs", { dIn: 2 ** 31, dOut: 2, contextLength: 1, numHeads: 1 }, 2 ** 35],
    ["2^16 inputs and outputs", { dIn: 2 ** 16, dOut: 2 ** 16, contextLength: 1, numHeads: 1 }, 2 ** 35],
    ["2^30 heads", { dIn: 64, dOut: 2 ** 30, contextLength: 1, numHeads: 2 ** 30 }, 2 ** 38],
  ])("%s", async (_, options, least) => {
    for (const name of ["MultiHeadAttention", "MultiHeadAttentionWrapper"] as const) {
      manualSeed(5);
      const expected = rand(3);
      manualSeed(5);
      await expectFault(() => new (classOf(name))(options), { code: "OUT_OF_MEMORY", key: "memory", says: ["bytes"] });
      const { values } = (await faultOf(() => new (classOf(name))(options))) as AttentionError;
      expect(values.bytes).toBeGreaterThanOrEqual(least);
      expectSameBits(rand(3), expected);
    }
  });

  test("a long context costs nothing until its mask is asked for", async () => {
    const layer = new MultiHeadAttention({ dIn: 3, dOut: 2, contextLength: 2 ** 20, numHeads: 2 });
    expect(layer.forward([[1, 2, 3]]).shape).toEqual([1, 2]);
    await expectFault(() => layer.stateDict(), { code: "OUT_OF_MEMORY", key: "memory" });
    expect(layer.forward([[1, 2, 3]]).shape).toEqual([1, 2]);
  });
});

test("what is unknown is found before what is missing, and a disposed generator before either", async () => {
  const generator = new Generator(1);
  generator.dispose();
  const make = (options: object) => () => new (classOf("MultiHeadAttention"))(options);
  await expectFault(make({ dIm: 3, generator }), { code: "DISPOSED", key: "disposed", values: { name: "Generator" } });
  await expectFault(make({ dIm: 3 }), { code: "VALUE", key: "option.unknown", values: { nearest: "dIn" } });
});

test.each([undefined, null, 3, "options", [3, 2, 6, 0, 2]])("options may not be %j", (options) =>
  expectFault(() => new MultiHeadAttention(options as never), {
    code: "VALUE",
    key: "option.object",
    argument: "options",
  }),
);
