// The pictures of the first chapters: matrices with their captions, one row of them followed and written out.

import { html, nothing, type TemplateResult } from "lit";
import { type Cell, type CellPinEvent, headroomFor, type MatrixKind } from "../../element/attention-matrix.js";
import type { SumWords, Term } from "../../element/attention-sum.js";
import { largestMagnitude, type Matrix, type TensorLike, valueAt } from "../../element/matrix.js";
import { matrixWords, valueInWords, weightInWords } from "../../element/scene/picture-words.js";
import type { Translate } from "../i18n.js";
import type { Figure } from "./figure.js";
import { chapterTitle } from "./story.js";

export type Stage =
  | "x"
  | "queries"
  | "keys"
  | "values"
  | "scores"
  | "scaled"
  | "masked"
  | "weights"
  | "dropoutMask"
  | "droppedWeights"
  | "context";

export interface Picture {
  readonly stage: Stage;
  /** How the article's code writes it. */
  readonly code: string;
  readonly matrix: Matrix;
  readonly kind: MatrixKind;
  readonly limit: number;
  readonly columns?: readonly string[];
  readonly hidden?: Matrix | undefined;
  readonly kept?: Matrix | undefined;
  /** Told apart from the same stage elsewhere in the chapter: a head, a build. */
  readonly of?: string;
  /** The key looked at, beside the query followed. */
  readonly key?: { readonly mark: string; readonly index: number };
  /** Whether its rows are queries, of which one is followed. */
  readonly followed?: boolean;
}

export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

/** One colour scale for all signed pictures of a figure. */
export function signedLimit(stages: readonly (TensorLike | Matrix)[]): number {
  return largestMagnitude(stages.map(({ data }) => ({ rows: 1, columns: data.length, data }))) || 1;
}

function describer({ model: { t }, story: { words } }: Figure, picture: Picture): (cell: Cell) => string {
  const name = t(`simplified.stage.${picture.stage}`);
  const token = (cell: Cell) => words[cell.row] ?? "";
  const isSquare = picture.columns === undefined;
  const key = (cell: Cell) => words[cell.column] ?? "";
  if (!isSquare) {
    return (cell) =>
      t("simplified.cell.value", { token: token(cell), name, column: cell.column + 1, value: valueInWords(cell) });
  }
  if (picture.stage === "masked")
    return (cell) => t(cell.state === "hidden" ? "cell.masked" : "cell.visible", pair(cell));
  if (picture.stage === "dropoutMask") {
    return (cell) => t(cell.state === "dropped" ? "simplified.cell.dropped" : "simplified.cell.kept", pair(cell));
  }
  if (picture.kind === "weights") return (cell) => weightInWords(t, cell, token(cell), key(cell));
  return (cell) =>
    cell.state === "hidden"
      ? t("cell.masked", pair(cell))
      : t("simplified.cell.score", { ...pair(cell), name, value: valueInWords(cell) });

  function pair(cell: Cell): { query: string; key: string } {
    return { query: token(cell), key: key(cell) };
  }
}

export function pictureView(figure: Figure, picture: Picture): TemplateResult {
  const { model, app, chapter, story, token } = figure;
  const { t } = model;
  const { stage, matrix, kind, columns, key, followed = true } = picture;
  const name = t(`simplified.stage.${stage}`);
  const label = `${picture.of ? `${picture.of}, ` : ""}${name} (${t(chapterTitle(chapter))})`;
  /** A row takes the place of a pin: it is what the figure keeps. */
  const choose = (event: CellPinEvent) => {
    event.preventDefault();
    if (!event.detail) return;
    app.mark(`${chapter}.token`, String(event.detail.row + 1));
    if (key) app.mark(key.mark, String(event.detail.column + 1));
  };
  return html`<figure class="picture" data-stage=${stage} @cell-pin=${followed ? choose : nothing}>
    <figcaption>${name} <code>${picture.code}</code><span class="shape">${matrix.rows} × ${matrix.columns}</span></figcaption>
    <attention-matrix .kind=${kind} .label=${label} .matrix=${matrix} .limit=${picture.limit}
      .hiddenCells=${picture.hidden} .keptCells=${picture.kept} .decimals=${columns ? 4 : 2}
      .rowAxis=${t(columns ? "axis.token" : "axis.query")} .columnAxis=${t(columns ? "axis.value" : "axis.key")}
      .words=${matrixWords(t)} .rowLabels=${story.words} .columnLabels=${columns ?? story.words} .headroom=${headroomFor(story.words)}
      .describe=${describer(figure, picture)} .activeRow=${followed ? token : undefined}
      .pinned=${key ? { row: token, column: key.index } : undefined}></attention-matrix>
  </figure>`;
}

/** A matrix that embeddings are multiplied by, (d_in, d_out). */
export function matrixView(
  { model: { t }, chapter }: Figure,
  name: string,
  matrix: Matrix,
  limit: number,
): TemplateResult {
  const describe = (cell: Cell) =>
    t("simplified.cell.matrix", { name, row: cell.row + 1, column: cell.column + 1, value: valueInWords(cell) });
  return html`<figure class="picture" data-stage="matrix">
    <figcaption><code>${name}</code><span class="shape">${matrix.rows} × ${matrix.columns}</span></figcaption>
    <attention-matrix kind="signed" .label=${`${name} (${t(chapterTitle(chapter))})`} .matrix=${matrix} .limit=${limit} .decimals=${4}
      .rowLabels=${numbered(matrix.rows)} .columnLabels=${numbered(matrix.columns)} .rowAxis=${"d_in ↓"} .columnAxis=${"d_out →"}
      .words=${matrixWords(t)} .describe=${describe}></attention-matrix>
  </figure>`;
}

/** What lies at the deep ends of a figure's colour scales; a figure without scores or weights has no scale for them. */
export interface Limits {
  readonly scores?: number;
  readonly weights?: number;
  readonly values: number;
}

export function scalesView({ model: { t } }: Figure, { scores, weights, values }: Limits): TemplateResult {
  const scale = (kind: "signed" | "weights", label: string, limit: number | undefined) =>
    limit === undefined
      ? nothing
      : html`<attention-scale .kind=${kind} .label=${label} .limit=${limit}></attention-scale>`;
  return html`<div class="scales">${scale("signed", t("simplified.stage.scores"), scores)}
    ${scale("weights", t("legend.weights"), weights)} ${scale("signed", t("simplified.signed"), values)}</div>`;
}

function sumWords(t: Translate): SumWords {
  return {
    key: t("simplified.key"),
    score: t("simplified.stage.scores"),
    scaled: t("simplified.stage.scaled"),
    weight: t("simplified.stage.weights"),
    value: t("simplified.stage.values"),
    context: t("simplified.stage.context"),
    hidden: t("simplified.hidden"),
    dropped: t("simplified.dropped"),
  };
}

/** The stages that one query's row is written out from. */
export interface RowStages {
  readonly scores: Matrix;
  readonly scaled?: Matrix;
  readonly weights: Matrix;
  readonly values: Matrix;
  readonly context: Matrix;
  readonly hidden?: Matrix;
  readonly kept?: Matrix;
}

function rowAt({ columns, data }: Matrix, row: number): number[] {
  return Array.from({ length: columns }, (_, column) => data[row * columns + column] ?? Number.NaN);
}

/**
 * The followed query's row, as a sum of weighted values.
 *
 * @param of tells it from other rows of the chapter
 */
export function sumView(
  figure: Figure,
  stages: RowStages,
  { scores = 1, weights = 1, values }: Limits,
  of = "",
): TemplateResult {
  const { model, chapter, story, token } = figure;
  const { t } = model;
  const { scaled, hidden, kept } = stages;
  const terms = story.words.map((label, key): Term => {
    const at = (matrix: Matrix) => valueAt(matrix, token, key);
    const state = hidden && at(hidden) !== 0 ? "hidden" : kept && at(kept) === 0 ? "dropped" : "shown";
    return {
      label,
      score: at(stages.scores),
      ...(scaled ? { scaled: at(scaled) } : {}),
      weight: at(stages.weights),
      state,
      value: rowAt(stages.values, key),
    };
  });
  const label = t("simplified.sum", { token: story.words[token] ?? "" });
  return html`<attention-sum .label=${label} .name=${[label, of, t(chapterTitle(chapter))].filter(Boolean).join(", ")} .terms=${terms}
    .sum=${rowAt(stages.context, token)} .scoreLimit=${scores} .weightLimit=${weights} .valueLimit=${values}
    .words=${sumWords(t)}></attention-sum>`;
}
