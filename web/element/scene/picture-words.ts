// What pictures say, in the reader's language.

import type { ExportWords } from "../attention-export.js";
import type { HeadWords } from "../attention-head.js";
import type { HeadSelectWords } from "../attention-head-select.js";
import type { Cell, MatrixWords } from "../attention-matrix.js";
import type { ValuesWords } from "../attention-values.js";
import type { Translate } from "../i18n.js";
import type { LinesWords } from "../lines-words.js";
import { exact } from "../numbers.js";

/** The number a cell shows, and every digit of it where it is rounded. */
export function valueInWords({ text, value }: Cell): string {
  const all = exact(value);
  return text === all ? all : `${text} (${all})`;
}

export function weightInWords(t: Translate, cell: Cell, query: string, key: string): string {
  if (cell.state === "hidden") return t("cell.weightHidden", { query, key });
  if (cell.state === "dropped") return t("cell.weightDropped", { query, key });
  return t("cell.weight", { query, key, value: valueInWords(cell) });
}

export function matrixWords(t: Translate): MatrixWords {
  return {
    same: t("pictures.same"),
    changed: t("pictures.changed"),
    pinned: (cell) => t("pictures.pinned", { cell }),
    unpinned: t("pictures.unpinned"),
  };
}

export function valuesWords(t: Translate): ValuesWords {
  return {
    hidden: t("pictures.hidden"),
    dropped: t("pictures.dropped"),
    visible: t("pictures.visible"),
    cut: (rows, columns, allRows, allColumns) => t("pictures.cut", { rows, columns, allRows, allColumns }),
  };
}

export function linesWords(t: Translate): LinesWords {
  return {
    label: t("pictures.lines"),
    queries: t("pictures.queries"),
    keys: t("pictures.keys"),
    describe: ({ side, token, lines, more, severalHeads }) => {
      const ends = lines.map(({ letter, other, text }) =>
        t(severalHeads ? "pictures.endOfHead" : "pictures.end", { letter, other, text }),
      );
      if (more > 0) ends.push(t("pictures.more", { more }));
      const list = ends.length === 0 ? t("pictures.nothing") : ends.join(t("pictures.comma"));
      return t(side === "query" ? "pictures.looks" : "pictures.lookedAt", { token, list });
    },
    pinned: (token) => t("pictures.pinned", { cell: token }),
    unpinned: t("pictures.unpinned"),
    strongest: (drawn, all) => t("pictures.strongest", { drawn, all }),
    tooMany: (tokens, limit) => t("pictures.tooMany", { tokens, limit }),
  };
}

export function selectWords(t: Translate): HeadSelectWords {
  return {
    label: t("pictures.heads"),
    all: t("pictures.all"),
    head: (letter) => t("heads.head", { letter }),
    keys: t("pictures.digitKeys"),
  };
}

export function exportWords(t: Translate): ExportWords {
  return {
    label: t("pictures.save"),
    save: (format) => t("pictures.saveAs", { format }),
    table: t("pictures.numbers"),
    saved: (file) => t("pictures.saved", { file }),
    failed: t("pictures.notSaved"),
  };
}

export function headWords(t: Translate, letter: string, dropping: boolean): HeadWords {
  return {
    head: t("heads.head", { letter }),
    mask: t("heads.mask"),
    weights: t(dropping ? "heads.weightsDropped" : "heads.weights"),
    context: t("heads.context"),
    query: t("axis.query"),
    key: t("axis.key"),
    token: t("axis.token"),
    value: t("axis.value"),
    maskCell: (cell, query, key) => t(cell.state === "hidden" ? "cell.masked" : "cell.visible", { query, key }),
    weightCell: (cell, query, key) => weightInWords(t, cell, query, key),
    contextCell: (cell, token) => t("cell.context", { token, column: cell.column + 1, value: valueInWords(cell) }),
    pictures: matrixWords(t),
    tables: valuesWords(t),
  };
}
