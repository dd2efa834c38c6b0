// Where a text stops being JSON.
import { describe, expect, test } from "vitest";
import { brokenAt } from "../../web/formats/json-syntax.js";

describe("the first character that does not fit", () => {
  test.each([
    ["[1 2]", 3],
    ["[1, 2,]", 6],
    ["[1,, 2]", 3],
    ["[01]", 1],
    ["[1.]", 1],
    ["[.5]", 1],
    ["[+1]", 1],
    ["[1e]", 1],
    ["[NaN]", 1],
    ["[nul]", 1],
    ["[truely]", 1],
    ["['a']", 1],
    ['["\\x"]', 1],
    ['["a\nb"]', 1],
    ['{"a" 1}', 5],
    ['{"a": 1,}', 8],
    ["{a: 1}", 1],
    ["{1: 1}", 1],
    ['{"a": "b": 1}', 9],
    ['["a": 1]', 4],
    ["[1}", 2],
    ["{]", 1],
    ["[1] [2]", 4],
    ["1 1", 2],
    [" \n\t]", 3],
    ["tensor([[1]])", 0],
    ["[\u00a01]", 1],
  ])("%j at %i", (text, offset) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(brokenAt(text)).toBe(offset);
  });
});

test.each(["[", "[1", "[1,", "[[1], [2", '{"a"', '{"a":', '{"a": 1', "", "  "])("%j only breaks off", (text) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(brokenAt(text)).toBe(text.length);
});

test.each([
  "[1, -0.5e+10, 0, true, false, null]",
  '{"a": {"b": [{}], "": []}, "c": "d"}',
  '"\\u00e9\\"\\\\ \\n"',
  " [ ] ",
  "-1E5",
])("%j is not broken", (text) => {
  expect(() => JSON.parse(text)).not.toThrow();
  expect(brokenAt(text)).toBe(text.length);
});

test("megabytes of brackets, or of one string, are looked through", () => {
  expect(brokenAt("[".repeat(2_000_000))).toBe(2_000_000);
  expect(brokenAt(`["${"\\n".repeat(1_000_000)}" x]`)).toBe(2_000_004);
});
