// <attention-head>: one head read from left to right, row by row: what it may see, how it weighs it, what comes out.

import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import "./attention-matrix.js";
import type { Cell, CellActiveEvent } from "./attention-matrix.js";
import { headSwatch } from "./heads.js";
import type { Matrix } from "./matrix.js";
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
  /** What the rows and the columns of mask and weights are. */
  readonly corner: string;
  readonly maskCell: (cell: Cell, query: string, key: string) => string;
  readonly weightCell: (cell: Cell, query: string, key: string) => string;
  readonly contextCell: (cell: Cell, token: string) => string;
}

export class AttentionHead extends LitElement {
  static override properties = {
    index: { type: Number },
    only: { type: Boolean },
    data: { attribute: false },
    tokens: { attribute: false },
    weightLimit: { type: Number },
    contextLimit: { type: Number },
    words: { attribute: false },
    activeRow: { state: true },
  };

  declare index: number;
  /** The only head of its layer: no letter needed. */
  declare only: boolean;
  declare data: HeadData | undefined;
  declare tokens: readonly string[];
  declare weightLimit: number;
  declare contextLimit: number;
  declare words: HeadWords | undefined;
  declare private activeRow: number | undefined;

  constructor() {
    super();
    this.index = 0;
    this.only = false;
    this.tokens = [];
    this.weightLimit = 1;
    this.contextLimit = 1;
  }

  static override styles = [
    theme,
    css`
      h3 { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 0.5rem; font-size: 1rem; font-weight: 650; }
      .swatch { flex: none; }
      .panels { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
      figure { margin: 0; max-width: 100%; min-width: 0; }
      figcaption { margin: 0 0 2px 58px; font-size: 0.8rem; color: var(--muted); }
      .shape { margin-inline-start: 0.4em; font-size: 0.72rem; white-space: nowrap; }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { data, words, tokens } = this;
    if (!data || !words) return nothing;
    const key = (cell: Cell) => tokens[cell.column] ?? "";
    const query = (cell: Cell) => tokens[cell.row] ?? "";
    const dimensions = Array.from({ length: data.context.columns }, (_, index) => String(index + 1));
    return html`${this.only ? nothing : html`<h3 part="title">${headSwatch(this.index, 18)}${words.head}</h3>`}
      <div class="panels" @cell-active=${this.#onActive}>
        ${data.mask === undefined ? nothing : this.#panel("mask", words.mask, data.mask, tokens, (cell) => words.maskCell(cell, query(cell), key(cell)))}
        ${this.#panel("weights", words.weights, data.weights, tokens, (cell) => words.weightCell(cell, query(cell), key(cell)))}
        ${this.#panel("signed", words.context, data.context, dimensions, (cell) => words.contextCell(cell, query(cell)))}
      </div>`;
  }

  #panel(
    kind: "mask" | "weights" | "signed",
    name: string,
    matrix: Matrix,
    columns: readonly string[],
    describe: (cell: Cell) => string,
  ): TemplateResult {
    const { data } = this;
    const square = kind !== "signed";
    return html`<figure data-panel=${kind}>
      <figcaption>${name}<span class="shape">${matrix.rows} × ${matrix.columns}</span></figcaption>
      <attention-matrix .kind=${kind} .label=${this.only ? name : `${this.words?.head}: ${name}`}
        .matrix=${matrix} .hiddenCells=${square ? data?.mask : undefined} .keptCells=${kind === "weights" ? data?.kept : undefined}
        .corner=${square ? (this.words?.corner ?? "") : ""} .rowLabels=${this.tokens} .columnLabels=${columns} .describe=${describe} .activeRow=${this.activeRow}
        .decimals=${square ? 2 : 4} .limit=${square ? this.weightLimit : this.contextLimit}></attention-matrix>
    </figure>`;
  }

  #onActive(event: CellActiveEvent): void {
    this.activeRow = event.detail?.row;
  }
}

customElements.define("attention-head", AttentionHead);

declare global {
  interface HTMLElementTagNameMap {
    "attention-head": AttentionHead;
  }
}
