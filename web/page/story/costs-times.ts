// <costs-times>: the button that measures both classes on the reader's machine, and what came of it.

import { html, LitElement, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { Translate } from "../i18n.js";
import { SIZES, type Size } from "./costs-count.js";
import { isNoise, type Pair, type Spread } from "./costs-measure.js";
import { LONGEST_MS, type Measured, measureAll, RULES, realPace } from "./costs-run.js";
import { inUnit, timeInWords, unitFor } from "./time-words.js";

type Phase = "idle" | "running" | "done" | "cancelled" | "failed";

const BAR = 150;
const LAYERS = [
  ["wrapper", "MultiHeadAttentionWrapper"],
  ["split", "MultiHeadAttention"],
] as const;

/** In the page's own tree, so that the page's styles reach it. */
export class CostsTimes extends LitElement {
  static override properties = {
    t: { attribute: false },
    phase: { state: true },
    progress: { state: true },
    measured: { state: true },
  };

  declare t: Translate | undefined;
  declare private phase: Phase;
  /** Of the whole measurement, from 0 to 1. */
  declare private progress: number;
  declare private measured: readonly Measured[];
  #running: AbortController | undefined;

  constructor() {
    super();
    this.phase = "idle";
    this.progress = 0;
    this.measured = [];
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running?.abort();
  }

  override render(): TemplateResult | typeof nothing {
    const { t } = this;
    if (!t) return nothing;
    const isRunning = this.phase === "running";
    return html`<div class="run">
        <button type="button" @click=${isRunning ? this.#cancel : this.#measure}>${t(isRunning ? "costs.cancel" : "costs.measure")}</button>
        <progress max="1" .value=${this.progress} aria-label=${t("costs.progress")}></progress>
        <span role="status">${this.phase === "idle" ? nothing : t(`costs.phase.${this.phase}`)}</span>
      </div>
      ${this.measured.length === 0 ? nothing : this.#results(t)}`;
  }

  #results(t: Translate): TemplateResult {
    return html`<div class="results">${this.measured.map((one) => this.#result(t, one))}</div>
      <p class="hint">${t("costs.bars", { rounds: RULES.rounds })}</p>`;
  }

  #result(t: Translate, { size, times, expected }: Measured): TemplateResult {
    const { tokens, heads, headDim } = size;
    const name = t("costs.sizeName", { tokens, heads, dOut: heads * headDim });
    if (times)
      return html`<table data-size=${size.name}><caption>${name}</caption><tbody>${LAYERS.map(([layer, label]) => this.#row(t, times, layer, label))}</tbody></table>
      <p class="compared">${this.#verdict(t, times)}</p>`;
    const values = { time: timeInWords(expected ?? 0), limit: LONGEST_MS };
    return html`<p class="skipped" data-size=${size.name}><strong>${name}</strong> ${t("costs.skipped", values)}</p>`;
  }

  #row(t: Translate, times: Pair<Spread>, layer: keyof Pair<Spread>, label: string): TemplateResult {
    const { median, low, high } = times[layer];
    const longest = Math.max(times.wrapper.high, times.split.high);
    const unit = unitFor(median);
    const spread = t("costs.spread", { low: inUnit(low, unit), high: inUnit(high, unit) });
    return html`<tr><th scope="row"><code>${label}</code></th>
      <td class="bar">${bar(times[layer], longest)}</td>
      <td><strong>${timeInWords(median)}</strong> <span class="spread">${spread}</span></td></tr>`;
  }

  #verdict(t: Translate, times: Pair<Spread>): string {
    if (isNoise(times)) return t("costs.noise");
    const change = times.split.median / times.wrapper.median - 1;
    const percent = Number((Math.abs(change) * 100).toPrecision(2));
    return t(change < 0 ? "costs.less" : "costs.more", { percent });
  }

  readonly #cancel = (): void => this.#running?.abort();

  readonly #measure = async (): Promise<void> => {
    const running = new AbortController();
    this.#running = running;
    [this.phase, this.progress, this.measured] = ["running", 0, []];
    try {
      const sizes: readonly Size[] = SIZES;
      this.measured = await measureAll(sizes, realPace(running.signal), (measured, progress) => {
        [this.measured, this.progress] = [measured, progress];
      });
      [this.phase, this.progress] = running.signal.aborted ? ["cancelled", 0] : ["done", 1];
    } catch (error) {
      this.phase = "failed";
      throw error;
    }
  };
}

/** The median as a bar, the middle half as a line with ends. */
function bar({ median, low, high }: Spread, longest: number): SVGTemplateResult {
  const at = (time: number) => (time / longest) * (BAR - 2) + 1;
  return svg`<svg width=${BAR} height="18" aria-hidden="true">
    <rect class="median" y="2" width=${at(median)} height="14" />
    <path class="middle-half" d="M${at(low)} 9H${at(high)}M${at(low)} 5v8M${at(high)} 5v8" /></svg>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "costs-times": CostsTimes;
  }
}
