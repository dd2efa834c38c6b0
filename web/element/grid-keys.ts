// Which cell a key leads to in a grid: the arrow keys, Home and End, as the ARIA grid pattern has them.

export interface Position {
  readonly row: number;
  readonly column: number;
}

/** The cell `key` leads to from `from`, kept inside the grid; undefined for any other key. */
export function stepInGrid(key: string, whole: boolean, from: Position, rows: number, columns: number) {
  const last = { row: rows - 1, column: columns - 1 };
  const steps: Record<string, Position> = {
    ArrowUp: { row: Math.max(from.row - 1, 0), column: from.column },
    ArrowDown: { row: Math.min(from.row + 1, last.row), column: from.column },
    ArrowLeft: { row: from.row, column: Math.max(from.column - 1, 0) },
    ArrowRight: { row: from.row, column: Math.min(from.column + 1, last.column) },
    Home: { row: whole ? 0 : from.row, column: 0 },
    End: { row: whole ? last.row : from.row, column: last.column },
  };
  return steps[key];
}
