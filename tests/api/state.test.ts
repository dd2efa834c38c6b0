// stateDict and loadStateDict: names, order, all or nothing.
import { beforeAll, describe, expect, test } from "vitest";
import init, { MultiHeadAttention, manualSeed, SelfAttentionV1, type StateDict, tensor } from "../../web/api/index.js";
import { expectFault, type Fault } from "./expect-error.js";
import { LAYER_NAMES, type LayerName, makeSmall, stageOf } from "./golden.js";

beforeAll(() => init());

describe.each(LAYER_NAMES.filter((name) => name !== "SimplifiedSelfAttention"))("%s", (name) => {
  const keyOf = () => Object.keys(makeSmall(name).stateDict()).find((key) => key.includes("W_query")) ?? "";

  test("loads all or nothing", async () => {
    manualSeed(1);
    const layer = makeSmall(name);
    const before = layer.stateDict();
    const other = makeSmall(name).stateDict();
    const key = keyOf();
    const last = Object.keys(before).at(-1) ?? "";
    const faults: [StateDict | object, Fault][] = [
      [
        { ...other, [last]: tensor([[1, 2, 3, 4]]) },
        { code: "SHAPE", key: "state.shape", values: { name: last, got: [1, 4] }, says: [last, "(1, 4)"] },
      ],
      [
        { ...other, extra: [1] },
        { code: "VALUE", key: "state.unexpected", values: { keys: ["extra"] }, says: ["extra"] },
      ],
      [{ [key]: stageOf(other, key) }, { code: "VALUE", key: "state.missing", says: [last] }],
      [
        { ...other, [last]: "weights" },
        { code: "VALUE", key: "tensor.type", argument: `stateDict["${last}"]` },
      ],
      [
        { ...other, [last]: [[1], [2, 3]] },
        { code: "SHAPE", key: "tensor.ragged", argument: `stateDict["${last}"]` },
      ],
      [{}, { code: "VALUE", key: "state.missing" }],
      [[], { code: "VALUE", key: "state.object", argument: "stateDict" }],
      [new Map(Object.entries(other)), { code: "VALUE", key: "state.object" }],
    ];
    for (const [state, fault] of faults) {
      await expectFault(() => layer.loadStateDict(state as StateDict), {
        ...fault,
        says: [`${name}.loadStateDict`, ...(fault.says ?? [])],
      });
      expect(layer.stateDict()).toEqual(before);
    }
  });

  test("passes over missing and unexpected keys where asked to, but not over shapes", async () => {
    const layer = makeSmall(name);
    const before = layer.stateDict();
    const key = keyOf();
    const value = tensor(new Float32Array(stageOf(before, key).data.length).fill(0.5), stageOf(before, key).shape);
    const result = layer.loadStateDict({ [key]: value, zebra: [1], [`${key}x`]: [2] }, { strict: false });
    expect(result.missingKeys).toEqual(Object.keys(before).filter((candidate) => candidate !== key));
    expect(result.unexpectedKeys).toEqual(["zebra", `${key}x`]);
    expect(layer.stateDict()).toEqual({ ...before, [key]: value });
    const wrong = { [key]: tensor(value, [value.data.length]) };
    await expectFault(() => layer.loadStateDict(wrong, { strict: false }), { code: "SHAPE", key: "state.shape" });
  });

  test.each<[unknown, Fault]>([
    [{ strict: "no" }, { code: "VALUE", key: "option.boolean", argument: "strict" }],
    [{ strickt: false }, { code: "VALUE", key: "option.unknown", values: { nearest: "strict" } }],
    [false, { code: "VALUE", key: "option.object" }],
  ])("refuses the options %j", (options, fault) => {
    const layer = makeSmall(name);
    return expectFault(() => layer.loadStateDict(layer.stateDict(), options as never), fault);
  });

  test("hints at a transposed weight", async () => {
    const key = keyOf();
    const { shape, data } = stageOf(makeSmall(name).stateDict(), key);
    const transposed = { ...makeSmall(name).stateDict(), [key]: tensor(data, [...shape].reverse()) };
    await expectFault(() => makeSmall(name).loadStateDict(transposed), {
      code: "SHAPE",
      key: "state.shape",
      says: ["transposed"],
    });
  });
});

describe("stateDict has PyTorch's keys in PyTorch's order", () => {
  const linear = (prefix: string, bias: boolean) =>
    ["W_query", "W_key", "W_value"].flatMap((key) => [
      `${prefix}${key}.weight`,
      ...(bias ? [`${prefix}${key}.bias`] : []),
    ]);
  const expected: [LayerName, boolean, string[]][] = [
    ["SelfAttentionV2", false, linear("", false)],
    ["SelfAttentionV2", true, linear("", true)],
    ["CausalAttention", true, ["mask", ...linear("", true)]],
    ["MultiHeadAttentionWrapper", true, [0, 1].flatMap((h) => [`heads.${h}.mask`, ...linear(`heads.${h}.`, true)])],
    ["MultiHeadAttention", false, ["mask", ...linear("", false), "out_proj.weight", "out_proj.bias"]],
    ["MultiHeadAttention", true, ["mask", ...linear("", true), "out_proj.weight", "out_proj.bias"]],
  ];

  test.each(expected)("%s, bias %s", (name, bias, keys) => {
    expect(Object.keys(makeSmall(name, { qkv_bias: bias }).stateDict())).toEqual(keys);
  });

  test("and their shapes", () => {
    const state = new MultiHeadAttention({ dIn: 3, dOut: 4, contextLength: 6, numHeads: 2, qkvBias: true }).stateDict();
    expect(Object.fromEntries(Object.entries(state).map(([key, { shape }]) => [key, shape]))).toMatchObject({
      mask: [6, 6],
      "W_query.weight": [4, 3],
      "W_query.bias": [4],
      "out_proj.weight": [4, 4],
      "out_proj.bias": [4],
    });
    expect(new SelfAttentionV1({ dIn: 3, dOut: 4 }).stateDict().W_query?.shape).toEqual([3, 4]);
  });
});
