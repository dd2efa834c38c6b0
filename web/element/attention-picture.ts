// <attention-picture>: the heads of a layer as cells, lines or tables, with their selector, their scales and what saves them.

import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { HeadData, HeadPin, HeadPinEvent } from "./attention-head.js";
import type { HeadsChangeEvent } from "./attention-head-select.js";
import { define } from "./define.js";
import { headLetter } from "./heads.js";
import { type Translate, translator } from "./i18n.js";
import { type LinesHead, shareOf } from "./lines.js";
import { largestMagnitude } from "./matrix.js";
import { exportTables } from "./picture-export.js";
import { exportWords, headWords, linesWords, selectWords } from "./scene/picture-words.js";
import type { Pin, View } from "./scene/state.js";
import { theme } from "./theme.js";

/** Sent when the reader chooses heads, moves the threshold or pins a cell; the host decides what it means. */
export type PictureChange = Partial<{
  readonly shown: ReadonlySet<number> | undefined;
  readonly threshold: number;
  readonly pin: Pin | undefined;
}>;
export type PictureChangeEvent = CustomEvent<PictureChange>;

/** What a saved file is called by and says of itself. */
export interface PictureCaption {
  readonly layer: string;
  readonly seed: string;
  /** Which sample of the batch is drawn, from 1. */
  readonly text: number;
  readonly description: string;
}

export class AttentionPicture extends LitElement {
  static override properties = {
    heads: { attribute: false },
    tokens: { attribute: false },
    view: { type: String },
    shown: { attribute: false },
    threshold: { type: Number },
    pin: { attribute: false },
    keys: { type: Boolean },
    headings: { type: Boolean },
    caption: { attribute: false },
    t: { attribute: false },
  };

  declare heads: readonly HeadData[];
  declare tokens: readonly string[];
  declare view: View;
  /** Indices of the heads drawn; undefined: all. */
  declare shown: ReadonlySet<number> | undefined;
  /** Lines below this weight are left out. */
  declare threshold: number;
  declare pin: Pin | undefined;
  /** Digit keys choose heads wherever the focus is, but in fields that are typed in. */
  declare keys: boolean;
  /** Heads' titles are headings of the third level. */
  declare headings: boolean;
  /** Absent: nothing can be saved. */
  declare caption: PictureCaption | undefined;
  declare t: Translate;

  constructor() {
    super();
    this.heads = [];
    this.tokens = [];
    this.view = "cells";
    this.threshold = 0.1;
    this.keys = false;
    this.headings = false;
    this.t = translator("en");
  }

  static override styles = [
    theme,
    css`
      attention-head-select, attention-export { margin-top: 0.75rem; }
      attention-head + attention-head { margin-top: 1rem; }
      .scales { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin: 0.75rem 0 1.25rem; }
      .hint { margin: 0; font-size: 0.8rem; line-height: 1.5; color: var(--muted); }
      .scales .hint { flex: 1 1 14rem; max-width: 26rem; }
      .threshold { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; margin: 0.75rem 0; font-size: 0.8rem; }
      .threshold input { min-height: 2.25rem; width: min(100%, 16rem); accent-color: var(--ink); }
      input:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    if (this.heads.length === 0) return nothing;
    return html`${this.#select()} ${this.view === "lines" ? this.#lines() : this.#heads()} ${this.#export()}`;
  }

  /** Indices of the heads drawn: those chosen that the layer has, or all. */
  get #indices(): number[] {
    const all = Array.from(this.heads.keys());
    const chosen = all.filter((head) => this.shown?.has(head));
    return chosen.length > 0 ? chosen : all;
  }

  #select(): TemplateResult | typeof nothing {
    const { heads, t } = this;
    if (heads.length < 2) return nothing;
    return html`<attention-head-select .count=${heads.length} .selected=${this.#indices} ?keys=${this.keys}
      .lines=${this.view === "lines"} .words=${selectWords(t)} @heads-change=${this.#onHeads}></attention-head-select>`;
  }

  #lines(): TemplateResult {
    const { heads, threshold, t } = this;
    const lines = this.#indices.flatMap((index): LinesHead[] => {
      const head = heads[index];
      return head ? [{ index, weights: head.weights, hidden: head.mask }] : [];
    });
    const share = (100 * shareOf(lines, threshold).kept).toFixed(0);
    return html`<div class="threshold">
        <label for="threshold">${t("heads.threshold")} <output>${threshold.toFixed(2)}</output></label>
        <input id="threshold" type="range" min="0" max="1" step="0.01" .value=${String(threshold)}
          aria-describedby="share" @input=${this.#onThreshold} />
        <p class="hint" id="share" role="status">${t("heads.share", { share })}</p>
      </div>
      <attention-lines exportparts="lines, readout" .heads=${lines} .tokens=${this.tokens} .threshold=${threshold} .words=${linesWords(t)}></attention-lines>`;
  }

  #heads(): TemplateResult {
    const { heads, t } = this;
    const weightLimit = largestMagnitude(
      heads.map(({ weights }) => weights),
      1,
    );
    const contextLimit = largestMagnitude(heads.map(({ context }) => context)) || 1;
    return html`<div class="scales">
        <attention-scale kind="weights" .label=${t("legend.weights")} .limit=${weightLimit}></attention-scale>
        <attention-scale kind="signed" .label=${t("heads.contextScale")} .limit=${contextLimit}></attention-scale>
        <p class="hint">${this.view === "cells" ? t("heads.hint") : nothing}${heads[0]?.mask ? nothing : html` ${t("heads.noMask")}`}</p>
      </div>
      ${this.#indices.map((index) => {
        const head = heads[index];
        return head ? this.#head(head, index, weightLimit, contextLimit) : nothing;
      })}`;
  }

  #head(head: HeadData, index: number, weightLimit: number, contextLimit: number): TemplateResult {
    const words = headWords(this.t, headLetter(index), isDropping(head));
    return html`<attention-head exportparts="title, grid, readout, table" .index=${index} .only=${this.heads.length === 1} .heading=${this.headings} .data=${head} .tokens=${this.tokens}
      .weightLimit=${weightLimit} .contextLimit=${contextLimit} .words=${words} .view=${this.view}
      .pin=${this.#pinOf(index)} @head-pin=${(event: HeadPinEvent) => this.#onPin(event, index)}></attention-head>`;
  }

  #pinOf(head: number): HeadPin | undefined {
    const { pin } = this;
    return pin?.head === head ? { panel: pin.panel, row: pin.row, column: pin.column } : undefined;
  }

  #export(): TemplateResult | typeof nothing {
    const { heads, t, caption } = this;
    if (!caption) return nothing;
    const indices = this.#indices;
    const shown = indices.flatMap((index) => (heads[index] ? [{ index, data: heads[index] }] : []));
    const { layer, seed, text, description } = caption;
    const letters = indices.map(headLetter).join("");
    // A table has no picture: its numbers are what is saved.
    return html`<attention-export .name=${[layer, `seed-${seed}`, `text-${text}`, letters].join("-")}
      .heading=${t("pictures.fileTitle", { layer, seed, text, heads: letters })} .description=${description}
      .picture=${this.view === "values" ? undefined : this.#drawn}
      .tables=${exportTables(t, shown, this.tokens)} .words=${exportWords(t)}></attention-export>`;
  }

  /** What is drawn, when the reader asks for it. */
  readonly #drawn = (): Element[] =>
    Array.from(this.renderRoot.querySelectorAll("attention-scale, attention-head, attention-lines"));

  #onHeads(event: HeadsChangeEvent): void {
    event.stopPropagation();
    const { heads, all } = event.detail;
    this.#change({ shown: all ? undefined : new Set(heads) });
  }

  #onThreshold(event: Event): void {
    this.#change({ threshold: Number((event.currentTarget as HTMLInputElement).value) });
  }

  /** The host keeps the pin, so that a link has it and one head at a time holds it. */
  #onPin(event: HeadPinEvent, head: number): void {
    event.preventDefault();
    event.stopPropagation();
    this.#change({ pin: event.detail ? { head, ...event.detail } : undefined });
  }

  #change(detail: PictureChange): void {
    this.dispatchEvent(new CustomEvent("picture-change", { detail, bubbles: true, composed: true }));
  }
}

function isDropping(head: HeadData): boolean {
  return head.kept !== undefined && Array.from(head.kept.data).includes(0);
}

define("attention-picture", AttentionPicture);

declare global {
  interface HTMLElementTagNameMap {
    "attention-picture": AttentionPicture;
  }
}
