// Matrix: the plain record every picture draws, and how to cut one out of a tensor.

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** Row-major, rows * columns values. */
  readonly data: ArrayLike<number>;
}

export interface TensorLike {
  readonly data: ArrayLike<number>;
  readonly shape: readonly number[];
}

export function valueAt(matrix: Matrix, row: number, column: number): number {
  return matrix.data[row * matrix.columns + column] ?? Number.NaN;
}

/** The last two axes of a tensor at the given indices of its leading axes, e.g. (batch, head). */
export function matrixAt(tensor: TensorLike, ...leading: readonly number[]): Matrix {
  const rows = tensor.shape.at(-2) ?? 1;
  const columns = tensor.shape.at(-1) ?? 1;
  let offset = 0;
  leading.forEach((index, axis) => {
    offset = offset * (tensor.shape[axis] ?? 1) + index;
  });
  const start = offset * rows * columns;
  return { rows, columns, data: Array.prototype.slice.call(tensor.data, start, start + rows * columns) };
}

/** The largest finite magnitude among the values of some matrices, at least `floor`. */
export function largestMagnitude(matrices: readonly Matrix[], floor = 0): number {
  let largest = floor;
  for (const { data } of matrices) {
    for (let i = 0; i < data.length; i++) {
      const magnitude = Math.abs(data[i] ?? 0);
      if (Number.isFinite(magnitude) && magnitude > largest) largest = magnitude;
    }
  }
  return largest;
}
