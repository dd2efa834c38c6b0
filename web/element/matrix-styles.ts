// How a matrix picture looks, beside the fills that its values decide.

import { css } from "lit";

export const matrixStyles = css`
  /* The padding is room for a focus ring and for a slanted label that leans out. */
  .scroll { overflow-x: auto; padding: 3px 12px 3px 3px; margin: -3px -12px -3px -3px; scrollbar-width: thin; }
  .problem { margin: 0; color: var(--ring); font-weight: 600; }
  .stack { position: relative; width: max-content; }
  canvas { position: absolute; }
  svg { display: block; position: relative; overflow: visible; font: 11px var(--text); font-variant-numeric: tabular-nums; }
  /* The ring around the cell shows where the focus is. */
  svg:focus { outline: none; }
  text { pointer-events: none; }
  .value { text-anchor: middle; }
  .hidden { fill: var(--muted); stroke: var(--paper); stroke-width: 3px; paint-order: stroke; }
  .row-label { text-anchor: end; fill: var(--muted); }
  .column-label { text-anchor: middle; fill: var(--muted); }
  .slanted-label { fill: var(--muted); }
  .unseen { fill: none; }
  .marked { fill: var(--ink); text-decoration: underline; }
  .cell { stroke: var(--line); stroke-width: 1; }
  .line { stroke: var(--line); }
  .hatch { stroke: var(--muted); stroke-width: 1; opacity: 0.45; }
  .dropped { fill: none; stroke: var(--muted); stroke-width: 1; }
  .place { fill: none; stroke: none; pointer-events: none; }
  [role="gridcell"] { cursor: default; outline: none; }
  .ring, .halo, .poked, .frame { fill: none; pointer-events: none; }
  .ring { stroke: var(--ink); stroke-width: 2; }
  .ring.pinned { stroke-width: 3; }
  .frame { stroke: var(--ink); stroke-width: 1.5; }
  .halo { stroke: var(--paper); stroke-width: 2; }
  .poked { stroke: var(--ring); stroke-width: 2; }
  .mark.same { fill: var(--agree); }
  .mark.changed { fill: var(--ring); font-weight: 650; }
  /* As wide as the picture, never wider: words must not move the pictures beside it. */
  .readout { width: 0; min-width: 100%; margin: 6px 0 0; min-height: 2.7em; font-size: 0.8rem; line-height: 1.35; color: var(--ink); }
  @media (forced-colors: active) {
    .cell { stroke: CanvasText; }
    .cell:not(.bare) { fill: Canvas; }
    .line { stroke: CanvasText; }
    .value, .row-label, .column-label, .slanted-label, .mark.same, .mark.changed { fill: CanvasText; }
    .hatch { stroke: CanvasText; }
    .hidden { stroke: Canvas; }
    .dropped { stroke: CanvasText; stroke-dasharray: 3 2; }
    .ring, .poked, .frame { stroke: Highlight; stroke-width: 3; }
    .halo { stroke: Canvas; }
  }
`;
