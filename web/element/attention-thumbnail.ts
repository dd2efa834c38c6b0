// <attention-thumbnail>: a head's weights as one small image, for seeing many heads at once; cells are told by the large picture.

import { css, html, LitElement, type TemplateResult } from "lit";
import { define } from "./define.js";
import { type Matrix, valueAt } from "./matrix.js";
import { weightScale } from "./scales.js";
import { PaperController, theme } from "./theme.js";

// Device pixels per cell: enough that no browser smooths the edges away, few enough to paint in no time.
const CELL = 8;

export class AttentionThumbnail extends LitElement {
  static override properties = {
    matrix: { attribute: false },
    hiddenCells: { attribute: false },
    label: { type: String },
    limit: { type: Number },
    row: { type: Number },
  };

  declare matrix: Matrix | undefined;
  /** Same size as `matrix`; nonzero = hidden by the mask. */
  declare hiddenCells: Matrix | undefined;
  /** What the image shows, in words. */
  declare label: string;
  /** The value at the deep end of the colour scale. */
  declare limit: number;
  /** The query that other pictures show; marked at the image's edge. */
  declare row: number | undefined;

  readonly #paper = new PaperController(this);

  constructor() {
    super();
    this.label = "";
    this.limit = 1;
  }

  static override styles = [
    theme,
    css`
      .frame { position: relative; }
      /* The canvas's colour is the hatch's. */
      canvas { display: block; color: var(--muted); width: 100%; image-rendering: pixelated; outline: 1px solid var(--line); }
      .row { position: absolute; inset-inline: 0; box-sizing: border-box; height: calc(100% / var(--rows)); top: calc(100% * var(--row) / var(--rows));
        border-block: 1px solid var(--ink); pointer-events: none; }
      @media (forced-colors: active) {
        canvas { outline-color: CanvasText; }
        .row { border-color: Highlight; }
      }
    `,
  ];

  override render(): TemplateResult {
    const rows = this.matrix?.rows ?? 0;
    const columns = this.matrix?.columns ?? 0;
    const marked = this.row !== undefined && this.row < rows;
    return html`<div class="frame">
      <canvas role="img" aria-label=${this.label} width=${columns * CELL} height=${rows * CELL}></canvas>
      <div class="row" ?hidden=${!marked}></div>
    </div>`;
  }

  override updated(): void {
    const { matrix } = this;
    this.style.setProperty("--rows", String(matrix?.rows ?? 1));
    this.style.setProperty("--row", String(this.row ?? 0));
    const canvas = this.renderRoot.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (matrix && canvas && context) this.#draw(matrix, context, getComputedStyle(canvas).color);
  }

  #draw(matrix: Matrix, context: CanvasRenderingContext2D, line: string): void {
    const { paper } = this.#paper;
    const scale = weightScale(paper, this.limit);
    context.fillStyle = paper.colour;
    context.fillRect(0, 0, matrix.columns * CELL, matrix.rows * CELL);
    context.strokeStyle = line;
    for (let row = 0; row < matrix.rows; row++) {
      for (let column = 0; column < matrix.columns; column++) {
        const [x, y] = [column * CELL, row * CELL];
        if (this.hiddenCells && valueAt(this.hiddenCells, row, column) !== 0) hatch(context, x, y);
        else fill(context, x, y, scale(valueAt(matrix, row, column)));
      }
    }
  }
}

function fill(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.fillStyle = colour;
  context.fillRect(x, y, CELL, CELL);
}

/** The diagonal that stands for "hidden" in every picture. */
function hatch(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.globalAlpha = 0.3;
  context.beginPath();
  context.moveTo(x, y + CELL);
  context.lineTo(x + CELL, y);
  context.stroke();
  context.globalAlpha = 1;
}

define("attention-thumbnail", AttentionThumbnail);

declare global {
  interface HTMLElementTagNameMap {
    "attention-thumbnail": AttentionThumbnail;
  }
}
