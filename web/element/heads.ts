// What tells heads apart: a letter, a colour (Okabe and Ito, 2008) and a pattern, the same everywhere.

import { type SVGTemplateResult, svg } from "lit";
import { lineColour, type Paper } from "./scales.js";

// Okabe and Ito's eight, black last and given as the text colour so that it shows on dark paper.
const COLOURS = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "currentColor"];

// No diagonals: a diagonal hatch means "hidden by the mask".
const PATTERNS: readonly SVGTemplateResult[] = [
  svg`<path d="M0 2h12M0 6h12M0 10h12" />`,
  svg`<path d="M2 2h.01M6 2h.01M10 2h.01M4 6h.01M8 6h.01M2 10h.01M6 10h.01M10 10h.01" stroke-width="2.4" stroke-linecap="round" />`,
  svg`<path d="M2 0v12M6 0v12M10 0v12" />`,
  svg`<path d="M0 3h12M0 9h12M3 0v12M9 0v12" />`,
  svg`<circle cx="6" cy="6" r="3.2" />`,
  svg`<path d="M0 4l3 -2l3 2l3 -2l3 2M0 9l3 -2l3 2l3 -2l3 2" />`,
  svg`<path d="M6 2v8M2 6h8" stroke-width="2" />`,
  svg``,
];

// For lines, the pattern is a dash: lengths of strokes and gaps.
const DASHES = ["", "7 4", "2 3", "10 3 2 3", "4 2", "10 3 2 3 2 3", "14 4", "1 4"];

export const NAMED_HEADS = COLOURS.length;

export function headLetter(index: number): string {
  return String.fromCharCode(65 + (index % 26));
}

/** What a head's lines are drawn in: its colour, made to stand out from the paper. */
export function headLineColour(index: number, paper: Paper): string {
  const ink = paper.forced?.ink ?? (paper.dark ? "#ebe9e4" : "#1b1d21");
  const colour = COLOURS[index % NAMED_HEADS];
  if (paper.forced || !colour || colour === "currentColor") return ink;
  return lineColour(colour, ink, paper);
}

/** The stroke-dasharray of a head's lines; empty for a whole line. */
export function headDash(index: number): string {
  return DASHES[index % NAMED_HEADS] ?? "";
}

/** A 12 x 12 swatch in a head's colour and pattern; always set beside its letter. */
export function headSwatch(index: number, size = 14): SVGTemplateResult {
  const colour = COLOURS[index % NAMED_HEADS] ?? "currentColor";
  const pattern = PATTERNS[index % NAMED_HEADS];
  return svg`<svg class="swatch" viewBox="0 0 12 12" width=${size} height=${size} aria-hidden="true">
    <rect width="12" height="12" fill=${colour} />
    <g fill="none" stroke="#1b1d21" stroke-width="1.1">${pattern}</g>
  </svg>`;
}
