// <attention-code>: code whose lines lead to steps; the lines of the step shown are marked.

import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { define } from "./define.js";
import { theme } from "./theme.js";

export interface CodeLine {
  readonly text: string;
  /** The steps that the line is part of; choosing it leads to the first. None: it stands there for completeness. */
  readonly steps?: readonly string[];
}

/** Sent when the reader chooses a line: the step it leads to. */
export type LineChooseEvent = CustomEvent<{ readonly step: string }>;

/** Between the last marked line and the pane's end, so that it is seen to go on. */
const MARGIN = 40;

export class AttentionCode extends LitElement {
  static override properties = {
    lines: { attribute: false },
    step: { type: String },
    label: { type: String },
    current: { state: true },
  };

  declare lines: readonly CodeLine[];
  declare step: string;
  /** The pane's accessible name. */
  declare label: string;
  /** The one line that is a tab stop. */
  declare private current: number;

  /** A pane that was let grow and is narrow again has lost its place. */
  readonly #observer = new ResizeObserver(() => this.#reveal());

  constructor() {
    super();
    this.lines = [];
    this.step = "";
    this.label = "";
    this.current = -1;
  }

  static override styles = [
    theme,
    css`
      .pane { max-height: var(--attention-code-height, none); overflow-y: auto; scrollbar-width: thin; padding: 3px; margin: -3px; }
      .line {
        display: block; box-sizing: border-box; width: 100%; min-height: 1.5rem; padding: 0.1rem 0.3rem 0.1rem 0;
        padding-inline-start: calc(0.6rem + var(--indent, 0) * 1ch + 2ch); text-indent: -2ch;
        border: 0; border-inline-start: 4px solid transparent; border-radius: 0; background: none; color: var(--muted);
        font: 0.72rem / 1.3rem var(--mono); text-align: start; overflow-wrap: anywhere; white-space: normal;
      }
      .blank { min-height: 0.7rem; padding-block: 0; }
      button.line { color: var(--ink); cursor: pointer; border-inline-start-color: var(--line); }
      button.line:hover { border-inline-start-color: var(--ink); }
      button.line:focus-visible { outline: 2px solid var(--ink); outline-offset: -1px; }
      button.line[aria-current="step"] {
        border-inline-start-color: var(--ink); font-weight: 700;
        background: color-mix(in srgb, var(--ink) 9%, var(--paper));
      }
      @media (pointer: coarse) {
        button.line { min-height: 2.2rem; }
      }
      @media (forced-colors: active) {
        button.line[aria-current="step"] { border-inline-start-color: Highlight; }
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

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("step") && !changed.has("lines")) return;
    const isStill = this.#leads(this.current) && this.#isMarked(this.current);
    if (isStill) return;
    const marked = this.lines.findIndex((_, index) => this.#isMarked(index));
    this.current = marked === -1 ? this.lines.findIndex((_, index) => this.#leads(index)) : marked;
  }

  override render(): TemplateResult {
    return html`<div class="pane" role="toolbar" aria-orientation="vertical" aria-label=${this.label} translate="no"
      @keydown=${this.#onKey}>${this.lines.map((line, index) => this.#line(line, index))}</div>`;
  }

  #line({ text, steps }: CodeLine, index: number): TemplateResult {
    // A word joiner after the sign, so that a line never breaks between a minus and its number.
    const code = text.trimStart().replace(/(?<=[ (])-(?=\w)/g, "-\u2060");
    if (!steps || steps.length === 0) return html`<span class=${code === "" ? "line blank" : "line"}>${code}</span>`;
    return html`<button type="button" class="line" data-index=${index} tabindex=${index === this.current ? 0 : -1}
      aria-current=${this.#isMarked(index) ? "step" : nothing} @click=${() => this.#choose(index)}>${code}</button>`;
  }

  /** Indents go in through the object model: a style attribute in markup is what the page's policy forbids. */
  override updated(changed: PropertyValues<this>): void {
    if (changed.has("lines")) {
      this.renderRoot.querySelectorAll<HTMLElement>(".line").forEach((element, index) => {
        const text = this.lines[index]?.text ?? "";
        element.style.setProperty("--indent", String(text.length - text.trimStart().length));
      });
    }
    if (changed.has("lines") || changed.has("step")) this.#reveal();
  }

  /** Scrolls the pane, never the page, so that the marked lines are in sight. */
  #reveal(): void {
    const pane = this.renderRoot.querySelector<HTMLElement>(".pane");
    const marked = [...this.renderRoot.querySelectorAll<HTMLElement>("[aria-current=step]")];
    const [first, last] = [marked[0], marked.at(-1)];
    if (!pane || !first || !last || pane.scrollHeight <= pane.clientHeight) return;
    const start = first.offsetTop - pane.offsetTop;
    const end = last.offsetTop + last.offsetHeight - pane.offsetTop;
    if (start >= pane.scrollTop && end <= pane.scrollTop + pane.clientHeight) return;
    // Lines too far apart for one pane: the later ones are where the step is done, the earlier where it is prepared.
    const isTooLong = end - start > pane.clientHeight;
    pane.scrollTop = isTooLong ? end - pane.clientHeight + MARGIN : start - (pane.clientHeight - (end - start)) / 2;
  }

  #leads(index: number): boolean {
    return (this.lines[index]?.steps?.length ?? 0) > 0;
  }

  #isMarked(index: number): boolean {
    return this.lines[index]?.steps?.includes(this.step) ?? false;
  }

  #choose(index: number): void {
    const step = this.lines[index]?.steps?.[0];
    if (step === undefined) return;
    this.current = index;
    this.dispatchEvent(new CustomEvent("line-choose", { detail: { step }, bubbles: true, composed: true }));
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const stops = this.lines.flatMap((_, index) => (this.#leads(index) ? [index] : []));
    const place = stops.indexOf(this.current);
    const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: stops.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.current = stops[Math.min(Math.max(next, 0), stops.length - 1)] ?? -1;
    this.renderRoot.querySelector<HTMLElement>(`[data-index="${this.current}"]`)?.focus();
  };
}

define("attention-code", AttentionCode);

declare global {
  interface HTMLElementTagNameMap {
    "attention-code": AttentionCode;
  }
}
