// Puts the weights into the layouts that other libraries take.
import type { Weights } from "./peer.js";

/** @param matrix (rows, cols) @returns (cols, rows) */
export function transpose(matrix: Float32Array, rows: number, cols: number): Float32Array {
  const result = new Float32Array(matrix.length);
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      result[col * rows + row] = matrix[row * cols + col] ?? Number.NaN;
    }
  }
  return result;
}

/** @returns the three projections side by side, as the right-hand side of x w: (dIn, 3 dOut) */
export function queryKeyValue({ query, key, value }: Weights, dIn: number, dOut: number): Float32Array {
  const stacked = new Float32Array(3 * dOut * dIn);
  for (const [index, matrix] of [query, key, value].entries()) {
    stacked.set(matrix, index * dOut * dIn);
  }
  return transpose(stacked, 3 * dOut, dIn);
}
