// <attention-split>: the heads' own weights become one matrix, one product, and heads again; every number is seen to travel.

import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { define } from "./define.js";
import { largestMagnitude } from "./matrix.js";
import { signedScale } from "./scales.js";
import {
  countEqual,
  type Extent,
  type Figure,
  lineOf,
  matrixNames,
  NARROW,
  PROJECTIONS,
  type Projection,
  SPLIT_STEPS,
  type SplitData,
  type SplitStep,
  shapeOf,
  WIDE,
  wholeOf,
} from "./split-figure.js";
import { SplitLayout } from "./split-layout.js";
import { Motion } from "./split-motion.js";
import { printOf } from "./split-print.js";
import { figureView, numbersOf, splitFigureStyles } from "./split-view.js";
import { choices, type Rich, type StepWords, stepStyles, stepWithin } from "./step-controls.js";
import { SteppedElement } from "./stepped-element.js";
import { PaperController, theme } from "./theme.js";

/** What a sentence about a step may want to say. */
export interface SplitFacts extends Extent {
  readonly step: SplitStep;
  readonly of: Projection;
  /** How many of the split's numbers are the wrapper's, bit for bit. */
  readonly equal: number;
  readonly all: number;
}

export interface SplitWords extends StepWords<SplitStep> {
  readonly text: (facts: SplitFacts) => Rich;
  /** What is projected: the row of choices, and the choices. */
  readonly projection: string;
  readonly projections: Readonly<Record<Projection, string>>;
  /** The row of tokens to follow. */
  readonly follow: string;
  readonly wrapper: string;
  readonly split: string;
  readonly print: string;
  readonly scale: string;
  /** The picture in words: the step's name, the token followed and its numbers. */
  readonly picture: (step: string, token: string, numbers: string) => string;
  /** What of the whole is drawn, where that is not all. */
  readonly cut: (drawn: Extent, whole: Extent) => string;
}

/** What the reader chose; the owner may keep it. */
export type SplitChangeEvent = CustomEvent<{ readonly step: number; readonly of: Projection; readonly token: number }>;

export class AttentionSplit extends SteppedElement<SplitStep> {
  static override properties = {
    data: { attribute: false },
    words: { attribute: false },
    of: { type: String },
    token: { type: Number },
    wide: { state: true },
  };

  declare data: Readonly<Record<Projection, SplitData>> | undefined;
  declare words: SplitWords | undefined;
  declare of: Projection;
  /** The token whose numbers are ringed. */
  declare token: number;
  declare private wide: boolean;

  protected override readonly steps = SPLIT_STEPS;
  readonly #paper = new PaperController(this);
  readonly #motion = new Motion(this);
  readonly #observer = new ResizeObserver(() => this.#measure());
  #layout: SplitLayout | undefined;
  #figure: Figure | undefined;

  constructor() {
    super();
    this.of = "queries";
    this.token = 0;
    this.wide = true;
  }

  static override styles = [
    theme,
    stepStyles,
    splitFigureStyles,
    css`
      :host { container-type: inline-size; }
      .options { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 1rem 0 1.25rem; }
      .option { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; font-size: 0.8rem; color: var(--muted); }
      .body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem 2.5rem; }
      .side { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start; }
      .text { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; align-content: start; max-width: 36rem; }
      p { margin: 0; text-wrap: pretty; }
      .cut { font-size: 0.8rem; color: var(--muted); margin-top: 0.5rem; }
      code { font-family: var(--mono); font-size: 0.85em; overflow-wrap: anywhere; }
      .line { display: block; padding-inline-start: 0.6rem; border-inline-start: 3px solid var(--line); }
      @container (min-width: 54rem) {
        .body { grid-template-columns: auto minmax(0, 1fr); }
        /* Room for the longest text and print, so that what is below stays put from step to step. */
        .text { min-height: 10.5rem; }
        attention-print { min-height: calc(var(--print-lines, 1) * 1.28rem + 1.9rem); }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
  }

  /** Four decimals where there is room for them. */
  #measure(): void {
    const data = this.data?.[this.of];
    if (data && this.clientWidth > 0) this.wide = new SplitLayout(data, WIDE).width <= this.clientWidth;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const data = this.data?.[this.of];
    if (!data || !this.words) return;
    if (changed.has("data") || changed.has("of")) this.#measure();
    this.#layout = new SplitLayout(data, this.wide ? WIDE : NARROW);
    const { wrapper, split } = this.words;
    this.#figure = this.#layout.figure(this.stepName, this.#token, { ...matrixNames(this.of), wrapper, split });
  }

  override updated(changed: PropertyValues<this>): void {
    const data = this.data?.[this.of];
    if (!this.#figure || !data) return;
    this.#motion.show(this.#figure, changed.has("step"));
    const lines = SPLIT_STEPS.map((step) => printOf(step, data).split("\n").length);
    // Not on the element itself: no markup of the page gets a style attribute.
    const print = this.renderRoot.querySelector("attention-print");
    print?.style.setProperty("--print-lines", String(Math.max(...lines)));
  }

  override render(): TemplateResult | typeof nothing {
    const { words } = this;
    const data = this.data?.[this.of];
    if (!data || !words || !this.#figure || !this.#layout) return nothing;
    return this.stepped(
      words,
      html`${this.#options(data, words)}
      <div class="body">
        <div>${this.#picture(data, words, this.#figure)}${this.#cut(words, this.#layout)}</div>
        <div class="side">${this.#text(data, words)}</div>
      </div>`,
    );
  }

  protected override goTo(step: number): void {
    this.#change({ step });
  }

  /** A token that is drawn. */
  get #token(): number {
    return stepWithin(this.token, this.#layout?.extent.tokens ?? 0);
  }

  #options({ tokens }: SplitData, words: SplitWords): TemplateResult {
    const drawn = tokens.slice(0, this.#layout?.extent.tokens).map((token, index) => [index, token] as const);
    return html`<div class="options">
      <div class="option"><span>${words.projection}</span>${choices(
        words.projection,
        PROJECTIONS.map((of) => [of, words.projections[of]] as const),
        this.of,
        (of) => this.#change({ of }),
      )}</div>
      <div class="option"><span>${words.follow}</span>${choices(words.follow, drawn, this.#token, (token) => this.#change({ token }))}</div>
    </div>`;
  }

  #picture(data: SplitData, words: SplitWords, figure: Figure): TemplateResult {
    const limit = largestMagnitude([data.x, data.joined, ...data.split]) || 1;
    const numbers = numbersOf(data, this.#token);
    return html`<attention-scale kind="signed" .label=${words.scale} .limit=${limit}></attention-scale>
      <div class="figure" @click=${this.#onClick}>${figureView(figure, {
        grain: this.wide ? WIDE : NARROW,
        scale: signedScale(this.#paper.paper, limit),
        token: this.#token,
        label: words.picture(words.names[this.stepName], data.tokens[this.#token] ?? "", numbers),
      })}</div>`;
  }

  #cut(words: SplitWords, { extent, whole }: SplitLayout): TemplateResult | typeof nothing {
    const isWhole = (Object.keys(whole) as (keyof Extent)[]).every((axis) => extent[axis] === whole[axis]);
    return isWhole ? nothing : html`<p class="cut">${words.cut(extent, whole)}</p>`;
  }

  #text(data: SplitData, words: SplitWords): TemplateResult {
    const step = this.stepName;
    const [axes, sizes] = shapeOf(step, data);
    const facts = { step, of: this.of, ...wholeOf(data), ...countEqual(data) };
    return html`<div class="text" aria-live="polite" aria-atomic="true">
        <p class="shape"><code>${axes}</code> = <code>${sizes}</code></p>
        <p>${words.text(facts)}</p>
        <code class="line" translate="no">${lineOf(step, this.of)}</code>
      </div>
      <attention-print .label=${words.print} .pieces=${[{ text: printOf(step, data) }]}></attention-print>`;
  }

  readonly #onClick = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target.closest<SVGElement>("[data-token]") : null;
    if (target) this.#change({ token: Number(target.dataset.token) });
  };

  #change(change: Partial<SplitChangeEvent["detail"]>): void {
    const detail = { step: this.place, of: this.of, token: this.#token, ...change };
    Object.assign(this, detail);
    this.dispatchEvent(new CustomEvent("split-change", { detail, bubbles: true, composed: true }));
  }
}

define("attention-split", AttentionSplit);

declare global {
  interface HTMLElementTagNameMap {
    "attention-split": AttentionSplit;
  }
}
