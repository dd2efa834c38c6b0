import { describe, expect, test } from "vitest";
import { nearestName, readChoice, readFlag, readOptions, readProbability, readSize } from "../../web/api/options.js";
import { expectFault, type Fault } from "./expect-error.js";

const NAMES = ["dIn", "dOut", "contextLength", "dropout", "numHeads", "qkvBias", "dropoutMethod", "generator"];

test.each([
  ["num_heads", "numHeads"],
  ["heads", "numHeads"],
  ["numheads", "numHeads"],
  ["d_in", "dIn"],
  ["d_out", "dOut"],
  ["DOut", "dOut"],
  ["context_length", "contextLength"],
  ["contextLen", "contextLength"],
  ["qkv_bias", "qkvBias"],
  ["bias", "qkvBias"],
  ["drop", "dropout"],
  ["dropout_method", "dropoutMethod"],
  ["rng", "dIn"],
])("the name nearest to %s is %s", (name, nearest) => {
  expect(nearestName(name, NAMES)).toBe(nearest);
});

describe("readOptions", () => {
  const read = (options: unknown, names = NAMES) => readOptions("new Layer", options, names);

  test("returns a copy", () => {
    const options = { dIn: 3 };
    const copy = read(options);
    options.dIn = 4;
    expect(copy).toEqual({ dIn: 3 });
  });

  test.each<[string, () => unknown, Fault]>([
    ["nothing", () => read(undefined), { code: "VALUE", key: "option.object", argument: "options" }],
    ["null", () => read(null), { code: "VALUE", key: "option.object" }],
    [
      "a number, as in PyTorch's order",
      () => read(3),
      { code: "VALUE", key: "option.object", says: ["{ dIn, dOut", "got 3"] },
    ],
    ["an array", () => read([3, 2]), { code: "VALUE", key: "option.object" }],
    [
      "a misspelt name",
      () => read({ dIn: 3, numHead: 2 }),
      {
        code: "VALUE",
        key: "option.unknown",
        argument: "numHead",
        values: { name: "numHead", nearest: "numHeads" },
        says: ["did you mean numHeads?"],
      },
    ],
    [
      "a name where there are none",
      () => read({ dIn: 3 }, []),
      { code: "VALUE", key: "option.unknown", values: { name: "dIn", nearest: "" } },
    ],
  ])("rejects %s", (_, call, fault) => expectFault(call, fault));
});

describe("readSize", () => {
  const read = (value: unknown) => readSize("new Layer", "dIn", value);

  test.each([1, 3, 2 ** 32 - 1])("takes %d", (value) => expect(read(value)).toBe(value));

  test.each<[unknown, Fault["key"]]>([
    [undefined, "option.missing"],
    [null, "size.integer"],
    ["3", "size.integer"],
    [3n, "size.integer"],
    [[3], "size.integer"],
    [true, "size.integer"],
    [Number.NaN, "size.integer"],
    [Infinity, "size.integer"],
    [2.5, "size.integer"],
    [2 ** 53, "size.integer"],
    [0, "size.positive"],
    [-0, "size.positive"],
    [-1, "size.positive"],
    [2 ** 32, "size.limit"],
  ])("rejects %s: %s", (value, key) =>
    expectFault(() => read(value), { code: "VALUE", key, argument: "dIn", says: ["new Layer", "dIn"] }),
  );
});

describe("readFlag", () => {
  const read = (value: unknown) => readFlag("new Layer", "qkvBias", value);

  test("is false by default", () => expect([read(undefined), read(true), read(false)]).toEqual([false, true, false]));

  test.each([null, 0, 1, "true", Number.NaN])("rejects %s", (value) =>
    expectFault(() => read(value), { code: "VALUE", key: "option.boolean", argument: "qkvBias" }),
  );
});

describe("readProbability", () => {
  const read = (value: unknown) => readProbability("new Layer", "dropout", value);

  test("is 0 by default", () => expect([read(undefined), read(0), read(0.5), read(1)]).toEqual([0, 0, 0.5, 1]));

  test.each([-0.1, 1.1, 50, -Infinity, Number.NaN, "0.5", null, true])("rejects %s", (value) =>
    expectFault(() => read(value), { code: "VALUE", key: "dropout.range", argument: "dropout" }),
  );
});

describe("readChoice", () => {
  const reader = readChoice("default", "mkl");
  const read = (value: unknown) => reader("new Layer", "dropoutMethod", value);

  test("is the first by default", () => expect([read(undefined), read("mkl")]).toEqual(["default", "mkl"]));

  test.each(["MKL", "", null, 0])("rejects %s", (value) =>
    expectFault(() => read(value), {
      code: "VALUE",
      key: "option.choice",
      argument: "dropoutMethod",
      says: ['"default", "mkl"'],
    }),
  );
});
