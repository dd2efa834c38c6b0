// <attention-table>: a matrix of numbers to edit, each cell an input tinted on the signed scale.

import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { define } from "./define.js";
import { stepInGrid } from "./grid-keys.js";
import { headSwatch } from "./heads.js";
import { type Matrix, valueAt } from "./matrix.js";
import { brief, shortest } from "./numbers.js";
import { signedScale, textOn } from "./scales.js";
import { PaperController, theme } from "./theme.js";

/** What the reader typed into a cell; the owner decides what it means. */
export type CellEditEvent = CustomEvent<{ readonly index: number; readonly text: string }>;

export class AttentionTable extends LitElement {
  static override properties = {
    label: { type: String },
    matrix: { attribute: false },
    limit: { type: Number },
    rowLabels: { attribute: false },
    columnLabels: { attribute: false },
    rowHeads: { attribute: false },
    edited: { attribute: false },
    drafts: { attribute: false },
    cellLabel: { attribute: false },
    focused: { state: true },
  };

  declare label: string;
  declare matrix: Matrix | undefined;
  declare limit: number;
  declare rowLabels: readonly string[];
  declare columnLabels: readonly string[];
  /** For a matrix whose rows belong to heads: the head of each row. */
  declare rowHeads: readonly number[] | undefined;
  /** Indices of the cells whose value the reader changed: drawn with a ring. */
  declare edited: ReadonlySet<number>;
  /** Texts that are not numbers, by index: shown as typed and marked invalid. */
  declare drafts: ReadonlyMap<number, string>;
  /** A cell's accessible name. */
  declare cellLabel: (row: number, column: number) => string;

  /** The cell being edited: it shows every digit of its float32. */
  declare private focused: number | undefined;

  readonly #paper = new PaperController(this);

  constructor() {
    super();
    this.label = "";
    this.limit = 1;
    this.rowLabels = [];
    this.columnLabels = [];
    this.edited = new Set();
    this.drafts = new Map();
    this.cellLabel = (row, column) => `${row + 1}, ${column + 1}`;
  }

  static override styles = [
    theme,
    css`
      .scroll { overflow-x: auto; padding: 3px; margin: -3px; scrollbar-width: thin; }
      table { border-collapse: separate; border-spacing: 1px; }
      caption { text-align: start; font-size: 0.8rem; color: var(--muted); padding-bottom: 2px; white-space: nowrap; }
      th { font-weight: 400; font-size: 0.72rem; color: var(--muted); padding: 0 0.4rem 0 0; text-align: end; white-space: nowrap; }
      thead th { text-align: center; padding: 0 0 2px; }
      td { padding: 0; }
      input {
        box-sizing: border-box; width: 3.7rem; height: 2.1rem; padding: 0 2px; border: 0; border-radius: 0;
        outline: 1px solid var(--line); outline-offset: -0.5px; text-align: center;
        font: 0.8rem var(--text); font-variant-numeric: tabular-nums;
        background: var(--fill, var(--paper)); color: var(--on, var(--ink));
      }
      input:hover { outline-color: var(--muted); }
      /* Wide enough for every digit, over its neighbours. */
      input:focus {
        position: relative; width: 6.2rem; margin-inline-end: -2.5rem;
        outline: 2px solid var(--ink); background: var(--paper); color: var(--ink);
      }
      td:last-child input:focus { margin-inline: -2.5rem 0; }
      .edited input { box-shadow: inset 0 0 0 2px var(--ring); border-radius: 1rem; }
      [aria-invalid="true"] { outline: 2px dashed var(--ring); outline-offset: -2px; background: var(--paper); color: var(--ink); }
      .swatch { vertical-align: -2px; margin-inline-end: 4px; }
      @media (pointer: coarse) {
        input { height: 2.75rem; }
      }
      @media (forced-colors: active) {
        input { background: Field; color: FieldText; }
        .edited input { border: 2px solid Highlight; }
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { matrix } = this;
    if (!matrix) return nothing;
    return html`<div class="scroll"><table @keydown=${this.#onKey}>
      <caption>${this.label}</caption>
      ${this.columnLabels.length === 0 ? nothing : html`<thead><tr><td></td>${this.columnLabels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>`}
      <tbody>${Array.from({ length: matrix.rows }, (_, row) => this.#row(matrix, row))}</tbody>
    </table></div>`;
  }

  /** Tints go in through the object model: a style attribute in markup is what the page's policy forbids. */
  override updated(): void {
    const scale = signedScale(this.#paper.paper, this.limit);
    this.renderRoot.querySelectorAll("input").forEach((input, index) => {
      const fill = scale(this.matrix?.data[index] ?? 0);
      input.style.setProperty("--fill", fill);
      input.style.setProperty("--on", textOn(fill));
    });
  }

  #row(matrix: Matrix, row: number): TemplateResult {
    const head = this.rowHeads?.[row];
    return html`<tr>
      <th scope="row">${head === undefined ? nothing : headSwatch(head, 12)}${this.rowLabels[row] ?? ""}</th>
      ${Array.from({ length: matrix.columns }, (_, column) => this.#cell(matrix, row, column))}
    </tr>`;
  }

  #cell(matrix: Matrix, row: number, column: number): TemplateResult {
    const index = row * matrix.columns + column;
    const draft = this.drafts.get(index);
    const value = valueAt(matrix, row, column);
    return html`<td class=${this.edited.has(index) ? "edited" : ""}>
      <input type="text" inputmode="decimal" autocomplete="off" spellcheck="false" enterkeyhint="done"
        data-index=${index} aria-label=${this.cellLabel(row, column)} aria-invalid=${draft === undefined ? nothing : "true"}
        .value=${live(draft ?? (this.focused === index ? shortest(value) : brief(value)))}
        @focus=${this.#onFocus} @change=${this.#onChange} @blur=${this.#onBlur} />
    </td>`;
  }

  #indexOf(input: HTMLInputElement): number {
    return Number(input.dataset.index);
  }

  readonly #onFocus = async (event: FocusEvent): Promise<void> => {
    const input = event.currentTarget;
    if (!(input instanceof HTMLInputElement)) return;
    this.focused = this.#indexOf(input);
    await this.updateComplete;
    input.select();
  };

  readonly #onBlur = (): void => {
    this.focused = undefined;
  };

  readonly #onChange = (event: Event): void => {
    const input = event.currentTarget;
    if (!(input instanceof HTMLInputElement)) return;
    const detail = { index: this.#indexOf(input), text: input.value };
    this.dispatchEvent(new CustomEvent("cell-edit", { detail, bubbles: true, composed: true }));
  };

  /** Enter and the up and down keys take the value and go to the next row; Escape brings the value back. */
  #onKey(event: KeyboardEvent): void {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || !this.matrix) return;
    const { rows, columns } = this.matrix;
    const index = this.#indexOf(input);
    const from = { row: Math.floor(index / columns), column: index % columns };
    if (event.key === "Escape") {
      input.value = shortest(this.matrix.data[index] ?? 0);
      input.dispatchEvent(new Event("change"));
      input.select();
    }
    const key = event.key === "Enter" ? "ArrowDown" : event.key;
    if (key !== "ArrowDown" && key !== "ArrowUp") return;
    const next = stepInGrid(key, false, from, rows, columns);
    if (!next) return;
    event.preventDefault();
    const target = this.renderRoot.querySelector<HTMLInputElement>(
      `[data-index="${next.row * columns + next.column}"]`,
    );
    if (target === input) input.dispatchEvent(new Event("change"));
    else target?.focus();
  }
}

define("attention-table", AttentionTable);

declare global {
  interface HTMLElementTagNameMap {
    "attention-table": AttentionTable;
  }
}
