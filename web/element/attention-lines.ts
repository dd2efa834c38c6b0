// <attention-lines>: who attends to whom, as lines from queries to keys, one dash, colour and letter for each head.

import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { define } from "./define.js";
import { stepInGrid } from "./grid-keys.js";
import { headLetter } from "./heads.js";
import {
  bySide,
  type Line,
  type LinesBySide,
  type LinesHead,
  linesOf,
  type Share,
  type Side,
  shareOf,
  strongest,
} from "./lines.js";
import { headings, isSide, type LinesView, linesGroup, linesLayout, tokenColumn } from "./lines-view.js";
import { LINES_WORDS, type LinesWords, MOST_SAID } from "./lines-words.js";
import { largestMagnitude } from "./matrix.js";
import { fixed } from "./numbers.js";
import { PinKeys } from "./pin-keys.js";
import { Said } from "./said.js";
import { PaperController, theme } from "./theme.js";

export type { Line, LinesHead, Share, Side } from "./lines.js";
export type { LinesWords, TokenLines } from "./lines-words.js";

/** More tokens than this are not drawn as lines: a sentence says so. */
export const MOST_LINE_TOKENS = 64;

/** Sent when the reader points at or moves to a token; null when none is any more. */
export type TokenActiveEvent = CustomEvent<Side | null>;
/** Sent when the reader pins a token, or lets it go (null). Cancelled, it leaves pinning to the listener. */
export type TokenPinEvent = CustomEvent<Side | null>;
/** Sent after drawing, when the share of attention that the lines keep has changed. */
export type ShareChangeEvent = CustomEvent<Share>;

const NARROWEST = 240;
const WIDEST = 520;

export class AttentionLines extends LitElement {
  static override properties = {
    heads: { attribute: false },
    tokens: { attribute: false },
    threshold: { type: Number },
    limit: { type: Number },
    pinned: { attribute: false },
    words: { attribute: false },
    active: { state: true },
    current: { state: true },
    room: { state: true },
  };

  declare heads: readonly LinesHead[];
  declare tokens: readonly string[];
  /** Lines below this weight are left out. */
  declare threshold: number;
  /** The weight that is drawn strongest; the largest one shown, at least 1, where it is not given. */
  declare limit: number | undefined;
  /** The token whose lines stay shown. */
  declare pinned: Side | undefined;
  declare words: LinesWords;
  declare private active: Side | undefined;
  declare private current: Side;
  declare private room: number;

  readonly #paper = new PaperController(this);
  readonly #said = new Said(this);
  #observer: ResizeObserver | undefined;
  /** A finger needs more room between tokens; read where there is a screen. */
  #coarse = false;
  /** All that reach the threshold, and those of them that are drawn. */
  #lines: readonly Line[] = [];
  #drawn: readonly Line[] = [];
  #ends: LinesBySide = { query: [], key: [] };
  #share: Share = { lines: 0, pairs: 0, kept: 1 };
  #byKeys = false;
  /** The reader asked for a pin, which its host may be yet to set: only that is said, not what a link brought along. */
  #asked = false;

  constructor() {
    super();
    this.heads = [];
    this.tokens = [];
    this.threshold = 0;
    this.words = LINES_WORDS;
    this.current = { side: "query", index: 0 };
    this.room = NARROWEST;
    new PinKeys(this, () => this.#inside(this.pinned) !== undefined, this.#letGo);
  }

  static override styles = [
    theme,
    Said.styles,
    css`
      .scroll { overflow-x: auto; scrollbar-width: thin; }
      svg { display: block; font: 12px var(--text); font-variant-numeric: tabular-nums; touch-action: manipulation; }
      text { fill: var(--ink); pointer-events: none; }
      .heading { fill: var(--muted); font-size: 11px; }
      .end { text-anchor: end; }
      .line { fill: none; }
      .letter { text-anchor: middle; font-size: 11px; font-weight: 650; stroke: var(--paper); stroke-width: 4px; paint-order: stroke; }
      .token { cursor: pointer; outline: none; }
      .target { fill: transparent; stroke: none; }
      .aside { fill: var(--muted); }
      .looked-at { text-decoration: underline; }
      .token[aria-pressed="true"] .target { stroke: var(--ink); stroke-width: 2; }
      .token:focus-visible .target { stroke: var(--ink); stroke-width: 2; }
      .note { margin: 0; font-size: 0.8rem; color: var(--muted); }
      .readout { margin: 6px 0 0; min-height: 2.7em; font-size: 0.8rem; line-height: 1.35; overflow-wrap: anywhere; }
      @media (forced-colors: active) {
        text, .heading, .aside { fill: CanvasText; }
        .letter { stroke: Canvas; }
        .token[aria-pressed="true"] .target, .token:focus-visible .target { stroke: Highlight; stroke-width: 3; }
      }
    `,
  ];

  /** What the threshold keeps of the attention of the heads shown. */
  get share(): Share {
    return this.#share;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#coarse = matchMedia("(pointer: coarse)").matches;
    this.#observer = new ResizeObserver(([entry]) => {
      if (entry) this.room = Math.max(Math.min(Math.floor(entry.contentRect.width), WIDEST), NARROWEST);
    });
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  get #tooMany(): boolean {
    return this.tokens.length > MOST_LINE_TOKENS;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("heads") || changed.has("threshold") || changed.has("tokens")) {
      this.#lines = this.#tooMany ? [] : linesOf(this.heads, this.threshold);
      this.#drawn = strongest(this.#lines);
      this.#ends = bySide(this.#lines, this.tokens.length);
      this.#share = shareOf(this.heads, this.threshold);
    }
    const pinned = this.#inside(this.pinned);
    if (pinned && changed.has("pinned")) this.current = pinned;
    if (changed.has("pinned") && this.#asked) {
      this.#asked = false;
      this.#said.say(pinned ? this.words.pinned(this.#inWords(pinned)) : this.words.unpinned);
    }
    this.current = this.#inside(this.current) ?? { side: "query", index: 0 };
    this.active = this.#inside(this.active);
  }

  override updated(changed: PropertyValues<this>): void {
    if (!changed.has("heads") && !changed.has("threshold")) return;
    this.dispatchEvent(new CustomEvent("share-change", { detail: this.#share, bubbles: true, composed: true }));
  }

  override render(): TemplateResult | typeof nothing {
    if (this.tokens.length === 0 || this.heads.length === 0) return nothing;
    if (this.#tooMany) return html`<p class="readout">${this.words.tooMany(this.tokens.length, MOST_LINE_TOKENS)}</p>`;
    const view = this.#view();
    return html`<div class="scroll" part="lines" @keydown=${this.#onKey} @click=${this.#onClick}
        @pointerover=${this.#onPoint} @pointerleave=${this.#onLeave} @focusin=${this.#onFocus} @focusout=${this.#onLeave}>
        <svg role="group" aria-label=${this.words.label} width=${view.layout.width} height=${view.layout.height}>
          ${headings(view)} ${linesGroup(view)} ${tokenColumn(view, "query")} ${tokenColumn(view, "key")}
        </svg>
      </div>
      <p class="readout" part="readout" aria-hidden="true">${view.shown ? this.#inWords(view.shown) : ""}</p>
      ${this.#drawn.length < this.#lines.length ? html`<p class="note">${this.words.strongest(this.#drawn.length, this.#lines.length)}</p>` : nothing}
      ${this.#said.view()}`;
  }

  #view(): LinesView {
    const { tokens, words, current, active } = this;
    const pinned = this.#inside(this.pinned);
    return {
      layout: linesLayout(this.room, tokens, this.#coarse),
      paper: this.#paper.paper,
      ...{ tokens, current, pinned, queries: words.queries, keys: words.keys },
      heads: this.heads.map(({ index }) => index),
      lines: this.#drawn,
      ends: this.#ends,
      limit:
        this.limit ??
        largestMagnitude(
          this.heads.map(({ weights }) => weights),
          1,
        ),
      shown: active ?? pinned,
      describe: (side) => this.#inWords(side),
    };
  }

  #inWords(side: Side): string {
    const far = side.side === "query" ? "key" : "query";
    const all = this.#ends[side.side][side.index] ?? [];
    const lines = all.slice(0, MOST_SAID).map((line) => ({
      ...line,
      letter: headLetter(line.head),
      other: this.tokens[line[far]] ?? "",
      text: fixed(line.weight, 2),
    }));
    const token = this.tokens[side.index] ?? "";
    const more = all.length - lines.length;
    return this.words.describe({ ...side, token, lines, more, severalHeads: this.heads.length > 1 });
  }

  #inside(side: Side | undefined): Side | undefined {
    return side && side.index >= 0 && side.index < this.tokens.length ? side : undefined;
  }

  #sideOf(event: Event): Side | undefined {
    const token = event.target instanceof Element ? event.target.closest<SVGGElement>("[data-side]") : null;
    if (!token) return undefined;
    return { side: token.dataset.side === "key" ? "key" : "query", index: Number(token.dataset.index) };
  }

  /** The two columns are walked as a grid of two: up and down among tokens, left and right between the sides. */
  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#byKeys = true;
      this.#pin(this.current);
      return;
    }
    const last = this.tokens.length - 1;
    const { side, index } = this.current;
    const from = { row: index, column: side === "query" ? 0 : 1 };
    const ends = event.key === "Home" ? { ...from, row: 0 } : event.key === "End" ? { ...from, row: last } : undefined;
    const next = ends ?? stepInGrid(event.key, false, from, this.tokens.length, 2);
    if (!next) return;
    event.preventDefault();
    const to = next.column === 0 ? "query" : "key";
    this.renderRoot.querySelector<SVGGElement>(`[data-side=${to}][data-index="${next.row}"]`)?.focus();
  }

  #onClick(event: MouseEvent): void {
    const side = this.#sideOf(event);
    if (side) this.#pin(side);
  }

  #onPoint(event: PointerEvent): void {
    this.#activate(this.#sideOf(event));
  }

  #onFocus(event: FocusEvent): void {
    this.current = this.#sideOf(event) ?? this.current;
    this.#byKeys = event.target instanceof Element && event.target.matches(":focus-visible");
    if (this.#byKeys) this.#activate(this.current);
  }

  #onLeave(event: Event): void {
    const focused = this.renderRoot instanceof ShadowRoot ? this.renderRoot.activeElement : null;
    this.#activate(event.type === "pointerleave" && focused && this.#byKeys ? this.current : undefined);
  }

  #activate(side: Side | undefined): void {
    if (side === this.active || isSide(side, this.active)) return;
    this.active = side;
    this.dispatchEvent(new CustomEvent("token-active", { detail: side ?? null, bubbles: true, composed: true }));
  }

  /** Pins a token; the pinned one is let go. */
  #pin(side: Side): void {
    this.#ask(isSide(side, this.pinned) ? undefined : side);
  }

  readonly #letGo = (): void => this.#ask(undefined);

  #ask(side: Side | undefined): void {
    this.#asked = true;
    const detail = side ?? null;
    const event = new CustomEvent("token-pin", { detail, bubbles: true, composed: true, cancelable: true });
    if (this.dispatchEvent(event)) this.pinned = side;
  }
}

define("attention-lines", AttentionLines);

declare global {
  interface HTMLElementTagNameMap {
    "attention-lines": AttentionLines;
  }
}
