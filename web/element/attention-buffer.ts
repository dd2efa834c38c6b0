// <attention-buffer>: the mask as the layer keeps it, and the corner of it that a text of fewer tokens takes.

import { css, html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { define } from "./define.js";
import { type Matrix, valueAt } from "./matrix.js";
import { theme } from "./theme.js";

const CELL = 30;
const HEAD = 22;
const EDGE = 2;

export class AttentionBuffer extends LitElement {
  static override properties = {
    matrix: { attribute: false },
    tokens: { type: Number },
    label: { type: String },
  };

  /** (context_length, context_length), nonzero = hidden. */
  declare matrix: Matrix | undefined;
  /** How many rows and columns are taken. */
  declare tokens: number;
  /** What the picture shows, in words. */
  declare label: string;

  constructor() {
    super();
    this.tokens = 0;
    this.label = "";
  }

  static override styles = [
    theme,
    css`
      svg { display: block; font: 11px var(--text); font-variant-numeric: tabular-nums; }
      .cell { fill: var(--paper); stroke: var(--line); }
      .value { text-anchor: middle; fill: var(--ink); stroke: var(--paper); stroke-width: 3px; paint-order: stroke; }
      .left .value { fill: var(--muted); font-size: 9px; }
      .hatch { stroke: var(--muted); stroke-width: 1; opacity: 0.45; }
      .left .hatched { opacity: 0.35; }
      .frame { fill: none; stroke: var(--ink); stroke-width: 2.5; }
      .slice { fill: var(--ink); font: 12px var(--mono); }
      @media (forced-colors: active) {
        .cell { fill: Canvas; stroke: CanvasText; }
        .value, .slice { fill: CanvasText; stroke: Canvas; }
        .hatch { stroke: CanvasText; }
        .frame { stroke: Highlight; }
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { matrix, tokens } = this;
    if (!matrix) return nothing;
    const side = matrix.rows * CELL + 2 * EDGE;
    const indices = Array.from({ length: matrix.rows * matrix.columns }, (_, index) => index);
    const place = (index: number) => ({ row: Math.floor(index / matrix.columns), column: index % matrix.columns });
    const isTaken = (index: number) => Math.max(place(index).row, place(index).column) < tokens;
    const cells = (list: readonly number[]) =>
      list.map((index) => this.#cell(matrix, place(index).row, place(index).column));
    return html`<svg role="img" aria-label=${this.label} width=${side} height=${side + HEAD} viewBox="0 0 ${side} ${side + HEAD}">
      <defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line class="hatch" x1="0.5" x2="0.5" y2="6" /></pattern></defs>
      <text class="slice" x=${EDGE} y=${HEAD - 8}>[:${tokens}, :${tokens}]</text>
      <g class="left">${cells(indices.filter((index) => !isTaken(index)))}</g>
      <g class="taken">${cells(indices.filter(isTaken))}</g>
      <rect class="frame" x=${EDGE} y=${HEAD + EDGE} width=${tokens * CELL} height=${tokens * CELL} />
    </svg>`;
  }

  #cell(matrix: Matrix, row: number, column: number): TemplateResult {
    const value = valueAt(matrix, row, column);
    const [x, y] = [EDGE + column * CELL, HEAD + EDGE + row * CELL];
    return svg`<g data-row=${row} data-column=${column} data-value=${value}>
      <rect class="cell" x=${x} y=${y} width=${CELL} height=${CELL} />
      ${value === 0 ? nothing : svg`<rect class="hatched" x=${x} y=${y} width=${CELL} height=${CELL} fill="url(#hatch)" />`}
      <text class="value" x=${x + CELL / 2} y=${y + CELL / 2 + 4}>${value}</text></g>`;
  }
}

define("attention-buffer", AttentionBuffer);

declare global {
  interface HTMLElementTagNameMap {
    "attention-buffer": AttentionBuffer;
  }
}
