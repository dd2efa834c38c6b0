// Cutting matrices out of tensors.
import { expect, test } from "vitest";
import { largestMagnitude, matrixAt, valueAt } from "../../web/element/matrix.js";

const tensor = { shape: [2, 2, 2, 3], data: Array.from({ length: 24 }, (_, i) => i) };

test("matrixAt cuts out the last two axes", () => {
  expect(matrixAt(tensor, 1, 0)).toEqual({ rows: 2, columns: 3, data: [12, 13, 14, 15, 16, 17] });
  expect(matrixAt({ shape: [2, 2], data: [1, 2, 3, 4] })).toEqual({ rows: 2, columns: 2, data: [1, 2, 3, 4] });
});

test("valueAt reads row by row", () => {
  expect(valueAt(matrixAt(tensor, 0, 1), 1, 2)).toBe(11);
  expect(valueAt(matrixAt(tensor, 0, 1), 5, 0)).toBeNaN();
});

test("largestMagnitude ignores what is not finite", () => {
  const matrix = { rows: 1, columns: 4, data: [-3, Number.NaN, Number.POSITIVE_INFINITY, 2] };
  expect(largestMagnitude([matrix])).toBe(3);
  expect(largestMagnitude([matrix], 5)).toBe(5);
  expect(largestMagnitude([])).toBe(0);
});
