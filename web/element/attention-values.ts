// <attention-values>: the numbers of a picture as a plain table, every digit of them: what to read where pictures fail.

import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { define } from "./define.js";
import type { Matrix } from "./matrix.js";
import { type Cell, cellAt, type Look, type MatrixKind } from "./matrix-cells.js";
import { exact } from "./numbers.js";
import { theme } from "./theme.js";

/** Rows and columns beyond this are left out, and a sentence says so. */
export const MOST_TABLE_CELLS = 64;

/** What the table says, in the reader's language. */
export interface ValuesWords {
  /** Beside the value of a hidden cell. */
  readonly hidden: string;
  readonly dropped: string;
  /** The cells of a mask where nothing is hidden. */
  readonly visible: string;
  /** Which part of a larger matrix is shown. */
  readonly cut: (rows: number, columns: number, allRows: number, allColumns: number) => string;
}

export const VALUES_WORDS: ValuesWords = {
  hidden: "hidden",
  dropped: "dropped",
  visible: "visible",
  cut: (rows, columns, allRows, allColumns) =>
    `The first ${rows} \u00d7 ${columns} of ${allRows} \u00d7 ${allColumns} numbers. An exported file has them all.`,
};

export class AttentionValues extends LitElement {
  static override properties = {
    kind: { type: String },
    label: { type: String },
    rowAxis: { type: String },
    columnAxis: { type: String },
    matrix: { attribute: false },
    hiddenCells: { attribute: false },
    keptCells: { attribute: false },
    rowLabels: { attribute: false },
    columnLabels: { attribute: false },
    words: { attribute: false },
  };

  declare kind: MatrixKind;
  /** The table's caption. */
  declare label: string;
  /** What rows and columns are, written in the corner between their headers. */
  declare rowAxis: string;
  declare columnAxis: string;
  declare matrix: Matrix | undefined;
  /** Same size as `matrix`; nonzero = hidden by the mask. */
  declare hiddenCells: Matrix | undefined;
  /** Same size as `matrix`; 0 = dropped by dropout. */
  declare keptCells: Matrix | undefined;
  declare rowLabels: readonly string[];
  declare columnLabels: readonly string[];
  declare words: ValuesWords;

  constructor() {
    super();
    this.kind = "weights";
    this.label = "";
    this.rowAxis = "";
    this.columnAxis = "";
    this.rowLabels = [];
    this.columnLabels = [];
    this.words = VALUES_WORDS;
  }

  static override styles = [
    theme,
    css`
      .scroll { overflow: auto; max-height: 32rem; scrollbar-width: thin; }
      .scroll:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
      table { border-collapse: separate; border-spacing: 0; font-size: 0.8rem; line-height: 1.3; }
      caption { text-align: start; font-size: 0.8rem; color: var(--muted); padding-bottom: 4px; }
      .shape { margin-inline-start: 0.4em; font-size: 0.72rem; white-space: nowrap; }
      th, td { padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); white-space: nowrap; background: var(--paper); }
      th { font-weight: 400; color: var(--muted); text-align: end; }
      thead > tr > * { position: sticky; top: 0; z-index: 1; vertical-align: bottom; }
      tbody th { position: sticky; inset-inline-start: 0; max-width: 10rem; overflow: hidden; text-overflow: ellipsis; }
      thead > tr > :first-child { inset-inline-start: 0; z-index: 2; }
      td { text-align: end; }
      small { color: var(--muted); font-size: inherit; }
      p { margin: 0.4rem 0 0; font-size: 0.8rem; color: var(--muted); }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { matrix } = this;
    if (!matrix) return nothing;
    const rows = Math.min(matrix.rows, MOST_TABLE_CELLS);
    const columns = Math.min(matrix.columns, MOST_TABLE_CELLS);
    const corner = `${this.rowAxis} ${this.columnAxis}`.trim();
    const isCut = rows < matrix.rows || columns < matrix.columns;
    // A region that scrolls must be reachable by keys, which scroll it then.
    return html`<div class="scroll" part="table" role="region" tabindex="0" aria-label=${this.label}>
        <table>
          <caption>${this.label} <span class="shape">${matrix.rows} × ${matrix.columns}</span></caption>
          <thead><tr>${corner === "" ? html`<td></td>` : html`<th scope="col">${corner}</th>`}
            ${Array.from({ length: columns }, (_, column) => html`<th scope="col">${this.columnLabels[column] ?? column + 1}</th>`)}</tr></thead>
          <tbody>${Array.from({ length: rows }, (_, row) => this.#row(matrix, row, columns))}</tbody>
        </table>
      </div>
      ${isCut ? html`<p>${this.words.cut(rows, columns, matrix.rows, matrix.columns)}</p>` : nothing}`;
  }

  #row(matrix: Matrix, row: number, columns: number): TemplateResult {
    const look: Look = {
      ...{ kind: this.kind, matrix, hidden: this.hiddenCells, kept: this.keptCells },
      ...{ limit: 1, decimals: 2 },
    };
    return html`<tr><th scope="row">${this.rowLabels[row] ?? row + 1}</th>
      ${Array.from({ length: columns }, (_, column) => html`<td>${this.#cell(cellAt(look, { row, column }))}</td>`)}</tr>`;
  }

  #cell({ state, value, text }: Cell): TemplateResult | string {
    const { words } = this;
    if (this.kind === "mask") return state === "hidden" ? `${words.hidden}, ${text}` : words.visible;
    if (state === "shown") return exact(value);
    const said = state === "hidden" ? words.hidden : words.dropped;
    return html`${state === "hidden" ? text : exact(value)} <small>${said}</small>`;
  }
}

define("attention-values", AttentionValues);

declare global {
  interface HTMLElementTagNameMap {
    "attention-values": AttentionValues;
  }
}
