// What a matrix says whose numbers an author wrote into a tag, in the language around it.

import { html, type TemplateResult } from "lit";
import { LANG, type Language, type Translate, translator } from "./i18n.js";
import { languageOf } from "./language.js";
import type { Cell } from "./matrix-cells.js";
import { readLabels } from "./matrix-values.js";
import type { MatrixWords } from "./matrix-view.js";
import type { AttentionMatrixElement } from "./public.js";
import { matrixWords, valueInWords, weightInWords } from "./scene/picture-words.js";

/** What a picture says that nobody gave words to, in the language around it. */
export interface GivenWords {
  readonly label: string;
  /** In place of a picture that the values do not make. */
  readonly problem: TemplateResult;
  readonly words: MatrixWords;
  readonly describe: (cell: Cell) => string;
}

type Labelled = Pick<AttentionMatrixElement, "kind" | "rowLabels" | "columnLabels">;

function inWords(t: Translate, { kind, rowLabels, columnLabels }: Labelled, cell: Cell): string {
  const row = readLabels(rowLabels)[cell.row] ?? String(cell.row + 1);
  const column = readLabels(columnLabels)[cell.column] ?? String(cell.column + 1);
  if (kind === "mask") return t(cell.state === "hidden" ? "cell.masked" : "cell.visible", { query: row, key: column });
  if (kind === "weights") return weightInWords(t, cell, row, column);
  const value = cell.state === "hidden" ? cell.text : valueInWords(cell);
  return t("cell.pair", { row, column, value });
}

export function givenWords(element: Element & Labelled): GivenWords {
  const language: Language = languageOf(element);
  const t = translator(language);
  const { kind } = element;
  return {
    label: t(kind === "mask" ? "heads.mask" : kind === "weights" ? "heads.weights" : "pictures.matrix"),
    problem: html`<p class="problem" part="problem" role="alert" lang=${LANG[language]}>${t("problem.values")}</p><slot></slot>`,
    words: matrixWords(t),
    describe: (cell) => inWords(t, element, cell),
  };
}
