// What <attention-heads> and <attention-stepper> share: attributes that make a layer, and the module, started once they are seen.

import {
  css,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import { readTold, type Told } from "./embed-state.js";
import type { Engine } from "./engine.js";
import { LANG, type Translate, translator } from "./i18n.js";
import { LanguageController, languageOf } from "./language.js";
import { type OwnTensor, readOwnTensor } from "./own-tensor.js";
import type { AttentionEmbedElement, Given } from "./public.js";
import { type Input, inputOf } from "./scene/input.js";
import { fieldsOf } from "./scene/layers.js";
import { type Problem, problemBefore, problemOf, say } from "./scene/problems.js";
import { type State, toParams } from "./scene/state.js";
import { SharedEngine } from "./shared-engine.js";
import { theme } from "./theme.js";

/** What the reader may change: how it is looked at, never a number. */
export type Look = Partial<Pick<State, "view" | "threshold" | "sample" | "marks">> & {
  readonly shown?: State["shown"] | undefined;
  readonly pin?: State["pin"] | undefined;
};

/** What there is to draw. */
export interface Scene<Drawn> {
  readonly state: State;
  readonly input: Input;
  readonly drawn: Drawn;
  readonly t: Translate;
}

const TOLD: readonly string[] = [
  ...["permalink", "text", "layer", "seed", "heads", "dIn", "dOut", "contextLength", "dropout", "mode", "unmasked"],
  ...["embeddings", "words", "weights"],
];

function textOf(given: Given): string | undefined {
  const text = String(given ?? "");
  return text.trim() === "" ? undefined : text;
}

/** Documented in public.ts. */
export abstract class AttentionEmbed<Drawn> extends LitElement implements AttentionEmbedElement {
  static override properties: PropertyDeclarations = {
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
    unmasked: { type: Boolean, reflect: true },
    explorer: { type: String, reflect: true },
    embeddings: { attribute: false },
    words: { attribute: false },
    weights: { attribute: false },
    engine: { state: true },
    look: { state: true },
  };

  declare permalink: string | null | undefined;
  declare text: string | null | undefined;
  declare layer: string | null | undefined;
  declare seed: Given;
  declare heads: Given;
  declare dIn: Given;
  declare dOut: Given;
  declare contextLength: Given;
  declare dropout: Given;
  declare mode: string | null | undefined;
  declare unmasked: boolean;
  declare explorer: string | null | undefined;
  declare embeddings: OwnTensor | null | undefined;
  declare words: readonly string[] | null | undefined;
  declare weights: Readonly<Record<string, OwnTensor>> | null | undefined;
  declare private engine: Engine;
  declare private look: Look;

  /** What is drawn, the reader's own changes in it. */
  protected state: State | undefined;
  readonly #shared: SharedEngine;
  #isFocusOnRetry = false;
  #outcome: { readonly input: Input; readonly drawn: Drawn } | { readonly problem: Problem } | undefined;

  constructor() {
    super();
    this.unmasked = false;
    this.engine = "loading";
    this.look = {};
    this.#shared = new SharedEngine(this, (engine) => {
      this.engine = engine;
    });
    new LanguageController(this);
  }

  static override styles = [
    theme,
    css`
      .bar { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; font-size: 0.8rem; }
      .bar .segments { display: flex; }
      .bar button, .retry {
        min-height: 2.25rem; padding: 0.2rem 0.8rem; border: 1px solid var(--edge);
        font: inherit; color: var(--ink); background: var(--paper); cursor: pointer;
      }
      .bar button { margin-inline-start: -1px; }
      .retry { margin: 0.5rem 0; border-radius: 0.3rem; font-size: 0.8rem; }
      .bar button:first-child { border-radius: 0.3rem 0 0 0.3rem; }
      .bar button:last-child { border-radius: 0 0.3rem 0.3rem 0; }
      .bar button[aria-pressed="true"] { color: var(--paper); background: var(--ink); border-color: var(--ink); }
      .bar + attention-steps { margin-top: 0.75rem; }
      :is(button, a):focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
      a { color: inherit; }
      .hint { margin: 0.5rem 0; font-size: 0.8rem; color: var(--muted); }
      /* Several in a row are not all in sight, and what follows moves less. */
      .waiting { min-height: 16rem; }
      .problem { margin: 0; color: var(--ring); font-weight: 600; }
      @media (forced-colors: active) {
        .bar button[aria-pressed="true"] { forced-color-adjust: none; color: HighlightText; background: Highlight; }
      }
      @media (pointer: coarse) {
        .bar button, .retry { min-height: 2.75rem; }
      }
    `,
  ];

  /** Properties of the element's own that make what is drawn another. */
  protected readonly told: readonly string[] = [];

  /** Puts those into the state. @throws InputError for what they cannot be */
  protected abstract withOwn(state: State): State;

  /** @throws AttentionError or InputError for what cannot be drawn */
  protected abstract compute(state: State, input: Input): Drawn;

  protected abstract draw(scene: Scene<Drawn>): TemplateResult;

  get currentPermalink(): string {
    return this.state ? String(toParams(this.state)) : "";
  }

  override willUpdate(changed: PropertyValues): void {
    this.#isFocusOnRetry = this.shadowRoot?.activeElement?.part.contains("retry") ?? false;
    const isNew = [...TOLD, ...this.told].some((name) => changed.has(name));
    if (isNew) this.look = {};
    const { sample } = this.state ?? {};
    try {
      const { state, drafts } = readTold(this.#told());
      // A choice taken back is undefined, and an absent one in a state.
      this.state = { ...this.withOwn(state), ...this.look } as State;
      if (this.engine !== "ready") return;
      if (!isNew && !changed.has("engine") && sample === this.state.sample) return;
      const problem = problemBefore(state, drafts, fieldsOf(state.layer));
      this.#outcome = problem ? { problem } : this.#computed(this.state);
    } catch (error) {
      this.#outcome = { problem: problemOf(error) };
    }
  }

  #computed(state: State): { readonly input: Input; readonly drawn: Drawn } {
    const input = inputOf(state);
    return { input, drawn: this.compute(state, input) };
  }

  override render(): TemplateResult {
    const language = languageOf(this, this.state?.language);
    const t = translator(language);
    const problem = this.#problem(t);
    if (problem !== undefined)
      return html`<div lang=${LANG[language]}>
          <p class="problem" part="problem" role="alert">${problem}</p>${this.#retryButton(t)}
        </div>
        <slot></slot>`;
    const scene = this.#scene(t);
    return scene
      ? html`<div lang=${LANG[language]}>${this.draw(scene)}</div>`
      : html`<div class="waiting"><slot></slot></div>`;
  }

  /** Whoever asked for a retry is left where the picture came. */
  override updated(): void {
    if (!this.#isFocusOnRetry || this.shadowRoot?.activeElement) return;
    const shown = this.renderRoot.querySelector<HTMLElement>("[lang]");
    if (!shown) return;
    shown.tabIndex = -1;
    shown.focus();
    shown.addEventListener("blur", () => shown.removeAttribute("tabindex"), { once: true });
  }

  #retryButton(t: Translate): TemplateResult | typeof nothing {
    if (this.engine === "loading" || this.engine === "ready") return nothing;
    return html`<button class="retry" part="retry" type="button" aria-disabled=${String(this.#shared.isRetrying)}
      @click=${this.#shared.retry}>${t("status.retry")}</button>`;
  }

  #problem(t: Translate): string | undefined {
    const { engine } = this;
    if (engine === "loading") return undefined;
    if (this.#shared.isRetrying) return t("status.loading");
    if (typeof engine === "object") return t("status.failed", { message: engine.failed });
    if (engine !== "ready") return t(`status.${engine}`);
    return this.#outcome && "problem" in this.#outcome ? say(this.#outcome.problem, t) : undefined;
  }

  #scene(t: Translate): Scene<Drawn> | undefined {
    if (this.engine !== "ready" || !this.state || !this.#outcome || "problem" in this.#outcome) return undefined;
    const state = { ...this.state, sample: Math.min(this.state.sample, this.#outcome.input.words.length - 1) };
    return { ...this.#outcome, state, t };
  }

  /** What stands above the picture; nothing where it would be empty. */
  protected controls(
    { input, state, t }: Scene<Drawn>,
    more: TemplateResult | typeof nothing,
  ): TemplateResult | typeof nothing {
    const samples = Array.from(input.words.keys());
    const switches =
      samples.length > 1
        ? html`<div class="segments" role="group" aria-label=${t("heads.sample")}>${samples.map((sample) =>
            this.choice(sample === state.sample, t("heads.text", { number: sample + 1 }), { sample }),
          )}</div>`
        : nothing;
    const link = this.explorer
      ? html`<a href=${this.#explorerLink(this.explorer)}>${t("heads.explorer")}</a>`
      : nothing;
    if ([switches, more, link].every((part) => part === nothing)) return nothing;
    return html`<div class="bar" part="controls">${switches} ${more} ${link}</div>`;
  }

  protected choice(pressed: boolean, label: string, change: Look): TemplateResult {
    return html`<button type="button" aria-pressed=${pressed} @click=${() => this.change(change)}>${label}</button>`;
  }

  /** Only where a browser goes for pages: no script in a link. */
  #explorerLink(page: string): string {
    if (!URL.canParse(page, document.baseURI)) return "";
    const url = new URL(page, document.baseURI);
    url.hash = this.currentPermalink;
    return /^(https?|file):$/.test(url.protocol) ? url.href : "";
  }

  /** A change of the reader's. */
  protected change(change: Look): void {
    this.look = { ...this.look, ...change };
    void this.updateComplete.then(() => {
      const detail = { permalink: this.currentPermalink };
      this.dispatchEvent(new CustomEvent("attention-change", { detail, bubbles: true, composed: true }));
    });
  }

  /** @throws AttentionError for arrays that make no tensor */
  #told(): Told {
    const { embeddings, words, weights, unmasked } = this;
    return {
      permalink: textOf(this.permalink),
      text: textOf(this.text),
      layer: textOf(this.layer)?.trim(),
      seed: textOf(this.seed)?.trim(),
      heads: textOf(this.heads),
      dIn: textOf(this.dIn),
      dOut: textOf(this.dOut),
      contextLength: textOf(this.contextLength),
      dropout: textOf(this.dropout),
      mode: textOf(this.mode)?.trim(),
      unmasked,
      source: embeddings ? { kind: "own", x: readOwnTensor(embeddings), ...(words ? { words } : {}) } : undefined,
      ownWeights: weights
        ? new Map(Object.entries(weights).map(([key, values]) => [key, readOwnTensor(values)]))
        : undefined,
    };
  }
}
