// <attention-scale>: a colour scale as a bar with its range printed, the key to the pictures beside it.

import { css, html, LitElement, svg, type TemplateResult } from "lit";
import { define } from "./define.js";
import { fixed } from "./numbers.js";
import { signedScale, weightScale } from "./scales.js";
import { PaperController, theme } from "./theme.js";

const STEPS = 33;
const WIDTH = 132;

export class AttentionScale extends LitElement {
  static override properties = {
    kind: { type: String },
    limit: { type: Number },
    label: { type: String },
  };

  declare kind: "weights" | "signed";
  /** The value at the deep end of the bar. */
  declare limit: number;
  declare label: string;

  readonly #paper = new PaperController(this);

  constructor() {
    super();
    this.kind = "weights";
    this.limit = 1;
    this.label = "";
  }

  static override styles = [
    theme,
    css`
      :host { font-size: 0.8rem; color: var(--muted); }
      svg { display: block; font: 11px var(--text); font-variant-numeric: tabular-nums; overflow: visible; }
      text { fill: var(--muted); }
      .middle { text-anchor: middle; }
      .end { text-anchor: end; }
      rect { shape-rendering: crispEdges; }
      .outline { fill: none; stroke: var(--line); }
      p { margin: 0 0 4px; }
      @media (forced-colors: active) {
        text { fill: CanvasText; }
      }
    `,
  ];

  override render(): TemplateResult {
    const signed = this.kind === "signed";
    const scale = signed ? signedScale(this.#paper.paper, this.limit) : weightScale(this.#paper.paper, this.limit);
    const from = signed ? -this.limit : 0;
    const step = (this.limit - from) / (STEPS - 1);
    const width = WIDTH / STEPS;
    return html`<p>${this.label}</p>
      <svg width=${WIDTH} height="28" aria-hidden="true">
        ${Array.from({ length: STEPS }, (_, i) => svg`<rect x=${i * width} width=${width} height="10" fill=${scale(from + i * step)} />`)}
        <rect class="outline" x="0.5" y="0.5" width=${WIDTH - 1} height="9" />
        <text y="24">${signed ? fixed(from, Number.isInteger(from) ? 0 : 2) : "0"}</text>
        ${signed ? svg`<text class="middle" x=${WIDTH / 2} y="24">0</text>` : ""}
        <text class="end" x=${WIDTH} y="24">${fixed(this.limit, Number.isInteger(this.limit) ? 0 : 2)}</text>
      </svg>`;
  }
}

define("attention-scale", AttentionScale);

declare global {
  interface HTMLElementTagNameMap {
    "attention-scale": AttentionScale;
  }
}
