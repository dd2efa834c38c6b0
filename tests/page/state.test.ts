// State and hash: what is written comes back, what is broken harms nothing.
import { describe, expect, test } from "vitest";
import { MULTI_HEAD, WRAPPER } from "../../web/page/presets.js";
import { fromParams, INITIAL, isPreset, type State, toParams, withEdit, withPreset } from "../../web/page/state.js";

const read = (hash: string) => fromParams(new URLSearchParams(hash));

const EVERYTHING: State = {
  layer: "MultiHeadAttention",
  numHeads: 3,
  dOut: 6,
  contextLength: 8,
  qkvBias: true,
  dropout: 0.1,
  dropoutMethod: "mkl",
  seed: "-9223372036854775808",
  training: false,
  language: "zh",
  sample: 1,
  inputs: new Map([
    [0, -0.5],
    [35, 1e-7],
  ]),
  weights: new Map([
    ["W_query.weight", new Map([[2, 1e21]])],
    ["out_proj.bias", new Map([[0, Number.POSITIVE_INFINITY]])],
  ]),
};

describe("state <-> hash", () => {
  test.each([
    ["the article's wrapper", INITIAL],
    ["everything changed", EVERYTHING],
    ["settings that no layer takes", { ...INITIAL, numHeads: 2.5, dOut: -1, dropout: 7 }],
  ])("%s comes back", (_name, state) => {
    expect(read(String(toParams(state)))).toEqual(state);
  });

  test("an empty hash is the article's wrapper", () => expect(read("")).toEqual(INITIAL));

  test.each([
    "class=<img src=x onerror=alert(1)>&heads=many&d_out=NaN&context_length=Infinity&dropout=&seed=1e3&text=9&mode=maybe",
    "%E0%A4%A&&&===&x=_&w=.._1",
    "x=0&w=W_query.weight",
    "x=999999.5_1 36_2 x.-1_3&w=__proto__.0_1",
    "lang=fr&dropout_method=other&qkv_bias=yes&text=1.5",
  ])("a malformed hash is harmless: %s", (hash) => {
    expect(read(hash)).toEqual(INITIAL);
  });

  test("one broken field leaves the others alone", () => {
    expect(read("heads=lots&d_out=4&seed=7")).toEqual({ ...INITIAL, dOut: 4, seed: "7" });
  });
});

describe("presets and edits", () => {
  test("a preset puts everything back but language and text", () => {
    const state = withPreset(EVERYTHING, MULTI_HEAD);
    expect(state).toEqual({ ...INITIAL, ...MULTI_HEAD, language: "zh", sample: 1 });
    expect(isPreset(state, MULTI_HEAD)).toBe(true);
    expect(isPreset(state, WRAPPER)).toBe(false);
    expect(isPreset({ ...state, inputs: new Map([[0, 1]]) }, MULTI_HEAD)).toBe(false);
  });

  test("edits add up, the last value of a cell counts", () => {
    const once = withEdit(new Map(), "W_key.weight", 1, 0.5);
    const twice = withEdit(withEdit(once, "W_key.weight", 2, 1), "W_key.weight", 1, 0.25);
    expect(once).toEqual(new Map([["W_key.weight", new Map([[1, 0.5]])]]));
    expect(twice.get("W_key.weight")).toEqual(
      new Map([
        [1, 0.25],
        [2, 1],
      ]),
    );
  });
});
