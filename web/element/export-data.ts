// The numbers of pictures as CSV and JSON, every one with the digits that read back to the same float32.

import { writeCsv } from "../formats/csv.js";
import { writeJson } from "../formats/json.js";
import type { NamedTensor } from "../formats/tensor.js";
import type { About } from "./export-svg.js";
import type { Matrix } from "./matrix.js";

/** The same picture of some heads: matrices of the same size. */
export interface ExportTable {
  /** Part of the file's name, and the key in JSON: weights, context. */
  readonly name: string;
  /** What the reader chooses it by. */
  readonly label: string;
  /** Per head its letter and its numbers; a single head needs no letter. */
  readonly heads: readonly { readonly letter?: string; readonly matrix: Matrix }[];
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
}

function tensorOf({ rows, columns, data }: Matrix, tokens: readonly string[]): NamedTensor {
  return { data: Float32Array.from(data), shape: [rows, columns], tokens };
}

/** One table: the rows of the heads below each other, each named by its head's letter and its token. */
export function csvOf({ heads, rowLabels, columnLabels }: ExportTable): string {
  const columns = heads[0]?.matrix.columns ?? 0;
  const rows = heads.reduce((sum, { matrix }) => sum + matrix.rows, 0);
  const data = heads.flatMap(({ matrix }) => Array.from(matrix.data));
  const names = heads.flatMap(({ letter, matrix }) =>
    Array.from({ length: matrix.rows }, (_, row) => [letter ?? "", rowLabels[row] ?? row + 1].join(" ").trim()),
  );
  return writeCsv(tensorOf({ rows, columns, data }, names), columnLabels);
}

/** All tables: by name, by head's letter, as `{ tokens, shape, data }`. */
export function jsonOf(tables: readonly ExportTable[], { title, description }: About): string {
  const members = tables.map(({ name, heads, rowLabels }) => {
    const all = heads.map(({ letter, matrix }) => {
      return `${JSON.stringify(letter ?? "A")}:${writeJson(tensorOf(matrix, rowLabels.slice(0, matrix.rows)))}`;
    });
    return `${JSON.stringify(name)}:{${all.join(",")}}`;
  });
  const about = `"title":${JSON.stringify(title)},"description":${JSON.stringify(description)}`;
  return `{${[about, ...members].join(",")}}\n`;
}
