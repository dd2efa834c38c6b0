// Heads' matrices side by side, as merging the heads and the one large projection have them.

import { type Matrix, valueAt } from "./matrix.js";

/** One matrix of (rows, columns of all): each row the first head's numbers, then the second's, and so on. */
export function sideBySide(heads: readonly Matrix[]): Matrix {
  const rows = heads[0]?.rows ?? 0;
  const data = Array.from({ length: rows }, (_, row) =>
    heads.map((matrix) => Array.from({ length: matrix.columns }, (_value, column) => valueAt(matrix, row, column))),
  ).flat(2);
  return { rows, columns: heads.reduce((sum, { columns }) => sum + columns, 0), data };
}
