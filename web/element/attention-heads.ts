// <attention-heads>: a layer's heads on a text, computed on the reader's machine: what a tutorial embeds.

import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { type TensorLike, tensor } from "../api/index.js";
import type { PictureChangeEvent } from "./attention-picture.js";
import { define } from "./define.js";
import { type Given, readGiven } from "./embed-state.js";
import { type Engine, startEngine } from "./engine.js";
import { chooseLanguage, LANG, type Language, translator } from "./i18n.js";
import { compute, type Result } from "./scene/compute.js";
import { type Input, inputOf } from "./scene/input.js";
import { fieldsOf, pythonCall } from "./scene/layers.js";
import { type Problem, problemBefore, problemOf, say } from "./scene/problems.js";
import type { OwnWeights } from "./scene/source.js";
import { type State, toParams, VIEWS, type View } from "./scene/state.js";
import { theme } from "./theme.js";

/** Sent after the reader's own changes, never after the host's: the hash that shows the same in the page. */
export type AttentionChangeEvent = CustomEvent<{ readonly permalink: string }>;

type Look = Pick<State, "view" | "threshold" | "sample"> & Partial<Pick<State, "shown" | "pin">>;

interface Outcome {
  readonly input?: Input;
  readonly result?: Result;
  readonly problem?: Problem;
}

const GIVEN: readonly string[] = [
  ...["permalink", "text", "layer", "seed", "heads", "dIn", "dOut", "contextLength", "dropout", "mode", "unmasked"],
  ...["embeddings", "words", "weights", "view"],
];

/**
 * @slot - shown until the picture is drawn, and where it cannot be
 * @csspart problem - the sentence that says why there is no picture
 * @fires attention-change - after the reader's own changes
 */
export class AttentionHeads extends LitElement {
  static override properties = {
    permalink: { type: String, reflect: true },
    text: { type: String, reflect: true },
    layer: { type: String, reflect: true },
    seed: { type: String, reflect: true },
    heads: { type: String, reflect: true },
    dIn: { type: String, attribute: "d-in", reflect: true },
    dOut: { type: String, attribute: "d-out", reflect: true },
    contextLength: { type: String, attribute: "context-length", reflect: true },
    dropout: { type: String, reflect: true },
    mode: { type: String, reflect: true },
    view: { type: String, reflect: true },
    unmasked: { type: Boolean, reflect: true },
    plain: { type: Boolean, reflect: true },
    explorer: { type: String, reflect: true },
    embeddings: { attribute: false },
    words: { attribute: false },
    weights: { attribute: false },
    engine: { state: true },
    look: { state: true },
  };

  /** What the page's address has after its #; attributes beside it win. */
  declare permalink: string | undefined;
  /** A line a sample; each word has a vector of its own. Without it, the article's six tokens. */
  declare text: string | undefined;
  /** The class, by its name in the API. */
  declare layer: string | undefined;
  /** A whole number, as text: it may be longer than a JavaScript number. */
  declare seed: string | undefined;
  declare heads: string | undefined;
  declare dIn: string | undefined;
  declare dOut: string | undefined;
  declare contextLength: string | undefined;
  declare dropout: string | undefined;
  /** "train" or "eval" */
  declare mode: string | undefined;
  /** "cells", "lines" or "values" */
  declare view: string | undefined;
  /** The causal mask is off. */
  declare unmasked: boolean;
  /** The picture alone, without controls. */
  declare plain: boolean;
  /** Where the page is: a link there shows the same heads. */
  declare explorer: string | undefined;
  /** The author's own, (tokens, d_in) or (batch, tokens, d_in). */
  declare embeddings: TensorLike | undefined;
  /** What the tokens of `embeddings` are called. */
  declare words: readonly string[] | undefined;
  /** State entries by PyTorch's names. */
  declare weights: Readonly<Record<string, TensorLike>> | undefined;
  declare private engine: Engine;
  declare private look: Look | undefined;

  #outcome: Outcome = {};
  #state: State | undefined;
  #observer: IntersectionObserver | undefined;

  constructor() {
    super();
    this.unmasked = false;
    this.plain = false;
    this.engine = "loading";
  }

  static override styles = [
    theme,
    css`
      .bar { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; font-size: 0.8rem; }
      .segments { display: flex; }
      button {
        min-height: 2.25rem; margin-inline-start: -1px; padding: 0.2rem 0.8rem; border: 1px solid var(--muted);
        font: inherit; color: var(--ink); background: var(--paper); cursor: pointer;
      }
      button[aria-pressed="true"] { color: var(--paper); background: var(--ink); }
      :is(button, a):focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
      a { color: inherit; }
      .problem { margin: 0; color: var(--ring); font-weight: 600; }
      @media (forced-colors: active) {
        button[aria-pressed="true"] { forced-color-adjust: none; color: HighlightText; background: Highlight; }
      }
      @media (pointer: coarse) {
        button { min-height: 2.75rem; }
      }
    `,
  ];

  /** The hash that shows the same in the page. */
  get currentPermalink(): string {
    return this.#state ? String(toParams(this.#state)) : "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Far below the fold nothing needs to be started yet.
    this.#observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void this.#start();
    });
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  async #start(): Promise<void> {
    this.#observer?.disconnect();
    if (this.engine !== "ready") this.engine = await startEngine();
  }

  override willUpdate(changed: PropertyValues): void {
    const isNew = GIVEN.some((name) => changed.has(name));
    if (isNew) this.look = undefined;
    try {
      const { state, drafts } = readGiven(this.#given());
      this.#state = { ...state, ...this.look };
      if (this.engine !== "ready" || !(isNew || changed.has("engine"))) return;
      const problem = problemBefore(state, drafts, fieldsOf(state.layer));
      this.#outcome = problem ? { problem } : computed(state);
    } catch (error) {
      this.#outcome = { problem: problemOf(error) };
    }
  }

  override render(): TemplateResult {
    const t = translator(this.#language);
    const { result, problem } = this.#outcome;
    if (this.engine === "loading") return html`<slot></slot>`;
    if (this.engine !== "ready") {
      const sentence =
        typeof this.engine === "object"
          ? t("status.failed", { message: this.engine.failed })
          : t(`status.${this.engine}` as const);
      return html`<p class="problem" part="problem" role="alert">${sentence}</p><slot></slot>`;
    }
    if (problem) return html`<p class="problem" part="problem" role="alert">${say(problem, t)}</p><slot></slot>`;
    return html`<div lang=${LANG[this.#language]}>${result ? this.#picture(result) : nothing}</div>`;
  }

  #picture(result: Result): TemplateResult | typeof nothing {
    const state = this.#state;
    const { input } = this.#outcome;
    if (!state || !input) return nothing;
    const t = translator(this.#language);
    const sample = Math.min(state.sample, result.samples.length - 1);
    const caption = {
      layer: state.layer,
      seed: state.seed,
      text: sample + 1,
      description: pythonCall(state, input.x.shape.at(-1)),
    };
    return html`${this.plain ? nothing : this.#bar(result, sample)}
      <attention-picture .heads=${result.samples[sample] ?? []} .tokens=${input.words[sample] ?? []} .view=${state.view}
        .shown=${state.shown} .threshold=${state.threshold} .pin=${state.pin} .t=${t}
        .caption=${this.plain ? undefined : caption} @picture-change=${this.#onChange}></attention-picture>`;
  }

  #bar(result: Result, sample: number): TemplateResult {
    const t = translator(this.#language);
    const choice = (pressed: boolean, label: string, change: Partial<Look>) =>
      html`<button type="button" aria-pressed=${pressed} @click=${() => this.#change(change)}>${label}</button>`;
    const several = result.samples.length > 1;
    return html`<div class="bar">
      ${
        several
          ? html`<div class="segments" role="group" aria-label=${t("heads.sample")}>${Array.from(
              result.samples.keys(),
              (index) => choice(index === sample, t("heads.text", { number: index + 1 }), { sample: index }),
            )}</div>`
          : nothing
      }
      <div class="segments" role="group" aria-label=${t("heads.view")}>
        ${VIEWS.map((view: View) => choice(view === this.#state?.view, t(`heads.view.${view}`), { view }))}</div>
      ${this.explorer ? html`<a href=${this.#explorerLink(this.explorer)}>${t("heads.explorer")}</a>` : nothing}
    </div>`;
  }

  /** Only where a browser goes for pages: no script in a link. */
  #explorerLink(page: string): string {
    const url = new URL(page, document.baseURI);
    url.hash = this.currentPermalink;
    return /^(https?|file):$/.test(url.protocol) ? url.href : "";
  }

  readonly #onChange = (event: PictureChangeEvent): void => {
    event.stopPropagation();
    this.#change(event.detail as Partial<Look>);
  };

  #change(change: Partial<Look>): void {
    const { view = "cells", threshold = 0.1, sample = 0, shown, pin } = this.#state ?? {};
    this.look = { view, threshold, sample, ...(shown ? { shown } : {}), ...(pin ? { pin } : {}), ...change } as Look;
    void this.updateComplete.then(() => {
      const detail = { permalink: this.currentPermalink };
      this.dispatchEvent(new CustomEvent("attention-change", { detail, bubbles: true, composed: true }));
    });
  }

  #given(): Given {
    const { permalink, text, layer, seed, heads, dIn, dOut, contextLength, dropout, mode, view, unmasked } = this;
    const { embeddings, words, weights } = this;
    const ownWeights: OwnWeights | undefined =
      weights && new Map(Object.entries(weights).map(([key, values]) => [key, tensor(values)]));
    const source = embeddings && { kind: "own" as const, x: tensor(embeddings), ...(words ? { words } : {}) };
    return {
      ...{ permalink, text, layer, seed, heads, dIn, dOut, contextLength, dropout, mode, view, unmasked },
      ...{ source, ownWeights },
    };
  }

  get #language(): Language {
    const near = this.closest("[lang]")?.getAttribute("lang");
    return near ? chooseLanguage([near]) : chooseLanguage(navigator.languages);
  }
}

function computed(state: State): Outcome {
  const input = inputOf(state);
  return { input, result: compute(state, input) };
}

define("attention-heads", AttentionHeads);

declare global {
  interface HTMLElementTagNameMap {
    "attention-heads": AttentionHeads;
  }
  interface HTMLElementEventMap {
    "attention-change": AttentionChangeEvent;
  }
}
