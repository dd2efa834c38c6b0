// Bits compared: signed zeros differ, NaNs do not, rows are the same only as a whole.
import { expect, test } from "vitest";
import { countSameBits, rowsWithSameBits, sameBits } from "../../web/page/bits.js";

const floats = (...values: number[]) => Float32Array.from(values);

test("equal numbers have equal bits, but for the sign of 0", () => {
  expect(sameBits(floats(1, 0, -0, 0.1, Infinity), floats(1, -0, -0, 0.1, Infinity))).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  expect(countSameBits(floats(0.1, 0.2), floats(0.1, Math.fround(0.2) + 2 ** -26))).toBe(1);
});

test("a NaN is a NaN, whatever it carries", () => {
  const other = new Float32Array(Uint32Array.of(0xffc00001, 0x7fc00000).buffer);
  expect(sameBits(floats(Number.NaN, Number.NaN), other)).toEqual([true, true]);
  expect(sameBits(floats(Number.NaN), floats(1))).toEqual([false]);
});

test("parts of a larger array", () => {
  const whole = floats(9, 1, 2, 3, 4);
  expect(sameBits(whole.subarray(1), floats(1, 2, 3, 4))).toEqual([true, true, true, true]);
});

test("a row is the same when all of it is", () => {
  expect(rowsWithSameBits(floats(1, 2, 3, 4), floats(1, 2, 3, 5), 2)).toEqual([true, false]);
  expect(rowsWithSameBits(floats(), floats(), 2)).toEqual([]);
});
