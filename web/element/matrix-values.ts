// A matrix as an author writes it in a tag: rows of numbers as JSON, labels as words.

import type { Matrix } from "./matrix.js";
import type { MatrixKind } from "./matrix-cells.js";

/** Labels as they are given: an array, its JSON, or words with white space between them. */
export function readLabels(labels: string | readonly string[] | null | undefined): readonly string[] {
  if (typeof labels !== "string") return labels ?? [];
  const plain = labels.trim();
  const array = plain.startsWith("[") ? parsed(plain) : undefined;
  if (Array.isArray(array)) return array.map(String);
  return plain === "" ? [] : plain.split(/\s+/);
}

/** What the values in an attribute come to; null where they make no matrix. */
export interface GivenMatrix {
  readonly matrix: Matrix;
  /** Nonzero where a cell is hidden; absent where none is. */
  readonly hidden: Matrix | undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isValue(value: unknown): value is number | null {
  return value === null || typeof value === "number";
}

/** Equally long rows of numbers and nulls. */
function isRows(rows: unknown): rows is readonly (readonly (number | null)[])[] {
  if (!Array.isArray(rows) || rows.length === 0) return false;
  const [first] = rows;
  return rows.every((row) => Array.isArray(row) && row.length > 0 && row.length === first.length && row.every(isValue));
}

/** @param values nested arrays, or their JSON; for a mask, what is not 0 is hidden */
export function readValues(values: unknown, kind: MatrixKind): GivenMatrix | null {
  const rows = typeof values === "string" ? parsed(values) : values;
  if (!isRows(rows)) return null;
  const size = { rows: rows.length, columns: rows[0]?.length ?? 0 };
  const flat = rows.flat();
  const isHidden = (value: number | null) => value === null || (kind === "mask" && value !== 0);
  const instead = kind === "signed" ? Number.NEGATIVE_INFINITY : kind === "mask" ? 1 : 0;
  return {
    matrix: { ...size, data: Float32Array.from(flat, (value) => value ?? instead) },
    hidden: flat.some(isHidden)
      ? { ...size, data: Float32Array.from(flat, (value) => Number(isHidden(value))) }
      : undefined,
  };
}
