// <attention-head-select>: which heads are shown: one, several or all, by buttons or by the keys 1 to 9 and 0.

import { css, html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { define } from "./define.js";
import { headDash, headLetter, headLineColour, headSwatch } from "./heads.js";
import { isTyping } from "./pin-keys.js";
import { PaperController, theme } from "./theme.js";

/** What the selector says, in the reader's language. */
export interface HeadSelectWords {
  /** The group's accessible name. */
  readonly label: string;
  readonly all: string;
  readonly head: (letter: string) => string;
  /** Said beside the buttons while the keys are on. */
  readonly keys: string;
}

const WORDS: HeadSelectWords = {
  label: "Heads shown",
  all: "All",
  head: (letter) => `Head ${letter}`,
  keys: "Keys 1 to 9, 0 for all",
};

/** Sent when the reader chooses heads: their indices in order; all of them when `all`. */
export type HeadsChangeEvent = CustomEvent<{ readonly heads: readonly number[]; readonly all: boolean }>;

export class AttentionHeadSelect extends LitElement {
  static override properties = {
    count: { type: Number },
    selected: { attribute: false },
    keys: { type: Boolean },
    lines: { type: Boolean },
    words: { attribute: false },
  };

  /** How many heads the layer has. */
  declare count: number;
  /** Indices of the heads shown; none, or every one, means all. */
  declare selected: readonly number[];
  /** Digit keys choose heads wherever the focus is, but in fields that are typed in. */
  declare keys: boolean;
  /** Each button shows how its head's lines are drawn. */
  declare lines: boolean;
  declare words: HeadSelectWords;

  readonly #paper = new PaperController(this);

  constructor() {
    super();
    this.count = 0;
    this.selected = [];
    this.keys = false;
    this.lines = false;
    this.words = WORDS;
  }

  static override styles = [
    theme,
    css`
      div { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; }
      button {
        display: inline-flex; gap: 0.4rem; align-items: center; justify-content: center;
        box-sizing: border-box; min-width: 2.25rem; min-height: 2.25rem; padding: 0.2rem 0.6rem;
        border: 1px solid var(--edge); border-radius: 0.3rem;
        font: inherit; font-size: 0.8rem; color: var(--ink); background: var(--paper); cursor: pointer;
      }
      button:hover { border-color: var(--ink); }
      button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
      button[aria-pressed="true"] { color: var(--paper); background: var(--ink); border-color: var(--ink); }
      .swatch { flex: none; color: var(--ink); }
      /* On the inverted button the swatches keep the paper they are known on. */
      .sample { display: inline-flex; gap: 0.3rem; align-items: center; padding: 2px; border-radius: 2px; background: var(--paper); }
      .keys { font-size: 0.8rem; color: var(--muted); }
      @media (pointer: coarse) {
        button { min-height: 2.75rem; min-width: 2.75rem; }
        .keys { display: none; }
      }
      @media (forced-colors: active) {
        button[aria-pressed="true"] { forced-color-adjust: none; color: HighlightText; background: Highlight; border-color: Highlight; }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#onKey);
  }

  override render(): TemplateResult | typeof nothing {
    if (this.count < 1) return nothing;
    const { words, keys } = this;
    const chosen = this.#chosen();
    return html`<div role="group" aria-label=${words.label}>
      <button type="button" aria-pressed=${chosen.size === 0} aria-keyshortcuts=${keys ? "0" : nothing}
        @click=${() => this.#choose([])}>${words.all}</button>
      ${Array.from({ length: this.count }, (_, head) => this.#button(head, chosen.has(head)))}
      ${keys ? html`<span class="keys">${words.keys}</span>` : nothing}
    </div>`;
  }

  #button(head: number, pressed: boolean): TemplateResult {
    const shortcut = this.keys && head < 9 ? String(head + 1) : nothing;
    return html`<button type="button" aria-label=${this.words.head(headLetter(head))} aria-pressed=${pressed}
      aria-keyshortcuts=${shortcut} data-head=${head} @click=${() => this.#toggle(head)}>
      <span class="sample">${headSwatch(head, 16)}${this.lines ? this.#line(head) : nothing}</span>${headLetter(head)}
    </button>`;
  }

  #line(head: number): TemplateResult {
    return svg`<svg width="28" height="8" aria-hidden="true"><path d="M0 4h28" fill="none" stroke-width="3"
      stroke=${headLineColour(head, this.#paper.paper)} stroke-dasharray=${headDash(head) || nothing} /></svg>`;
  }

  /** The heads chosen one by one; empty while all are shown. */
  #chosen(): ReadonlySet<number> {
    const heads = this.selected.filter((head) => head >= 0 && head < this.count);
    return new Set(heads.length === this.count ? [] : heads);
  }

  /** From all, a head is shown alone; then heads join and leave, and when the last has left all are shown. */
  #toggle(head: number): void {
    const chosen = new Set(this.#chosen());
    if (!chosen.delete(head)) chosen.add(head);
    this.#choose([...chosen].sort((a, b) => a - b));
  }

  #choose(heads: readonly number[]): void {
    const all = heads.length === 0 || heads.length === this.count;
    this.selected = all ? [] : heads;
    const detail = { heads: all ? Array.from({ length: this.count }, (_, head) => head) : heads, all };
    this.dispatchEvent(new CustomEvent("heads-change", { detail, bubbles: true, composed: true }));
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const modified = event.ctrlKey || event.altKey || event.metaKey;
    if (!this.keys || modified || event.defaultPrevented || event.repeat || isTyping(event)) return;
    // The place of the key counts: some keyboards have digits only with Shift.
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? /^\d$/.exec(event.key)?.[0];
    if (digit === undefined || Number(digit) > this.count) return;
    if (digit === "0") this.#choose([]);
    else this.#toggle(Number(digit) - 1);
  };
}

define("attention-head-select", AttentionHeadSelect);

declare global {
  interface HTMLElementTagNameMap {
    "attention-head-select": AttentionHeadSelect;
  }
}
