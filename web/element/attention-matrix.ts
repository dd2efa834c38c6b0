// <attention-matrix>: a matrix as a grid of coloured cells with its labels, walked and pinned by pointer or keys.

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { CanvasLayer } from "./canvas-layer.js";
import { define } from "./define.js";
import { type Position, stepInGrid } from "./grid-keys.js";
import { largestMagnitude, type Matrix } from "./matrix.js";
import { type Cell, cellAt, describeCell, type Look, type MatrixKind, scaleOf } from "./matrix-cells.js";
import { type GivenWords, givenWords } from "./matrix-given.js";
import { isInside, layoutOf, positionOf } from "./matrix-layout.js";
import { matrixStyles } from "./matrix-styles.js";
import { readLabels, readValues } from "./matrix-values.js";
import { gridView, MATRIX_WORDS, type MatrixView, type MatrixWords, markWidth, type RowMark } from "./matrix-view.js";
import { PinKeys } from "./pin-keys.js";
import type { AttentionMatrixElement } from "./public.js";
import { Said } from "./said.js";
import { PaperController, theme } from "./theme.js";

export type { Position } from "./grid-keys.js";
export type { Cell, MatrixKind } from "./matrix-cells.js";
export { CANVAS_ABOVE, headroomFor } from "./matrix-layout.js";
export type { MatrixWords, RowMark } from "./matrix-view.js";
export type { CellActiveEvent, CellPinEvent } from "./public.js";

/** Documented in public.ts, but for what only other elements give. */
export class AttentionMatrix extends LitElement implements AttentionMatrixElement {
  static override properties = {
    values: { type: String },
    kind: { type: String },
    label: { type: String },
    rowAxis: { type: String, attribute: "row-axis" },
    columnAxis: { type: String, attribute: "column-axis" },
    rowLabels: { type: String, attribute: "row-labels" },
    columnLabels: { type: String, attribute: "column-labels" },
    limit: { type: Number },
    decimals: { type: Number },
    headroom: { attribute: false },
    matrix: { attribute: false },
    hiddenCells: { attribute: false },
    keptCells: { attribute: false },
    describe: { attribute: false },
    activeRow: { attribute: false },
    pinned: { attribute: false },
    pokedRows: { attribute: false },
    rowMarks: { attribute: false },
    words: { attribute: false },
    active: { state: true },
    current: { state: true },
  };

  declare values: AttentionMatrixElement["values"];
  declare kind: MatrixKind;
  declare label: string;
  declare rowAxis: string;
  declare columnAxis: string;
  declare rowLabels: AttentionMatrixElement["rowLabels"];
  declare columnLabels: AttentionMatrixElement["columnLabels"];
  declare limit: number | undefined;
  declare decimals: number;
  /** Room for column labels, given where pictures side by side must keep their rows level. */
  declare headroom: number | undefined;
  declare matrix: Matrix | undefined;
  /** Same size as `matrix`; nonzero = hidden by the mask. */
  declare hiddenCells: Matrix | undefined;
  /** Same size as `matrix`; 0 = dropped by dropout. */
  declare keptCells: Matrix | undefined;
  /** A cell in words, in the reader's language. */
  declare describe: ((cell: Cell) => string) | undefined;
  /** A row to mark although this matrix is not the one pointed at. */
  declare activeRow: number | undefined;
  /** The cell that keeps its ring and its words; a place outside the matrix pins nothing. */
  declare pinned: Position | undefined;
  /** Rows whose token the reader changed: drawn with a ring. */
  declare pokedRows: readonly number[];
  /** Whether each row kept its bits; undefined says nothing about a row. */
  declare rowMarks: readonly (RowMark | undefined)[];
  declare words: MatrixWords | undefined;
  declare private active: Position | undefined;
  declare private current: Position;

  readonly #paper = new PaperController(this);
  readonly #said = new Said(this);
  /** What it says by itself, where its numbers come from its author. */
  #given: GivenWords | undefined;
  /** Whether the focus in the grid came by keys rather than by a press. */
  #byKeys = false;
  /** The reader asked for a pin, which its host may be yet to set: only that is said, not what a link brought along. */
  #asked = false;
  readonly #canvas = new CanvasLayer(this, () => this.#view());

  constructor() {
    super();
    this.kind = "weights";
    this.label = "";
    this.rowAxis = "";
    this.columnAxis = "";
    this.decimals = 2;
    this.rowLabels = [];
    this.columnLabels = [];
    this.pokedRows = [];
    this.rowMarks = [];
    this.current = { row: 0, column: 0 };
    new PinKeys(this, () => this.#inside(this.pinned) !== undefined, this.#letGo);
  }

  static override styles = [theme, Said.styles, matrixStyles];

  override willUpdate(changed: PropertyValues<this>): void {
    this.#readValues(changed);
    const pinned = this.#inside(this.pinned);
    if (pinned && changed.has("pinned")) this.current = pinned;
    if (changed.has("pinned") && this.#asked) {
      this.#asked = false;
      this.#said.say(pinned ? this.#words.pinned(this.#inWords(pinned)) : this.#words.unpinned);
    }
    if (!changed.has("matrix") || !this.matrix) return;
    const { rows, columns } = this.matrix;
    this.current = {
      row: Math.max(Math.min(this.current.row, rows - 1), 0),
      column: Math.max(Math.min(this.current.column, columns - 1), 0),
    };
    this.active = this.#inside(this.active);
  }

  /** Numbers in an attribute are the matrix, in place of one that an element around this one gives. */
  #readValues(changed: PropertyValues<this>): void {
    const { values } = this;
    this.#given = values === undefined || values === null ? undefined : givenWords(this);
    if (!this.#given || !(changed.has("values") || changed.has("kind"))) return;
    const given = readValues(values, this.kind);
    this.matrix = given?.matrix;
    this.hiddenCells = given?.hidden;
  }

  get #words(): MatrixWords {
    return this.words ?? this.#given?.words ?? MATRIX_WORDS;
  }

  override render(): TemplateResult | typeof nothing {
    const view = this.#view();
    if (!view) return this.#given?.problem ?? nothing;
    const shown = view.active ?? view.pinned;
    // Listeners stand on the wrapper: Chromium makes an SVG element that listens for focus a tab stop.
    return html`<div class="scroll" part="grid" @keydown=${this.#onKey} @click=${this.#onClick} @pointerdown=${this.#onPress}
        @pointerover=${this.#onPoint} @pointermove=${this.#onPoint} @pointerleave=${this.#onLeave}
        @focusin=${this.#onFocus} @focusout=${this.#onLeave}><div class="stack">
        ${view.layout.onCanvas ? html`<canvas aria-hidden="true"></canvas>` : nothing}
        ${gridView(view, this.label || (this.#given?.label ?? ""))}</div>
      </div>
      <p class="readout" part="readout" aria-hidden="true">${this.#inWords(shown)}</p>
      ${this.#said.view()}`;
  }

  /** The cells of a picture on a canvas, for a file. */
  canvasAsSvg(): SVGGElement | undefined {
    return this.#canvas.asSvg();
  }

  #look(matrix: Matrix): Look {
    const { kind, hiddenCells: hidden, keptCells: kept, decimals } = this;
    const limit = this.limit ?? (kind === "signed" ? largestMagnitude([matrix]) || 1 : 1);
    return { kind, matrix, hidden, kept, limit, decimals };
  }

  #view(): MatrixView | undefined {
    if (!this.matrix) return undefined;
    const rowLabels = readLabels(this.rowLabels);
    const columnLabels = readLabels(this.columnLabels);
    const { rowAxis, columnAxis, current, active, pokedRows, rowMarks } = this;
    const words = this.#words;
    const describe = this.#describe;
    const look = this.#look(this.matrix);
    const { paper } = this.#paper;
    const pinned = this.#inside(this.pinned);
    const shown = active ?? pinned;
    const { decimals, headroom } = this;
    return {
      ...{ look, paper, rowLabels, columnLabels, rowAxis, columnAxis, describe, current, active, pinned },
      ...{ pokedRows, rowMarks, words },
      layout: layoutOf(this.matrix, { decimals, headroom, columnLabels, markWidth: markWidth(rowMarks, words) }),
      scale: scaleOf(look, paper),
      markedRow: shown?.row ?? this.activeRow,
      markedColumn: shown?.column,
      framedRow: this.activeRow,
    };
  }

  #inside(position: Position | undefined): Position | undefined {
    return position && this.matrix && isInside(position, this.matrix) ? position : undefined;
  }

  #onKey(event: KeyboardEvent): void {
    if (!this.matrix || event.altKey || event.metaKey) return;
    const { rows, columns } = this.matrix;
    const next = stepInGrid(event.key, event.ctrlKey, this.current, rows, columns);
    const pins = event.key === "Enter" || event.key === " ";
    if (!next && !pins) return;
    event.preventDefault();
    this.#byKeys = true;
    if (next) this.#walk(next);
    else this.#pin(this.current);
  }

  #walk(position: Position): void {
    this.current = position;
    const cell = this.renderRoot.querySelector<SVGGElement>(
      `[tabindex][data-row="${position.row}"][data-column="${position.column}"]`,
    );
    if (cell) cell.focus();
    else void this.#walkOnCanvas(position);
  }

  /** On a canvas the grid keeps the focus: the ring moves, and the cell it comes to rest on is said. */
  async #walkOnCanvas(position: Position): Promise<void> {
    this.#activate(position);
    this.#said.sayAtRest(this.#inWords(position));
    await this.updateComplete;
    this.renderRoot.querySelector(".place")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #cell(position: Position): Cell | undefined {
    return this.matrix && cellAt(this.#look(this.matrix), position);
  }

  #inWords(position: Position | undefined): string {
    const cell = position && this.#cell(position);
    return cell ? this.#describe(cell) : "";
  }

  get #describe(): (cell: Cell) => string {
    return this.describe ?? this.#given?.describe ?? describeCell;
  }

  #positionOf(event: Event): Position | undefined {
    const view = this.#view();
    return view && positionOf(event, view.layout, view.look.matrix);
  }

  #onPress(event: PointerEvent): void {
    this.current = this.#positionOf(event) ?? this.current;
  }

  #onClick(event: MouseEvent): void {
    const position = this.#positionOf(event);
    if (position) this.#pin(position);
  }

  #onPoint(event: PointerEvent): void {
    const position = this.#positionOf(event);
    if (position) this.#activate(position);
  }

  /** What a press focused is pinned, not pointed at: letting the pin go must leave nothing. */
  #onFocus(event: FocusEvent): void {
    this.#byKeys = event.target instanceof Element && event.target.matches(":focus-visible");
    if (!this.#byKeys) return;
    this.current = this.#positionOf(event) ?? this.current;
    this.#activate(this.current);
  }

  /** The pointer or the focus left: what the other still points at stays. */
  #onLeave(event: Event): void {
    const focused = this.renderRoot instanceof ShadowRoot ? this.renderRoot.activeElement : null;
    this.#activate(event.type === "pointerleave" && focused && this.#byKeys ? this.current : undefined);
  }

  #activate(position: Position | undefined): void {
    if (position?.row === this.active?.row && position?.column === this.active?.column) return;
    this.active = position;
    this.#send("cell-active", position, false);
  }

  /** Pins a cell; the pinned one is let go. */
  #pin(position: Position): void {
    const { pinned } = this;
    const again = pinned?.row === position.row && pinned.column === position.column;
    this.#ask(again ? undefined : position);
  }

  readonly #letGo = (): void => this.#ask(undefined);

  #ask(position: Position | undefined): void {
    this.#asked = true;
    if (this.#send("cell-pin", position, true)) this.pinned = position;
  }

  #send(name: string, position: Position | undefined, cancelable: boolean): boolean {
    const detail = (position && this.#cell(position)) ?? null;
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
  }
}

define("attention-matrix", AttentionMatrix);
