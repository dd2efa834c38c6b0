// Draws a figure of the weight split: each number a cell that keeps its identity from step to step.

import { css, html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { headLetter, headSwatch } from "./heads.js";
import { fitLabel, labelWidth } from "./labels.js";
import { valueAt } from "./matrix.js";
import { fixed } from "./numbers.js";
import { type Scale, textOn } from "./scales.js";
import type { BadgeItem, Figure, Grain, Item, NumberItem, SplitData, TextItem } from "./split-figure.js";

export interface FigureLook {
  readonly grain: Grain;
  readonly scale: Scale;
  /** The token followed. */
  readonly token: number;
  readonly label: string;
}

export const splitFigureStyles = css`
  .figure { margin-top: 0.75rem; }
  .figure svg { max-width: 100%; height: auto; }
  .drawing { display: block; overflow: visible; font: 11px var(--text); font-variant-numeric: tabular-nums; }
  .drawing text { pointer-events: none; }
  .drawing .cell { stroke: var(--line); stroke-width: 1; }
  .drawing .value { text-anchor: middle; }
  .drawing :is(.token, .shape) { fill: var(--muted); }
  .drawing .token { text-anchor: end; }
  .drawing .followed { fill: var(--ink); text-decoration: underline; text-underline-offset: 2px; }
  .drawing .name { fill: var(--ink); font-weight: 650; }
  .drawing .sign { fill: var(--ink); text-anchor: middle; font-size: 15px; }
  .drawing .letter { fill: var(--ink); font-weight: 650; }
  .drawing .ring { fill: none; stroke: var(--ink); stroke-width: 2; pointer-events: none; }
  .drawing [data-token] .cell { cursor: pointer; }
  @media (forced-colors: active) {
    .drawing .cell { fill: Canvas; stroke: CanvasText; }
    .drawing text { fill: CanvasText; }
    .drawing .ring { stroke: Highlight; stroke-width: 3; }
  }
`;

/** The number with as many decimals as its cell has room for. */
export function fitNumber(value: number, { width, decimals }: Grain): string {
  for (let places = decimals; places > 0; places--) {
    const text = fixed(value, places);
    if (labelWidth(text) <= width - 1) return text;
  }
  return fixed(value, 0);
}

/** A token's numbers in words, head by head. */
export function numbersOf({ split }: SplitData, token: number): string {
  return split
    .map((matrix, head) => {
      const values = Array.from({ length: matrix.columns }, (_, column) => fixed(valueAt(matrix, token, column), 4));
      return `${headLetter(head)} ${values.join(", ")}`;
    })
    .join("; ");
}

function numberView(item: NumberItem, { grain, scale }: FigureLook): SVGTemplateResult {
  const fill = scale(item.value);
  const { width, height } = grain;
  return svg`<g data-key=${item.key} data-part=${item.part} data-row=${item.row} data-column=${item.column}
      data-head=${item.head ?? nothing} data-token=${item.token ?? nothing} transform="translate(${item.x} ${item.y})">
    <rect class="cell" width=${width} height=${height} fill=${fill} />
    <text class="value" x=${width / 2} y=${height / 2 + 4} fill=${textOn(fill)}>${fitNumber(item.value, grain)}</text>
  </g>`;
}

function badgeView({ key, x, y, head }: BadgeItem): SVGTemplateResult {
  return svg`<g data-key=${key} transform="translate(${x} ${y})">${headSwatch(head, 14)}
    <text class="letter" x="18" y="11">${headLetter(head)}</text></g>`;
}

function textView({ key, x, y, role, text, token }: TextItem, look: FigureLook): SVGTemplateResult {
  const followed = role === "token" && token === look.token ? " followed" : "";
  return svg`<g data-key=${key} transform="translate(${x} ${y})">
    <text class=${`${role}${followed}`}>${role === "token" ? fitLabel(text, 46) : text}</text></g>`;
}

function itemView(item: Item, look: FigureLook): SVGTemplateResult {
  switch (item.kind) {
    case "number":
      return numberView(item, look);
    case "badge":
      return badgeView(item);
    case "text":
      return textView(item, look);
    case "ring":
      return svg`<g data-key=${item.key} transform="translate(${item.x} ${item.y})">
        <rect class="ring" width=${item.columns * look.grain.width} height=${look.grain.height} /></g>`;
  }
}

export function figureView({ items, width, height }: Figure, look: FigureLook): TemplateResult {
  return html`<svg class="drawing" role="img" aria-label=${look.label} width=${width} height=${height} viewBox="0 0 ${width} ${height}">
    ${repeat(
      items,
      ({ key }) => key,
      (item) => itemView(item, look),
    )}
  </svg>`;
}
