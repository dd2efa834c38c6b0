// <attention-matrix>: a matrix as a grid of coloured cells with its labels, walked by pointer or arrow keys.

import { css, html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { type Position, stepInGrid } from "./grid-keys.js";
import { fitLabel, labelWidth } from "./labels.js";
import { type Matrix, valueAt } from "./matrix.js";
import { fixed } from "./numbers.js";
import { type Scale, signedScale, textOn, weightScale } from "./scales.js";
import { PaperController, theme } from "./theme.js";

/** weights: one scale from the paper upward; signed: two, to either side of 0; mask: hidden or not. */
export type MatrixKind = "weights" | "signed" | "mask";

export interface Cell extends Position {
  readonly value: number;
  readonly state: "shown" | "hidden" | "dropped";
  /** What the cell shows, rounded; empty where it shows no number. */
  readonly text: string;
}

/** Sent when the reader points at or moves to a cell; null when none is any more. */
export type CellActiveEvent = CustomEvent<Cell | null>;

const GUTTER = 54;
const MARGIN = 2;
const SQUARE = 34;
const LEVEL = 30;
const SLANTED = 48;

/** How much room column labels need above a picture: more where one must be set at a slant to fit. */
export function headroomFor(labels: readonly string[]): number {
  return labels.some((label) => labelWidth(label) > SQUARE) ? SLANTED : LEVEL;
}

export class AttentionMatrix extends LitElement {
  static override properties = {
    kind: { type: String },
    label: { type: String },
    rowAxis: { type: String },
    columnAxis: { type: String },
    limit: { type: Number },
    decimals: { type: Number },
    headroom: { type: Number },
    matrix: { attribute: false },
    hiddenCells: { attribute: false },
    keptCells: { attribute: false },
    rowLabels: { attribute: false },
    columnLabels: { attribute: false },
    describe: { attribute: false },
    activeRow: { attribute: false },
    active: { state: true },
    current: { state: true },
  };

  declare kind: MatrixKind;
  /** The grid's accessible name. */
  declare label: string;
  /** What rows and columns are, written in the corner between their headers. */
  declare rowAxis: string;
  declare columnAxis: string;
  /** The value at the deep end of the colour scale. */
  declare limit: number;
  declare decimals: number;
  /** Room for column labels, given where pictures side by side must keep their rows level. */
  declare headroom: number | undefined;
  declare matrix: Matrix | undefined;
  /** Same size as `matrix`; nonzero = hidden by the mask. */
  declare hiddenCells: Matrix | undefined;
  /** Same size as `matrix`; 0 = dropped by dropout. */
  declare keptCells: Matrix | undefined;
  declare rowLabels: readonly string[];
  declare columnLabels: readonly string[];
  /** A cell in words, in the reader's language. */
  declare describe: (cell: Cell) => string;
  /** A row to mark although this matrix is not the one pointed at. */
  declare activeRow: number | undefined;
  declare private active: Position | undefined;
  declare private current: Position;

  readonly #paper = new PaperController(this);

  constructor() {
    super();
    this.kind = "weights";
    this.label = "";
    this.rowAxis = "";
    this.columnAxis = "";
    this.limit = 1;
    this.decimals = 2;
    this.rowLabels = [];
    this.columnLabels = [];
    this.describe = ({ value }) => String(value);
    this.current = { row: 0, column: 0 };
  }

  static override styles = [
    theme,
    css`
      /* The padding is room for a focus ring and for a slanted label that leans out. */
      .scroll { overflow-x: auto; padding: 3px 12px 3px 3px; margin: -3px -12px -3px -3px; scrollbar-width: thin; }
      svg { display: block; overflow: visible; font: 11px var(--text); font-variant-numeric: tabular-nums; }
      text { pointer-events: none; }
      .value { text-anchor: middle; }
      .hidden { fill: var(--muted); stroke: var(--paper); stroke-width: 3px; paint-order: stroke; }
      .row-label { text-anchor: end; fill: var(--muted); }
      .column-label { text-anchor: middle; fill: var(--muted); }
      .slanted-label { fill: var(--muted); }
      .marked { fill: var(--ink); text-decoration: underline; text-underline-offset: 2px; }
      .cell { stroke: var(--line); stroke-width: 1; }
      .hatch { stroke: var(--muted); stroke-width: 1; opacity: 0.45; }
      .dropped { fill: none; stroke: var(--muted); stroke-width: 1; }
      [role="gridcell"] { cursor: default; outline: none; }
      .ring { fill: none; stroke: var(--ink); stroke-width: 2; pointer-events: none; }
      /* As wide as the picture, never wider: words must not move the pictures beside it. */
      .readout { width: 0; min-width: 100%; margin: 6px 0 0; min-height: 2.7em; font-size: 0.8rem; line-height: 1.35; color: var(--ink); }
      @media (forced-colors: active) {
        .cell { fill: Canvas; stroke: CanvasText; }
        .value, .row-label, .column-label, .slanted-label { fill: CanvasText; }
        .hatch { stroke: CanvasText; }
        .hidden { stroke: Canvas; }
        .dropped { stroke: CanvasText; stroke-dasharray: 3 2; }
        .ring { stroke: Highlight; stroke-width: 3; }
      }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("matrix") || !this.matrix) return;
    const { rows, columns } = this.matrix;
    this.current = {
      row: Math.max(Math.min(this.current.row, rows - 1), 0),
      column: Math.max(Math.min(this.current.column, columns - 1), 0),
    };
    if (this.active && (this.active.row >= rows || this.active.column >= columns)) this.active = undefined;
  }

  override render(): TemplateResult | typeof nothing {
    const { matrix } = this;
    if (!matrix) return nothing;
    const [width, height] = this.#cellSize();
    const top = this.#top;
    // Listeners stand on the wrapper: Chromium makes an SVG element that listens for focus a tab stop.
    return html`<div class="scroll" part="grid" @keydown=${this.#onKey} @pointerover=${this.#onPoint}
        @pointerleave=${this.#onLeave} @focusin=${this.#onFocus} @focusout=${this.#onLeave}>
        <svg role="grid" aria-label=${this.label} aria-readonly="true"
          width=${GUTTER + matrix.columns * width + MARGIN} height=${top + matrix.rows * height + MARGIN}>
          ${this.#hatchPattern()} ${this.#columnHeaders(width)}
          ${Array.from({ length: matrix.rows }, (_, row) => this.#row(matrix, row, width, height))}
          ${this.#ring(width, height)}
        </svg>
      </div>
      <p class="readout" part="readout" aria-hidden="true">${this.active ? this.describe(this.#cell(this.active)) : ""}</p>`;
  }

  #cellSize(): [width: number, height: number] {
    if ((this.matrix?.columns ?? 0) > 12) return [24, 24];
    return [this.decimals > 2 ? 56 : SQUARE, SQUARE];
  }

  get #top(): number {
    return this.headroom ?? headroomFor(this.columnLabels);
  }

  #cell({ row, column }: Position): Cell {
    const at = (matrix: Matrix) => valueAt(matrix, row, column);
    const hidden = this.hiddenCells !== undefined && at(this.hiddenCells) !== 0;
    const dropped = this.keptCells !== undefined && at(this.keptCells) === 0;
    const state = hidden ? "hidden" : dropped ? "dropped" : "shown";
    const value = this.matrix ? at(this.matrix) : Number.NaN;
    return { row, column, value, state, text: this.#textOf(value, state) };
  }

  #textOf(value: number, state: Cell["state"]): string {
    if (state === "hidden") return this.kind === "weights" ? "0" : "\u2212inf";
    return state === "dropped" || this.kind === "mask" ? "" : fixed(value, this.decimals);
  }

  #hatchPattern(): TemplateResult {
    return svg`<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line class="hatch" x1="0.5" x2="0.5" y2="6" /></pattern></defs>`;
  }

  #columnHeaders(width: number): TemplateResult {
    return svg`<g role="row"><g role="columnheader">
        <text class="row-label" x=${GUTTER - 8} y=${this.#top - 20}>${this.columnAxis}</text>
        <text class="row-label" x=${GUTTER - 8} y=${this.#top - 7}>${this.rowAxis}</text></g>
      ${this.columnLabels.map((label, column) => {
        const marked = this.active?.column === column ? " marked" : "";
        const x = GUTTER + (column + 0.5) * width;
        return svg`<g role="columnheader" aria-label=${label}>${this.#columnLabel(label, x, marked)}</g>`;
      })}</g>`;
  }

  #columnLabel(label: string, x: number, marked: string): TemplateResult {
    const y = this.#top - 8;
    if (headroomFor(this.columnLabels) === LEVEL) {
      return svg`<text class=${`column-label${marked}`} x=${x} y=${y}>${label}</text>`;
    }
    return svg`<text class=${`slanted-label${marked}`} x=${x - 2} y=${y + 1} transform="rotate(-45 ${x - 2} ${y + 1})">${fitLabel(label, 50)}</text>`;
  }

  #row(matrix: Matrix, row: number, width: number, height: number): TemplateResult {
    const label = this.rowLabels[row] ?? String(row + 1);
    const marked = (this.active?.row ?? this.activeRow) === row ? " marked" : "";
    const scale = this.#scale();
    return svg`<g role="row"><g role="rowheader" aria-label=${label}><text class=${`row-label${marked}`}
        x=${GUTTER - 8} y=${this.#top + (row + 0.5) * height + 4}>${fitLabel(label, GUTTER - 10)}</text></g>
      ${Array.from({ length: matrix.columns }, (_, column) => this.#gridCell({ row, column }, width, height, scale))}</g>`;
  }

  #scale(): Scale {
    const { paper } = this.#paper;
    return this.kind === "signed" ? signedScale(paper, this.limit) : weightScale(paper, this.limit);
  }

  #gridCell(position: Position, width: number, height: number, scale: Scale): TemplateResult {
    const cell = this.#cell(position);
    const x = GUTTER + position.column * width + 0.5;
    const y = this.#top + position.row * height + 0.5;
    const plain = this.kind === "mask" || cell.state !== "shown";
    const fill = plain ? this.#paper.paper.colour : scale(cell.value);
    const isCurrent = position.row === this.current.row && position.column === this.current.column;
    return svg`<g role="gridcell" tabindex=${isCurrent ? 0 : -1} aria-label=${this.describe(cell)}
        data-row=${position.row} data-column=${position.column} data-state=${cell.state}>
      <rect class="cell" x=${x} y=${y} width=${width} height=${height} fill=${fill} />
      ${cell.state === "hidden" ? svg`<rect x=${x} y=${y} width=${width} height=${height} fill="url(#hatch)" />` : nothing}
      ${cell.state === "dropped" ? svg`<rect class="dropped" x=${x + 5} y=${y + 5} width=${width - 10} height=${height - 10} />` : nothing}
      ${width < 30 ? nothing : this.#cellText(cell, x + width / 2, y + height / 2 + 4, fill)}
    </g>`;
  }

  #cellText({ text, state }: Cell, x: number, y: number, fill: string): TemplateResult | typeof nothing {
    if (text === "") return nothing;
    if (state === "hidden") return svg`<text class="value hidden" x=${x} y=${y}>${text}</text>`;
    return svg`<text class="value" x=${x} y=${y} fill=${textOn(fill)}>${text}</text>`;
  }

  #ring(width: number, height: number): TemplateResult | typeof nothing {
    if (!this.active) return nothing;
    const { row, column } = this.active;
    return svg`<rect class="ring" x=${GUTTER + column * width + 0.5} y=${this.#top + row * height + 0.5} width=${width} height=${height} />`;
  }

  #onKey(event: KeyboardEvent): void {
    if (!this.matrix || event.altKey || event.metaKey) return;
    const { rows, columns } = this.matrix;
    const next = stepInGrid(event.key, event.ctrlKey, this.current, rows, columns);
    if (!next) return;
    event.preventDefault();
    this.current = next;
    const selector = `[data-row="${next.row}"][data-column="${next.column}"]`;
    this.renderRoot.querySelector<SVGGElement>(selector)?.focus();
  }

  #positionOf(event: Event): Position | undefined {
    const cell = event.target instanceof Element ? event.target.closest<SVGGElement>("[role=gridcell]") : null;
    return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
  }

  #onPoint(event: PointerEvent): void {
    const position = this.#positionOf(event);
    if (position) this.#activate(position);
  }

  #onFocus(event: FocusEvent): void {
    const position = this.#positionOf(event);
    if (!position) return;
    this.current = position;
    this.#activate(position);
  }

  /** The pointer or the focus left: what the other still points at stays. */
  #onLeave(event: Event): void {
    const focused = this.renderRoot instanceof ShadowRoot ? this.renderRoot.activeElement : null;
    this.#activate(event.type === "pointerleave" && focused ? this.current : undefined);
  }

  #activate(position: Position | undefined): void {
    this.active = position;
    const detail = position ? this.#cell(position) : null;
    this.dispatchEvent(new CustomEvent("cell-active", { detail, bubbles: true, composed: true }));
  }
}

customElements.define("attention-matrix", AttentionMatrix);

declare global {
  interface HTMLElementTagNameMap {
    "attention-matrix": AttentionMatrix;
  }
}
