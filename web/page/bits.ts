// Comparing float32 values by their bits.

function wordsOf({ buffer, byteOffset, length }: Float32Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length);
}

/** Which values of two equally long arrays have the same bits; 0 and -0 have not, NaN is NaN whatever it carries. */
export function sameBits(a: Float32Array, b: Float32Array): boolean[] {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  return Array.from(left, (word, index) => {
    return word === right[index] || (Number.isNaN(a[index]) && Number.isNaN(b[index]));
  });
}

/** How many values have the same bits. */
export function countSameBits(a: Float32Array, b: Float32Array): number {
  return sameBits(a, b).filter(Boolean).length;
}

/** For each row of two matrices of the same shape, whether all its bits are the same. */
export function rowsWithSameBits(a: Float32Array, b: Float32Array, columns: number): boolean[] {
  const same = sameBits(a, b);
  return Array.from({ length: same.length / columns }, (_, row) =>
    same.slice(row * columns, (row + 1) * columns).every(Boolean),
  );
}
