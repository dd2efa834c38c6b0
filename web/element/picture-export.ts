// The numbers of the heads drawn, as tables to be saved.

import type { ExportTable } from "./attention-export.js";
import type { HeadData } from "./attention-head.js";
import { headLetter } from "./heads.js";
import type { Translate } from "./i18n.js";
import type { Matrix } from "./matrix.js";

/** One head of those shown, by its place in the layer. */
export interface ShownHead {
  readonly index: number;
  readonly data: HeadData;
}

export function exportTables(t: Translate, heads: readonly ShownHead[], tokens: readonly string[]): ExportTable[] {
  const lettered = (index: number, matrix: Matrix) => ({ letter: headLetter(index), matrix });
  const table = (name: "weights" | "context" | "mask", columnLabels: readonly string[]): ExportTable => ({
    ...{ name, label: t(`heads.${name}`), rowLabels: tokens, columnLabels },
    heads: heads.flatMap(({ index, data: { [name]: matrix } }) => (matrix ? [lettered(index, matrix)] : [])),
  });
  const columns = heads[0]?.data.context.columns ?? 0;
  const numbered = Array.from({ length: columns }, (_, column) => String(column + 1));
  return [table("weights", tokens), table("context", numbered), table("mask", tokens)].filter(
    (one) => one.heads.length > 0,
  );
}
