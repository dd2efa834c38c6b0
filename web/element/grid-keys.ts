// Which cell a key leads to in a grid: the arrow keys, Home and End, as the ARIA grid pattern has them.

/** Where a cell is in its grid. */
export interface Position {
  /** Counted from 0. */
  readonly row: number;
  /** Counted from 0. */
  readonly column: number;
}

/** The cell `key` leads to from `from`, kept inside the grid; undefined for any other key. */
export function stepInGrid(
  key: string,
  whole: boolean,
  from: Position,
  rows: number,
  columns: number,
): Position | undefined {
  const { row, column } = from;
  switch (key) {
    case "ArrowUp":
      return { row: Math.max(row - 1, 0), column };
    case "ArrowDown":
      return { row: Math.min(row + 1, rows - 1), column };
    case "ArrowLeft":
      return { row, column: Math.max(column - 1, 0) };
    case "ArrowRight":
      return { row, column: Math.min(column + 1, columns - 1) };
    case "Home":
      return { row: whole ? 0 : row, column: 0 };
    case "End":
      return { row: whole ? rows - 1 : row, column: columns - 1 };
    default:
      return undefined;
  }
}
