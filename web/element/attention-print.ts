// <attention-print>: a tensor as PyTorch prints it, each digit marked as agreeing with its partner or not.

import { css, html, LitElement, type TemplateResult } from "lit";
import { define } from "./define.js";
import type { Piece } from "./digits.js";
import { theme } from "./theme.js";

export class AttentionPrint extends LitElement {
  static override properties = {
    label: { type: String },
    pieces: { attribute: false },
  };

  declare label: string;
  declare pieces: readonly Piece[];

  constructor() {
    super();
    this.label = "";
    this.pieces = [];
  }

  static override styles = [
    theme,
    css`
      figure { margin: 0; }
      figcaption { margin-bottom: 0.4rem; font-size: 0.8rem; color: var(--muted); }
      pre {
        margin: 0; padding: 0.1rem 0 0.4rem; overflow-x: auto; scrollbar-width: thin; color: var(--ink);
        font: var(--attention-print-size, 0.8rem) / 1.6 var(--mono);
      }
      pre:focus-visible { outline: 2px solid var(--ink); outline-offset: 3px; }
      /* Agreement is a quiet line under the digit; a difference is ink turned inside out. */
      .same { border-bottom: 1.5px solid light-dark(#0a7d5a, #3ecf9f); }
      .other { background: var(--ring); color: var(--paper); font-weight: 700; border-radius: 2px; border-bottom: 1.5px dashed var(--paper); }
      @media (forced-colors: active) {
        .other { background: Highlight; color: HighlightText; forced-color-adjust: none; }
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<figure>
      <figcaption>${this.label}</figcaption>
      <pre tabindex="0" role="region" aria-label=${this.label} translate="no">${this.pieces.map((piece) => this.#piece(piece))}</pre>
    </figure>`;
  }

  #piece({ text, agrees }: Piece): TemplateResult | string {
    if (agrees === undefined) return text;
    return html`<span class=${agrees ? "same" : "other"}>${text}</span>`;
  }
}

define("attention-print", AttentionPrint);

declare global {
  interface HTMLElementTagNameMap {
    "attention-print": AttentionPrint;
  }
}
