// Token-to-token lines as SVG: tokens in two columns, curves between them, letters where a token is looked at.

import { nothing, svg, type TemplateResult } from "lit";
import { headDash, headLetter, headLineColour } from "./heads.js";
import { fitLabel, labelWidth } from "./labels.js";
import { bundlesOf, type Line, type LinesBySide, type Side, strengthOf } from "./lines.js";
import type { Paper } from "./scales.js";

/** Where everything stands. */
export interface LinesLayout {
  readonly width: number;
  readonly height: number;
  /** Between two tokens; no less than a finger needs on a coarse pointer. */
  readonly pitch: number;
  readonly top: number;
  /** Where lines leave the queries and reach the keys. */
  readonly from: number;
  readonly to: number;
}

export interface LinesView {
  readonly layout: LinesLayout;
  readonly paper: Paper;
  readonly tokens: readonly string[];
  readonly heads: readonly number[];
  readonly lines: readonly Line[];
  readonly ends: LinesBySide;
  /** The weight that is drawn strongest. */
  readonly limit: number;
  /** The token whose lines alone are shown. */
  readonly shown: Side | undefined;
  readonly current: Side;
  readonly pinned: Side | undefined;
  readonly queries: string;
  readonly keys: string;
  readonly describe: (side: Side) => string;
}

const HEADING = 26;
const GAP = 8;
const LETTER = 13;
const LABEL = { least: 40, most: 120 };
// The labels' 12 px type in the widest of the system's faces, beside the 11 px that labels are measured for.
const WIDER = 1.2;

export function linesLayout(width: number, tokens: readonly string[], coarse: boolean): LinesLayout {
  const pitch = tokens.length <= 32 || coarse ? 24 : 18;
  const widest = Math.max(...tokens.map((token) => labelWidth(token) * WIDER + 4), LABEL.least);
  const label = Math.min(widest, LABEL.most, width / 3);
  return {
    width,
    height: HEADING + tokens.length * pitch + 4,
    pitch,
    top: HEADING,
    from: label + GAP,
    to: width - label - GAP,
  };
}

export function isSide(one: Side | undefined, other: Side | undefined): boolean {
  return one !== undefined && one.side === other?.side && one.index === other.index;
}

/** How far apart the lines of neighbouring heads leave a token: equal pairs of different heads must not cover each other. */
function spread({ layout, heads }: LinesView): number {
  return Math.min((layout.pitch * 0.7) / Math.max(heads.length - 1, 1), 4);
}

function heightAt(view: LinesView, index: number, head: number): number {
  const place = view.heads.indexOf(head) - (view.heads.length - 1) / 2;
  return view.layout.top + (index + 0.5) * view.layout.pitch + place * spread(view);
}

function curve(view: LinesView, { head, query, key }: Line): string {
  const { from, to } = view.layout;
  const [y1, y2] = [heightAt(view, query, head), heightAt(view, key, head)];
  const middle = (from + to) / 2;
  return `M${from} ${y1}C${middle} ${y1} ${middle} ${y2} ${to} ${y2}`;
}

/** From a hair to 5 px; of several heads no wider than the way to the next. */
function widthOf(view: LinesView, strength: number): number {
  const widest = view.heads.length < 2 ? 5 : Math.max(spread(view), 1.5);
  return 0.75 + (widest - 0.75) * strength;
}

function path(view: LinesView, head: number, strength: number, d: string, lines: number): TemplateResult {
  return svg`<path class="line" d=${d} data-head=${head} data-lines=${lines} stroke=${headLineColour(head, view.paper)}
    stroke-width=${widthOf(view, strength)} stroke-opacity=${0.35 + 0.65 * strength} stroke-dasharray=${headDash(head) || nothing} />`;
}

/** All lines in bundles; or one token's lines, one by one and named by the letters of their heads. */
export function linesGroup(view: LinesView): TemplateResult {
  const { lines, limit, shown } = view;
  if (!shown) {
    const bundles = bundlesOf(lines, limit).map(({ head, strength, lines: alike }) =>
      path(view, head, strength, alike.map((line) => curve(view, line)).join(""), alike.length),
    );
    return svg`<g class="lines" aria-hidden="true">${bundles}</g>`;
  }
  // Weak ones first, so that the strong lie on top.
  const own = [...(view.ends[shown.side][shown.index] ?? [])].reverse();
  const far = shown.side === "query" ? "key" : "query";
  return svg`<g class="lines" aria-hidden="true">
    ${own.map((line) => path(view, line.head, strengthOf(line.weight, limit), curve(view, line), 1))}
    ${view.heads.length < 2 ? nothing : own.map((line) => letter(view, line, far))}</g>`;
}

/** A head's letter at the far end of its line; each head's letters stand in a column of their own. */
function letter({ layout, heads }: LinesView, line: Line, far: "query" | "key"): TemplateResult {
  const off = 8 + heads.indexOf(line.head) * LETTER;
  const x = far === "key" ? layout.to - off : layout.from + off;
  const y = layout.top + (line[far] + 0.5) * layout.pitch + 4;
  return svg`<text class="letter" x=${x} y=${y} data-head=${line.head}>${headLetter(line.head)}</text>`;
}

export function headings({ layout, queries, keys }: LinesView): TemplateResult {
  return svg`<g aria-hidden="true"><text class="heading end" x=${layout.from - GAP} y="14">${queries}</text>
    <text class="heading" x=${layout.to + GAP} y="14">${keys}</text></g>`;
}

/** One column of tokens, each a button; one of all is the tab stop. */
export function tokenColumn(view: LinesView, side: "query" | "key"): TemplateResult {
  const { tokens, queries, keys, shown, ends } = view;
  const reached = new Set(shown && shown.side !== side ? ends[shown.side][shown.index]?.map((line) => line[side]) : []);
  // Labels stand beside the buttons, which have names of their own: a label that is cut short is in no name.
  return svg`<g role="group" aria-label=${side === "query" ? queries : keys}>
      ${tokens.map((_, index) => tokenButton(view, { side, index }))}</g>
    <g aria-hidden="true">${tokens.map((label, index) => tokenLabel(view, label, { side, index }, reached.has(index)))}</g>`;
}

function tokenButton(view: LinesView, place: Side): TemplateResult {
  const { layout, pinned } = view;
  const x = place.side === "query" ? 1 : layout.to + GAP - 4;
  return svg`<g class="token" role="button" tabindex=${isSide(place, view.current) ? 0 : -1}
      aria-pressed=${isSide(place, pinned) ? "true" : "false"} aria-label=${view.describe(place)}
      data-side=${place.side} data-index=${place.index}>
    <rect class="target" x=${x} y=${layout.top + place.index * layout.pitch} width=${layout.from - GAP + 2} height=${layout.pitch} rx="3" />
  </g>`;
}

function tokenLabel(view: LinesView, label: string, place: Side, isReached: boolean): TemplateResult {
  const { layout } = view;
  const room = layout.from - GAP;
  const [x, end] = place.side === "query" ? [room, " end"] : [layout.to + GAP, ""];
  return svg`<text class=${`label${end}${rank(view, place, isReached)}`} x=${x}
    y=${layout.top + (place.index + 0.5) * layout.pitch + 4}>${fitLabel(label, (room - 4) / WIDER)}</text>`;
}

/** What a token is to the one looked at: itself, at the other end of a line, or neither. */
function rank({ shown }: LinesView, place: Side, isReached: boolean): string {
  if (!shown || isReached) return "";
  return isSide(place, shown) ? " looked-at" : " aside";
}
