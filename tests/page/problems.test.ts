// What is wrong, said beside the right control.
import { describe, expect, test } from "vitest";
import { AttentionError } from "../../web/api/index.js";
import { parseNumber } from "../../web/element/numbers.js";
import { type Drafts, problemBefore, problemOf, readField, say } from "../../web/element/scene/problems.js";
import { INITIAL } from "../../web/element/scene/state.js";
import { translator } from "../../web/page/i18n.js";

const FIELDS = ["numHeads", "dOut", "contextLength", "dropout", "seed"] as const;
const none: Drafts = new Map();

describe("problems", () => {
  test("the article's settings have none", () => expect(problemBefore(INITIAL, none, FIELDS)).toBeUndefined());

  test("text that is no value belongs to its control", () => {
    const problem = problemBefore(INITIAL, new Map([["seed", "1.5"]]), FIELDS);
    expect(problem).toEqual({ field: "seed", key: "problem.seed", values: { text: "1.5" } });
  });

  test("a control that the class does not have cannot be at fault", () => {
    expect(problemBefore({ ...INITIAL, numHeads: 99 }, new Map([["dropout", "x"]]), ["dOut"])).toBeUndefined();
  });

  test("layers too large to draw are refused before they are made", () => {
    expect(problemBefore({ ...INITIAL, numHeads: 9 }, none, FIELDS)).toMatchObject({
      field: "numHeads",
      values: { limit: 8 },
    });
    expect(problemBefore({ ...INITIAL, contextLength: 1e9 }, none, FIELDS)).toMatchObject({ field: "contextLength" });
  });

  test("the API's errors are said in both languages, beside the control", () => {
    const error = new AttentionError("VALUE", {
      argument: "d_out",
      key: "heads.not-divisible",
      message: "d_out must be divisible",
      values: { dOut: 2, numHeads: 3 },
    });
    const problem = problemOf(error);
    expect(problem.field).toBe("dOut");
    for (const language of ["en", "zh"] as const) {
      expect(say(problem, translator(language))).toMatch(/2.*3/);
      expect(say(problem, translator(language))).not.toContain("{{");
    }
  });

  test("an error without a sentence of ours brings its own; other faults are thrown on", () => {
    const error = new AttentionError("VALUE", { argument: "q", key: "never.heard", message: "Of it.", values: {} });
    expect(problemOf(error)).toEqual({ field: undefined, key: "problem.other", values: { message: "Of it." } });
    expect(() => problemOf(new TypeError("a fault of the page"))).toThrow("a fault of the page");
  });
});

test.each([
  ["numHeads", "3", { numHeads: 3 }],
  ["numHeads", "2.5", { numHeads: 2.5 }],
  ["dropout", "０．５", { dropout: 0.5 }],
  ["dropout", "inf", undefined],
  ["dOut", "two", undefined],
  ["seed", " −1 ", { seed: "-1" }],
  ["seed", "18446744073709551615", { seed: "18446744073709551615" }],
  ["seed", "12e3", undefined],
] as const)("%s typed as %j", (field, text, expected) => {
  expect(readField(field, text, parseNumber)).toEqual(expected);
});
