// How numbers are written and read.
import { describe, expect, test } from "vitest";
import { brief, exact, fixed, parseNumber, shortest } from "../../web/element/numbers.js";

describe("parseNumber", () => {
  test.each([
    ["0.5", 0.5],
    [" -3 ", -3],
    ["+.25", 0.25],
    ["7.", 7],
    ["1e-3", 1e-3],
    ["−0.4519", -0.4519],
    ["－１．５", -1.5],
    ["inf", Number.POSITIVE_INFINITY],
    ["-inf", Number.NEGATIVE_INFINITY],
    ["NaN", Number.NaN],
  ])("%s", (text, value) => expect(parseNumber(text)).toBe(value));

  test.each(["", " ", "abc", "1,5", "0x10", "1e", "--1", "1 2", "."])("refuses %j", (text) =>
    expect(parseNumber(text)).toBeUndefined(),
  );
});

describe("writing", () => {
  test("the shortest text reads back to the same float32", () => {
    for (let i = 0; i < 2000; i++) {
      const value = Math.fround((Math.sin(i * 12.9898) * 43758.5453) % 10 ** ((i % 12) - 6));
      expect(Math.fround(Number(shortest(value)))).toBe(value);
    }
    expect(shortest(Math.fround(0.1))).toBe("0.1");
    expect(shortest(Number.NEGATIVE_INFINITY)).toBe("-inf");
    expect(shortest(Number.NaN)).toBe("nan");
  });

  test("pictures use a true minus sign", () => {
    expect(fixed(-0.4519, 4)).toBe("−0.4519");
    expect(fixed(123456, 2)).toBe("1.2e+5");
    expect(fixed(Number.NEGATIVE_INFINITY, 2)).toBe("−inf");
    expect(exact(Math.fround(-0.1))).toBe("−0.1");
  });

  test("a table cell is exact where that is short", () => {
    expect(brief(Math.fround(0.43))).toBe("0.43");
    expect(brief(Math.fround(-0.2354296446))).toBe("−0.2354");
    expect(brief(12345678)).toBe("1.2e+7");
  });
});
