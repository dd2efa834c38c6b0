// <attention-head>: one head read from left to right, row by row: what it may see, how it weighs it, what comes out.

import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import {
  type Cell,
  type CellActiveEvent,
  type CellPinEvent,
  headroomFor,
  type MatrixKind,
  type MatrixWords,
  type RowMark,
} from "./attention-matrix.js";
import { VALUES_WORDS, type ValuesWords } from "./attention-values.js";
import { define } from "./define.js";
import { headSwatch } from "./heads.js";
import type { Matrix } from "./matrix.js";
import { MATRIX_WORDS } from "./matrix-view.js";
import { theme } from "./theme.js";

/** One head of one sample, cut out of a trace. */
export interface HeadData {
  /** (tokens, tokens), nonzero = hidden; absent where the class has no mask. */
  readonly mask?: Matrix;
  /** (tokens, tokens), what the values are multiplied by: after dropout, where there is any. */
  readonly weights: Matrix;
  /** (tokens, tokens), 0 = dropped; absent where nothing can be. */
  readonly kept?: Matrix;
  /** (tokens, head_dim) */
  readonly context: Matrix;
}

/** What a head says, in the reader's language. */
export interface HeadWords {
  readonly head: string;
  readonly mask: string;
  readonly weights: string;
  readonly context: string;
  /** What the rows and the columns of the pictures are. */
  readonly query: string;
  readonly key: string;
  readonly token: string;
  readonly value: string;
  readonly maskCell: (cell: Cell, query: string, key: string) => string;
  readonly weightCell: (cell: Cell, query: string, key: string) => string;
  readonly contextCell: (cell: Cell, token: string) => string;
  /** What pictures and tables say by themselves; English where it is not given. */
  readonly pictures?: MatrixWords;
  readonly tables?: ValuesWords;
}

/** Which of a head's pictures: its mask, its weights, its context vectors. */
export type PanelName = "mask" | "weights" | "context";

/** A cell of one of a head's pictures. */
export interface HeadPin {
  readonly panel: PanelName;
  readonly row: number;
  readonly column: number;
}

/** Sent when the reader pins a cell of a head, or lets it go (null). Cancelled, it leaves pinning to the listener. */
export type HeadPinEvent = CustomEvent<HeadPin | null>;

/** One picture of a head. */
interface Panel {
  readonly id: PanelName;
  readonly kind: MatrixKind;
  readonly name: string;
  readonly matrix: Matrix;
  readonly hidden?: Matrix | undefined;
  readonly kept?: Matrix | undefined;
  readonly rowAxis: string;
  readonly columnAxis: string;
  readonly columns: readonly string[];
  readonly decimals: number;
  readonly limit: number;
  readonly describe: (cell: Cell) => string;
}

export class AttentionHead extends LitElement {
  static override properties = {
    index: { type: Number },
    only: { type: Boolean },
    heading: { type: Boolean },
    data: { attribute: false },
    tokens: { attribute: false },
    weightLimit: { type: Number },
    contextLimit: { type: Number },
    words: { attribute: false },
    view: { type: String },
    pin: { attribute: false },
    pokedRows: { attribute: false },
    rowMarks: { attribute: false },
    activeRow: { state: true },
  };

  declare index: number;
  /** The only head of its layer: no letter needed. */
  declare only: boolean;
  /** Its title is a heading of the third level; elsewhere than under one of the second it had better be none. */
  declare heading: boolean;
  declare data: HeadData | undefined;
  declare tokens: readonly string[];
  declare weightLimit: number;
  declare contextLimit: number;
  declare words: HeadWords | undefined;
  /** Pictures of cells, or tables of every digit. */
  declare view: "cells" | "values";
  /** The one cell of this head that is pinned. */
  declare pin: HeadPin | undefined;
  /** Rows whose token the reader changed. */
  declare pokedRows: readonly number[];
  /** For the context vectors: which rows kept their bits. */
  declare rowMarks: readonly (RowMark | undefined)[];
  declare private activeRow: number | undefined;

  constructor() {
    super();
    this.index = 0;
    this.only = false;
    this.heading = false;
    this.tokens = [];
    this.weightLimit = 1;
    this.contextLimit = 1;
    this.view = "cells";
    this.pokedRows = [];
    this.rowMarks = [];
  }

  static override styles = [
    theme,
    css`
      :host { container-type: inline-size; }
      .title { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 0.5rem; font-size: 1rem; font-weight: 650; }
      .swatch { flex: none; }
      .panels { display: flex; flex-wrap: wrap; gap: 0.25rem; }
      @container (min-width: 50rem) {
        .panels { column-gap: 1.5rem; }
      }
      figure { margin: 0; max-width: 100%; min-width: 0; }
      figcaption { margin: 0 0 2px 54px; font-size: 0.8rem; color: var(--muted); }
      .shape { margin-inline-start: 0.4em; font-size: 0.72rem; white-space: nowrap; }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { data, words } = this;
    if (!data || !words) return nothing;
    return html`${this.only ? nothing : this.#title(words.head)}
      <div class="panels" @cell-active=${this.#onActive} @cell-pin=${this.#onPin}>
        ${this.#panels(data, words).map((panel) => this.#figure(panel, words))}
      </div>`;
  }

  #title(head: string): TemplateResult {
    const content = html`${headSwatch(this.index, 18)}${head}`;
    return this.heading
      ? html`<h3 class="title" part="title">${content}</h3>`
      : html`<p class="title" part="title">${content}</p>`;
  }

  /** The pictures in the order the data flows; a class without a mask has none to show. */
  #panels(data: HeadData, words: HeadWords): Panel[] {
    const query = (cell: Cell) => this.tokens[cell.row] ?? "";
    const key = (cell: Cell) => this.tokens[cell.column] ?? "";
    const square = {
      rowAxis: words.query,
      columnAxis: words.key,
      columns: this.tokens,
      decimals: 2,
      hidden: data.mask,
    };
    const mask = (matrix: Matrix): Panel => ({
      ...square,
      id: "mask",
      kind: "mask",
      name: words.mask,
      matrix,
      limit: 1,
      describe: (cell) => words.maskCell(cell, query(cell), key(cell)),
    });
    const weights: Panel = {
      ...square,
      id: "weights",
      kind: "weights",
      name: words.weights,
      matrix: data.weights,
      kept: data.kept,
      limit: this.weightLimit,
      describe: (cell) => words.weightCell(cell, query(cell), key(cell)),
    };
    const context: Panel = {
      id: "context",
      kind: "signed",
      name: words.context,
      matrix: data.context,
      rowAxis: words.token,
      columnAxis: words.value,
      columns: this.#contextColumns(data.context),
      decimals: 4,
      limit: this.contextLimit,
      describe: (cell) => words.contextCell(cell, query(cell)),
    };
    return [...(data.mask ? [mask(data.mask)] : []), weights, context];
  }

  #figure(panel: Panel, words: HeadWords): TemplateResult {
    const { kind, name, matrix } = panel;
    // A table has its caption.
    if (this.view === "values") return html`<figure data-panel=${kind}>${this.#values(panel, words)}</figure>`;
    return html`<figure data-panel=${kind}>
      <figcaption>${name}<span class="shape">${matrix.rows} × ${matrix.columns}</span></figcaption>
      ${this.#matrix(panel, words)}
    </figure>`;
  }

  #label({ name }: Panel, words: HeadWords): string {
    return this.only ? name : `${words.head}: ${name}`;
  }

  #matrix(panel: Panel, words: HeadWords): TemplateResult {
    const { id, kind, matrix } = panel;
    const context = this.#contextColumns(this.data?.context);
    return html`<attention-matrix exportparts="grid, readout" data-panel=${id} .kind=${kind} .label=${this.#label(panel, words)} .matrix=${matrix}
      .hiddenCells=${panel.hidden} .keptCells=${panel.kept} .decimals=${panel.decimals} .limit=${panel.limit}
      .rowAxis=${panel.rowAxis} .columnAxis=${panel.columnAxis} .rowLabels=${this.tokens} .columnLabels=${panel.columns}
      .headroom=${Math.max(headroomFor(this.tokens), headroomFor(context))} .describe=${panel.describe}
      .activeRow=${this.activeRow ?? this.pin?.row} .pinned=${this.pin?.panel === id ? this.pin : undefined}
      .pokedRows=${this.pokedRows} .rowMarks=${id === "context" ? this.rowMarks : []}
      .words=${words.pictures ?? MATRIX_WORDS}></attention-matrix>`;
  }

  #values(panel: Panel, words: HeadWords): TemplateResult {
    return html`<attention-values exportparts="table" .kind=${panel.kind} .label=${this.#label(panel, words)} .matrix=${panel.matrix}
      .hiddenCells=${panel.hidden} .keptCells=${panel.kept} .rowAxis=${panel.rowAxis} .columnAxis=${panel.columnAxis}
      .rowLabels=${this.tokens} .columnLabels=${panel.columns} .words=${words.tables ?? VALUES_WORDS}></attention-values>`;
  }

  #contextColumns(context: Matrix | undefined): readonly string[] {
    return Array.from({ length: context?.columns ?? 0 }, (_, index) => String(index + 1));
  }

  #onActive(event: CellActiveEvent): void {
    this.activeRow = event.detail?.row;
  }

  /** One cell of a head is pinned at a time: its pictures are told by the head. */
  #onPin(event: CellPinEvent): void {
    event.stopPropagation();
    const panel = event.target instanceof HTMLElement ? event.target.dataset.panel : undefined;
    const { row = 0, column = 0 } = event.detail ?? {};
    const detail = event.detail ? { panel, row, column } : null;
    const sent = this.dispatchEvent(
      new CustomEvent("head-pin", { detail, bubbles: true, composed: true, cancelable: true }),
    );
    if (sent) this.pin = (detail as HeadPin | null) ?? undefined;
    else event.preventDefault();
  }
}

define("attention-head", AttentionHead);

declare global {
  interface HTMLElementTagNameMap {
    "attention-head": AttentionHead;
  }
}
