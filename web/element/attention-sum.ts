// <attention-sum>: one query's row written out: each key's score and weight times its value, and what that adds up to.

import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { define } from "./define.js";
import { fixed } from "./numbers.js";
import { type Scale, signedScale, textOn, weightScale } from "./scales.js";
import { PaperController, theme } from "./theme.js";

/** What one key adds to a query's context. */
export interface Term {
  readonly label: string;
  readonly score: number;
  /** What softmax sees, where that is not the score itself. */
  readonly scaled?: number;
  readonly weight: number;
  readonly state: "shown" | "hidden" | "dropped";
  readonly value: ArrayLike<number>;
}

export interface SumWords {
  readonly key: string;
  readonly score: string;
  readonly scaled: string;
  readonly weight: string;
  readonly value: string;
  readonly context: string;
  readonly hidden: string;
  readonly dropped: string;
}

const DECIMALS = 4;
// More columns than these are no longer read as one vector.
const MOST_COLUMNS = 8;

export class AttentionSum extends LitElement {
  static override properties = {
    label: { type: String },
    name: { type: String },
    terms: { attribute: false },
    sum: { attribute: false },
    weightLimit: { type: Number },
    scoreLimit: { type: Number },
    valueLimit: { type: Number },
    words: { attribute: false },
    overflowing: { state: true },
  };

  /** The table's caption. */
  declare label: string;
  /** What tells it from other such tables on the page, where it must be scrolled. */
  declare name: string;
  declare terms: readonly Term[];
  /** The query's context vector. */
  declare sum: ArrayLike<number>;
  declare weightLimit: number;
  declare scoreLimit: number;
  declare valueLimit: number;
  declare words: SumWords | undefined;
  /** Wider than its room: a stop for the keys that scroll it. */
  declare private overflowing: boolean;

  readonly #paper = new PaperController(this);
  #observer: ResizeObserver | undefined;

  constructor() {
    super();
    this.label = "";
    this.name = "";
    this.terms = [];
    this.sum = [];
    this.weightLimit = 1;
    this.scoreLimit = 1;
    this.valueLimit = 1;
    this.overflowing = false;
  }

  static override styles = [
    theme,
    css`
      .scroll { overflow-x: auto; scrollbar-width: thin; padding: 2px; margin: -2px; }
      .scroll:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
      table { border-collapse: separate; border-spacing: 1px; font-size: 0.7rem; }
      caption { text-align: start; font-size: 0.8rem; color: var(--muted); padding-bottom: 4px; }
      th { font-weight: 400; color: var(--muted); padding: 0 0.4rem 2px 0; text-align: center; white-space: nowrap; }
      th[scope="row"] { max-width: 4.6rem; overflow: hidden; text-overflow: ellipsis; text-align: end; padding-bottom: 0; }
      tfoot th[scope="row"] { max-width: none; color: var(--ink); font-weight: 650; }
      td { padding: 0; height: 1.75rem; text-align: center; white-space: nowrap; }
      .number { min-width: 2.9rem; outline: 1px solid var(--line); outline-offset: -0.5px; position: relative;
        background-color: var(--fill, var(--paper)); color: var(--on, var(--ink)); }
      .sign { min-width: 0.6rem; color: var(--muted); }
      .more { color: var(--muted); padding-inline: 0.2rem; }
      tfoot .number { font-weight: 650; border-top: 2px solid var(--ink); }
      /* As in the matrices: lines at 45 degrees are hidden, an empty outline is dropped. */
      .hidden { color: var(--muted); background-image: repeating-linear-gradient(135deg, transparent 0 3.7px,
        color-mix(in srgb, var(--muted) 45%, transparent) 3.7px 4.24px); }
      .dropped::after { content: ""; position: absolute; inset: 5px; border: 1px solid var(--muted); }
      .said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      /* All columns of a scaled row on the narrowest phones. */
      @media (max-width: 24rem) {
        table { font-size: 0.64rem; }
        th { padding-inline-end: 0.2rem; }
        .number { min-width: 2.5rem; }
      }
      @media (forced-colors: active) {
        .number { outline-color: CanvasText; }
        .dropped::after { border-style: dashed; }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer = new ResizeObserver(() => this.#measure());
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  #measure(): void {
    const scroll = this.renderRoot.querySelector(".scroll");
    this.overflowing = scroll !== null && scroll.scrollWidth > scroll.clientWidth;
  }

  override render(): TemplateResult | typeof nothing {
    const { words } = this;
    if (!words) return nothing;
    const isScaled = this.terms.some(({ scaled }) => scaled !== undefined);
    const width = Math.min(this.sum.length, MOST_COLUMNS) + (this.sum.length > MOST_COLUMNS ? 1 : 0);
    return html`<div class="scroll" tabindex=${this.overflowing ? 0 : nothing} role=${this.overflowing ? "region" : nothing}
        aria-label=${this.overflowing ? this.name : nothing}><table>
      <caption>${this.label}</caption>
      <thead><tr><th scope="col">${words.key}</th><th scope="col">${words.score}</th>
        ${isScaled ? html`<th scope="col">${words.scaled}</th>` : nothing}<td></td><th scope="col">${words.weight}</th><td></td>
        <th scope="colgroup" colspan=${width}>${words.value}</th></tr></thead>
      <tbody>${this.terms.map((term, index) => this.#term(term, index, words, isScaled))}</tbody>
      <tfoot><tr><th scope="row" colspan=${isScaled ? 5 : 4}>${words.context}</th><td class="sign" aria-hidden="true">=</td>
        ${this.#vector(this.sum)}</tr></tfoot>
    </table></div>`;
  }

  #term(term: Term, index: number, words: SumWords, isScaled: boolean): TemplateResult {
    const { label, score, scaled, weight, value, state } = term;
    const isHidden = state === "hidden";
    return html`<tr data-state=${state}><th scope="row" translate="no">${label}</th>${number(score, "scores")}
      ${isScaled ? (isHidden ? html`<td class="number hidden">−inf</td>` : number(scaled ?? Number.NaN, "scores")) : nothing}
      <td class="sign" aria-hidden="true">${index === 0 ? "" : "+"}</td>
      ${isHidden ? html`<td class="number hidden">0<span class="said"> ${words.hidden}</span></td>` : nothing}
      ${state === "dropped" ? html`<td class="number dropped"><span class="said">0 ${words.dropped}</span></td>` : nothing}
      ${state === "shown" ? number(weight, "weights") : nothing}
      <td class="sign" aria-hidden="true">×</td>${this.#vector(value)}</tr>`;
  }

  #vector(values: ArrayLike<number>): TemplateResult[] {
    const shown = Array.from(values).slice(0, MOST_COLUMNS);
    const cells = shown.map((value) => number(value, "values"));
    return values.length > shown.length ? [...cells, html`<td class="more">…</td>`] : cells;
  }

  /** Tints go in through the object model: a style attribute in markup is what the page's policy forbids. */
  override updated(): void {
    const { paper } = this.#paper;
    const scales: Readonly<Record<string, Scale>> = {
      weights: weightScale(paper, this.weightLimit),
      scores: signedScale(paper, this.scoreLimit),
      values: signedScale(paper, this.valueLimit),
    };
    for (const cell of this.renderRoot.querySelectorAll<HTMLElement>("[data-tint]")) {
      const fill = scales[cell.dataset.tint ?? ""]?.(Number(cell.dataset.value)) ?? paper.colour;
      cell.style.setProperty("--fill", fill);
      cell.style.setProperty("--on", textOn(fill));
    }
    this.#measure();
  }
}

function number(value: number, tint: "scores" | "weights" | "values"): TemplateResult {
  return html`<td class="number" data-tint=${tint} data-value=${value}>${fixed(value, DECIMALS)}</td>`;
}

define("attention-sum", AttentionSum);

declare global {
  interface HTMLElementTagNameMap {
    "attention-sum": AttentionSum;
  }
}
