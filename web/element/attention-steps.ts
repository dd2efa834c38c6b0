// <attention-steps>: one pass through multi-head attention, a step at a time, beside the code that does it.

import { css, html, nothing, type TemplateResult } from "lit";
import type { CodeLine, LineChooseEvent } from "./attention-code.js";
import type { HeadSelectWords, HeadsChangeEvent } from "./attention-head-select.js";
import type { CellActiveEvent } from "./attention-matrix.js";
import { define } from "./define.js";
import { choices, type Rich, type StepWords, stepStyles } from "./step-controls.js";
import { SteppedElement } from "./stepped-element.js";
import { codeOf, DIALECTS, type Dialect } from "./steps-code.js";
import {
  type Axis,
  headsIn,
  MULTI_HEAD_CLASSES,
  type MultiHeadClass,
  STEPS,
  type Step,
  type StepsData,
  shapeOfStep,
} from "./steps-data.js";
import { groupsOf, isPerHead } from "./steps-panels.js";
import { groupView, type PictureWords, pictureStyles, scaleView } from "./steps-view.js";
import { theme } from "./theme.js";

export interface StepsWords extends StepWords<Step>, PictureWords {
  readonly text: (step: Step, data: StepsData) => Rich;
  readonly axes: Readonly<Record<Axis, string>>;
  /** The last axis of scores and weights, which has as many keys as there are tokens. */
  readonly keyAxis: string;
  readonly heads: HeadSelectWords;
  /** Where only the first of the heads chosen are drawn. */
  readonly someHeads: (drawn: number) => string;
  readonly code: string;
  readonly dialect: string;
  readonly dialects: Readonly<Record<Dialect, string>>;
  readonly layer: string;
  /** Where no line of the code does the step. */
  readonly noLine: string;
  /** How the lines are walked. */
  readonly keys: string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
}

/** What the reader chose; the owner may keep it. No heads mean all. */
export type StepsChangeEvent = CustomEvent<{
  readonly step: number;
  readonly heads: readonly number[];
  readonly dialect: Dialect;
  readonly layer: MultiHeadClass;
}>;

export class AttentionSteps extends SteppedElement<Step> {
  static override properties = {
    data: { attribute: false },
    words: { attribute: false },
    heads: { attribute: false },
    dialect: { type: String },
    layer: { type: String },
    headings: { type: Boolean },
    activeRow: { state: true },
    copied: { state: true },
  };

  declare data: Readonly<Record<MultiHeadClass, StepsData>> | undefined;
  declare words: StepsWords | undefined;
  /** Indices of the heads drawn; none means all. */
  declare heads: readonly number[];
  declare dialect: Dialect;
  /** The class whose pass and code are shown. */
  declare layer: MultiHeadClass;
  /** Heads' titles are headings of the fourth level. */
  declare headings: boolean;
  declare private activeRow: number | undefined;
  /** Whether the code on show was copied; undefined until that is tried. */
  declare private copied: boolean | undefined;

  protected override readonly steps = STEPS;

  constructor() {
    super();
    this.heads = [0];
    this.dialect = "pytorch";
    this.layer = "MultiHeadAttention";
    this.headings = false;
  }

  static override styles = [
    theme,
    stepStyles,
    pictureStyles,
    css`
      :host { container-type: inline-size; }
      .body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem 2.5rem; margin-top: 1rem; }
      p { margin: 0; text-wrap: pretty; }
      .text { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; align-content: start; max-width: 40rem; }
      .axes { color: var(--muted); font-size: 0.8rem; }
      .options { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem 2rem; margin: 1rem 0; min-height: 2.75rem; }
      .switches { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin-bottom: 0.6rem; }
      .hint { font-size: 0.8rem; color: var(--muted); }
      .copy { display: inline-flex; align-items: center; gap: 0.5rem; }
      .hint.keys { margin-top: 0.4rem; }
      code { font-family: var(--mono); font-size: 0.85em; overflow-wrap: anywhere; }
      @container (min-width: 58rem) {
        .body { grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); }
        /* Room for the longest text, so that the pictures stay put from step to step. */
        .text { min-height: 7.25rem; }
        attention-code { --attention-code-height: 36rem; }
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { words } = this;
    const data = this.data?.[this.layer];
    if (!data || !words) return nothing;
    return this.stepped(
      words,
      html`<div class="body">
        <div>${this.#text(data, words)} ${this.#pictures(data, words)}</div>
        <div>${this.#code(data, words)}</div>
      </div>`,
    );
  }

  protected override goTo(step: number): void {
    this.#change({ step });
  }

  #text(data: StepsData, words: StepsWords): TemplateResult {
    const { axes, sizes, times } = shapeOfStep(this.stepName, data);
    const isSquare = axes.at(-1) === axes.at(-2);
    const inWords = axes.map((axis, index) =>
      isSquare && index === axes.length - 1 ? words.keyAxis : words.axes[axis],
    );
    const many = times > 1 ? `${times} × ` : "";
    return html`<div class="text" aria-live="polite" aria-atomic="true">
      <p class="shape"><code>${times > 1 ? "num_heads × " : ""}(${axes.join(", ")})</code> = <code>${many}(${sizes.join(", ")})</code>
        <span class="axes">${inWords.join(" × ")}</span></p>
      <p>${words.text(this.stepName, data)}</p>
    </div>`;
  }

  #pictures(data: StepsData, words: StepsWords): TemplateResult {
    const count = headsIn(data);
    const chosen = this.heads.filter((head) => head < count);
    const heads = chosen.length > 0 ? chosen : Array.from({ length: count }, (_, head) => head);
    const groups = groupsOf(this.stepName, data, heads);
    const drawsHeads = isPerHead(this.stepName, data);
    const isCut = drawsHeads && groups.length < heads.length;
    return html`<div class="options">
        ${scaleView(groups, words)}
        ${count > 1 && drawsHeads ? html`<attention-head-select .count=${count} .selected=${chosen} .words=${words.heads} @heads-change=${this.#onHeads}></attention-head-select>` : nothing}
      </div>
      <div class="pictures"><div class="groups" @cell-active=${this.#onActive}>
        ${groups.map((group) => groupView(group, data.tokens, words, this.activeRow, this.headings))}
      </div></div>
      ${isCut ? html`<p class="hint">${words.someHeads(groups.length)}</p>` : nothing}`;
  }

  #code(data: StepsData, words: StepsWords): TemplateResult {
    const lines = codeOf(this.dialect, data);
    const hasLine = lines.some(({ steps }) => steps?.includes(this.stepName));
    const dialects = DIALECTS.map((dialect) => [dialect, words.dialects[dialect]] as const);
    return html`<div class="switches">
        ${choices(words.dialect, dialects, this.dialect, (dialect) => this.#change({ dialect }))}
        ${choices(
          words.layer,
          MULTI_HEAD_CLASSES.map((name) => [name, name] as const),
          this.layer,
          (layer) => this.#change({ layer }),
        )}
        ${this.#copyButton(lines, words)}
      </div>
      <attention-code .lines=${lines} .step=${this.stepName} .label=${words.code} @line-choose=${this.#onLine}></attention-code>
      <p class="hint keys">${hasLine ? words.keys : words.noLine}</p>`;
  }

  /** Lines are buttons, which no one can select text across. */
  #copyButton(lines: readonly CodeLine[], words: StepsWords): TemplateResult | typeof nothing {
    if (!navigator.clipboard) return nothing;
    const said = this.copied === undefined ? "" : this.copied ? words.copied : words.notCopied;
    const text = lines.map((line) => line.text).join("\n");
    return html`<span class="copy"><button type="button" @click=${() => this.#copy(text)}>${words.copy}</button>
      <span role="status" class="hint">${said}</span></span>`;
  }

  async #copy(text: string): Promise<void> {
    this.copied = await navigator.clipboard.writeText(`${text}\n`).then(
      () => true,
      () => false,
    );
  }

  readonly #onHeads = (event: HeadsChangeEvent): void => {
    event.stopPropagation();
    this.#change({ heads: event.detail.all ? [] : event.detail.heads });
  };

  readonly #onLine = (event: LineChooseEvent): void => {
    event.stopPropagation();
    const step = (STEPS as readonly string[]).indexOf(event.detail.step);
    if (step !== -1) this.#change({ step });
  };

  readonly #onActive = (event: CellActiveEvent): void => {
    this.activeRow = event.detail?.row;
  };

  #change(change: Partial<StepsChangeEvent["detail"]>): void {
    const { heads, dialect, layer } = this;
    const detail = { step: this.place, heads, dialect, layer, ...change };
    if (detail.dialect !== dialect || detail.layer !== layer) this.copied = undefined;
    Object.assign(this, detail);
    this.dispatchEvent(new CustomEvent("steps-change", { detail, bubbles: true, composed: true }));
  }
}

define("attention-steps", AttentionSteps);

declare global {
  interface HTMLElementTagNameMap {
    "attention-steps": AttentionSteps;
  }
}
