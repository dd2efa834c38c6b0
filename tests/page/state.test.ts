// State and hash: what is written comes back, what is broken harms nothing.
import { describe, expect, test } from "vitest";
import { MULTI_HEAD, WRAPPER } from "../../web/element/scene/presets.js";
import {
  fromParams,
  INITIAL,
  isPreset,
  type State,
  toParams,
  withEdit,
  withPreset,
} from "../../web/element/scene/state.js";

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
  source: {
    kind: "own",
    x: { data: Float32Array.of(1, -0.5, 1e-7, Number.NaN), shape: [2, 2] },
    words: ["a b", "<i>"],
  },
  dIn: 2,
  masked: false,
  view: "lines",
  shown: new Set([0, 2]),
  threshold: 0.25,
  pin: { head: 1, panel: "context", row: 0, column: 3 },
  hidden: new Set(["output", "story"]),
  marks: new Map([["split.step", "view"]]),
  ownWeights: new Map([["W_query.weight", { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2] }]]),
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
  test.each<[string, State]>([
    ["the article's wrapper", INITIAL],
    ["everything changed", EVERYTHING],
    ["text of one's own", { ...INITIAL, source: { kind: "text", text: "one & two\n千里 之行 #=%" }, dIn: 4 }],
    ["a random batch", { ...INITIAL, source: { kind: "random", batch: 3, tokens: 9 } }],
    ["settings that no layer takes", { ...INITIAL, numHeads: 2.5, dOut: -1, dropout: 7 }],
  ])("%s comes back", (_name, state) => {
    expect(read(String(toParams(state)))).toEqual(state);
  });

  test("embeddings too large for a link are missed, not guessed", () => {
    const x = { data: new Float32Array(10_000), shape: [100, 100] };
    expect(read(String(toParams({ ...INITIAL, source: { kind: "own", x } }))).source).toEqual({ kind: "missing" });
  });

  test("an empty hash is the article's wrapper", () => expect(read("")).toEqual(INITIAL));

  test.each([
    "class=<img src=x onerror=alert(1)>&heads=many&d_out=NaN&context_length=Infinity&dropout=&seed=1e3&text=0&mode=maybe",
    "%E0%A4%A&&&===&x=_&w=.._1",
    "x=0&w=W_query.weight",
    "x=999999.5_1 36_2 x.-1_3&w=__proto__.0_1",
    "lang=fr&dropout_method=other&qkv_bias=yes&text=1.5",
    "from=own&own=2x2.AAAA",
    "from=own&own=2x999999x999999.&words=[1]",
    "from=own&own=4.AAAAAAAAAAAAAAAAAAAAAA",
    "from=text&words=%20",
    "view=3d&show=0 x -1&threshold=7&pin=weights 1 2&hide=everything&m.x=1&m.__proto__.y=2&own_w=",
  ])("a malformed hash is harmless: %s", (hash) => {
    expect(read(hash)).toEqual(INITIAL);
  });

  test("one broken field leaves the others alone", () => {
    expect(read("heads=lots&d_out=4&seed=7")).toEqual({ ...INITIAL, dOut: 4, seed: "7" });
  });
});

describe("presets and edits", () => {
  test("a preset puts everything back but language and looks", () => {
    const state = withPreset(EVERYTHING, MULTI_HEAD);
    const { view, threshold, hidden, marks } = EVERYTHING;
    expect(state).toEqual({ ...INITIAL, ...MULTI_HEAD, language: "zh", view, threshold, hidden, marks });
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
