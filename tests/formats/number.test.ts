// Numbers as text.
import { describe, expect, test } from "vitest";
import { readNumber, writeNumber } from "../../web/formats/number.js";
import { AWKWARD, expectSameBits, manyFloats } from "./support.js";

describe("writeNumber", () => {
  test.each([
    [0.1, "0.1"],
    [Math.fround(0.1), "0.1"],
    [Math.fround(1 / 3), "0.33333334"],
    [1e-45, "1e-45"],
    [3.4028235e38, "3.4028235e+38"],
    [-0, "-0"],
    [0, "0"],
    [100, "100"],
    [16777216, "16777216"],
    [Number.NaN, "nan"],
    [Number.POSITIVE_INFINITY, "inf"],
    [-1e39, "-inf"],
  ])("%s as %j", (value, text) => expect(writeNumber(value)).toBe(text));

  test("whatever the bits, the digits read back to them, and no fewer would", () => {
    for (const value of manyFloats(20_000)) {
      const text = writeNumber(value);
      const back = readNumber(text);
      if (!Object.is(Math.fround(back ?? 0), value)) throw new Error(`${value} came back from ${text} as ${back}`);
      const digits = text
        .replace(/e.*/, "")
        .replace(/\D/g, "")
        .replace(/^0+|0+$/g, "").length;
      if (digits > 1 && Number.isFinite(value) && Math.fround(Number(value.toPrecision(digits - 1))) === value) {
        throw new Error(`${text} is longer than it must be`);
      }
    }
  });

  test("awkward values read back", () => {
    expectSameBits(
      Float32Array.from(AWKWARD, (value) => readNumber(writeNumber(value)) ?? 0),
      AWKWARD,
    );
  });
});

describe("readNumber", () => {
  test.each([
    ["1", 1],
    [" 1. ", 1],
    [".5", 0.5],
    ["+2e-3", 0.002],
    ["-0", -0],
    ["\u22121.5", -1.5],
    ["０．５", 0.5],
    ["NaN", Number.NaN],
    ["-inf", Number.NEGATIVE_INFINITY],
    ["+Infinity", Number.POSITIVE_INFINITY],
  ])("%j is %d", (text, value) => expect(readNumber(text)).toBe(value));

  test.each(["", " ", "1,5", "1 2", "0x10", "1_000", "e5", ".", "-", "--1", "infinite", "1e", "一", "null"])(
    "%j is none",
    (text) => expect(readNumber(text)).toBeUndefined(),
  );
});
