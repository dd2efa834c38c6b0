// How far two outputs are apart.

/** @returns the largest difference, relative to the largest absolute value of `expected`; NaN where either is not finite */
export function largestError(got: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (got.length !== expected.length) {
    return Number.NaN;
  }
  let [difference, largest] = [0, 0];
  for (let index = 0; index < expected.length; index++) {
    const [a = Number.NaN, b = Number.NaN] = [got[index], expected[index]];
    // Math.max keeps a NaN.
    difference = Math.max(difference, Math.abs(a - b));
    largest = Math.max(largest, Math.abs(b));
  }
  return difference / largest;
}
