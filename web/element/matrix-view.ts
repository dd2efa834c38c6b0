// The parts of a matrix picture as SVG: labels, cells, rings and row marks.

import { html, nothing, svg, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Position } from "./grid-keys.js";
import { fitLabel, labelWidth } from "./labels.js";
import { type Cell, cellAt, isPlain, type Look } from "./matrix-cells.js";
import { type Layout, showsLabel, showsNumbers } from "./matrix-layout.js";
import { type Paper, type Scale, textOn } from "./scales.js";

/** Whether a row kept its bits while something else changed. */
export type RowMark = "same" | "changed";

/** What a picture says by itself, in the reader's language. */
export interface MatrixWords {
  /** Drawn at the ends of marked rows. */
  readonly same: string;
  readonly changed: string;
  readonly pinned: (cell: string) => string;
  readonly unpinned: string;
}

export const MATRIX_WORDS: MatrixWords = {
  same: "same bits",
  changed: "changed",
  pinned: (cell) => `Pinned. ${cell}`,
  unpinned: "No longer pinned.",
};

/** All that a picture is drawn from. */
export interface MatrixView {
  readonly look: Look;
  readonly layout: Layout;
  readonly paper: Paper;
  readonly scale: Scale;
  readonly rowAxis: string;
  readonly columnAxis: string;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  readonly describe: (cell: Cell) => string;
  /** The cell that keys move from. */
  readonly current: Position;
  readonly active: Position | undefined;
  readonly pinned: Position | undefined;
  /** The row whose label is marked. */
  readonly markedRow: number | undefined;
  readonly markedColumn: number | undefined;
  /** A row framed as a whole, for it is the same row in other pictures. */
  readonly framedRow: number | undefined;
  readonly pokedRows: readonly number[];
  readonly rowMarks: readonly (RowMark | undefined)[];
  readonly words: MatrixWords;
}

const MARK_GAP = 10;
const SIGN_WIDTH = 14;

/** How much room the marks at row ends need. */
export function markWidth(marks: readonly (RowMark | undefined)[], words: MatrixWords): number {
  const widths = marks.flatMap((mark) => (mark ? [labelWidth(words[mark])] : []));
  return widths.length === 0 ? 0 : MARK_GAP + SIGN_WIDTH + Math.ceil(Math.max(...widths)) + 4;
}

/** The whole grid; where its cells are on a canvas, it is one tab stop that says which of them its keys are at. */
export function gridView(view: MatrixView, label: string): TemplateResult {
  const { layout, look, current } = view;
  const { rows, columns } = look.matrix;
  const { onCanvas } = layout;
  return html`<svg role="grid" aria-label=${label} aria-readonly="true" aria-rowcount=${rows + 1} aria-colcount=${columns + 1}
    tabindex=${onCanvas ? "0" : nothing} aria-activedescendant=${onCanvas ? cellId(current) : nothing}
    width=${layout.totalWidth} height=${layout.totalHeight}>
    ${hatchPattern()} ${columnHeaders(view)}
    ${onCanvas ? canvasRows(view) : Array.from({ length: rows }, (_, row) => gridRow(view, row))}
    ${rowFrame(view)} ${rowMarkViews(view)} ${pokedRings(view)} ${rings(view)}
  </svg>`;
}

/** Lines at 45 degrees: hidden by the mask, in every picture. The other line is never drawn: a canvas takes its colour. */
function hatchPattern(): TemplateResult {
  return svg`<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <line class="hatch" x1="0.5" x2="0.5" y2="6" /></pattern><path class="line" /></defs>`;
}

function columnHeaders(view: MatrixView): TemplateResult | typeof nothing {
  const { layout, columnLabels, rowAxis, columnAxis } = view;
  if (columnLabels.length === 0 && !rowAxis && !columnAxis) return nothing;
  const x = layout.left - 8;
  // Without words it would be a header of nothing.
  const axes = svg`<g role="columnheader" aria-colindex="1"><text class="row-label" x=${x} y=${layout.top - 20}>${columnAxis}</text>
    <text class="row-label" x=${x} y=${layout.top - 7}>${rowAxis}</text></g>`;
  return svg`<g role="row" aria-rowindex="1">${rowAxis || columnAxis ? axes : nothing}
    ${columnLabels.map((label, column) => columnHeader(view, label, column))}</g>`;
}

function columnHeader({ layout, markedColumn }: MatrixView, label: string, column: number): TemplateResult {
  const marked = markedColumn === column ? " marked" : "";
  const x = layout.left + (column + 0.5) * layout.width;
  const y = layout.top - 8;
  const text = !showsLabel(column, layout.columnStep, markedColumn)
    ? unseen(label)
    : layout.slanted
      ? svg`<text class=${`slanted-label${marked}`} x=${x - 2} y=${y + 1} transform="rotate(-45 ${x - 2} ${y + 1})">${fitLabel(label, 50)}</text>`
      : svg`<text class=${`column-label${marked}`} x=${x} y=${y}>${label}</text>`;
  return svg`<g role="columnheader" aria-colindex=${column + 2} aria-label=${label}>${text}</g>`;
}

/** A header's words where there is no room to draw them: for assistive technology a header without text is none. */
function unseen(label: string): TemplateResult {
  return svg`<text class="unseen">${label}</text>`;
}

/** A row's name, with what its mark says. */
function rowName({ rowLabels, rowMarks, words }: MatrixView, row: number): string {
  const label = rowLabels[row] ?? String(row + 1);
  const mark = rowMarks[row];
  return mark ? `${label}: ${words[mark]}` : label;
}

function rowHeader(view: MatrixView, row: number): TemplateResult {
  return svg`<g role="rowheader" aria-colindex="1" aria-label=${rowName(view, row)}>
    ${showsLabel(row, view.layout.rowStep, view.markedRow) ? rowLabel(view, row) : unseen(rowName(view, row))}</g>`;
}

function rowLabel({ layout, rowLabels, markedRow }: MatrixView, row: number): TemplateResult {
  const marked = markedRow === row ? " marked" : "";
  const label = fitLabel(rowLabels[row] ?? String(row + 1), layout.left - 10);
  const y = layout.top + (row + 0.5) * layout.height + 4;
  return svg`<text class=${`row-label${marked}`} x=${layout.left - 8} y=${y}>${label}</text>`;
}

function gridRow(view: MatrixView, row: number): TemplateResult {
  const cells = Array.from({ length: view.look.matrix.columns }, (_, column) => gridCell(view, { row, column }));
  return svg`<g role="row" aria-rowindex=${row + 2}>${rowHeader(view, row)}${cells}</g>`;
}

function isAt(position: Position, other: Position | undefined): boolean {
  return position.row === other?.row && position.column === other.column;
}

function gridCell(view: MatrixView, position: Position): TemplateResult {
  const { look, layout } = view;
  const { width, height } = layout;
  const cell = cellAt(look, position);
  const { x, y } = corner(layout, position);
  const fill = isPlain(look, cell.state) ? view.paper.colour : view.scale(cell.value);
  const numbers = showsNumbers(layout);
  return svg`<g role="gridcell" tabindex=${isAt(position, view.current) ? 0 : -1} aria-colindex=${position.column + 2}
      aria-label=${view.describe(cell)} aria-selected=${isAt(position, view.pinned) ? "true" : nothing}
      data-row=${position.row} data-column=${position.column} data-state=${cell.state}>
    <rect class=${numbers ? "cell" : "cell bare"} x=${x} y=${y} width=${width} height=${height} fill=${fill} />
    ${cell.state === "hidden" ? svg`<rect x=${x} y=${y} width=${width} height=${height} fill="url(#hatch)" />` : nothing}
    ${cell.state === "dropped" ? svg`<rect class="dropped" x=${x + 5} y=${y + 5} width=${width - 10} height=${height - 10} />` : nothing}
    ${numbers ? cellText(cell, x + width / 2, y + height / 2 + 4, fill) : nothing}
  </g>`;
}

function cellText({ text, state }: Cell, x: number, y: number, fill: string): TemplateResult | typeof nothing {
  if (text === "") return nothing;
  if (state === "hidden") return svg`<text class="value hidden" x=${x} y=${y}>${text}</text>`;
  return svg`<text class="value" x=${x} y=${y} fill=${textOn(fill)}>${text}</text>`;
}

function corner({ left, top, width, height }: Layout, { row, column }: Position): { x: number; y: number } {
  return { x: left + column * width + 0.5, y: top + row * height + 0.5 };
}

function cellId({ row, column }: Position): string {
  return `cell-${row}-${column}`;
}

/** What a grid on a canvas has as elements: the drawn row labels, and the one cell where its keys are. */
function canvasRows(view: MatrixView): TemplateResult {
  const { layout, current, look } = view;
  const { x, y } = corner(layout, current);
  const cell = cellAt(look, current);
  const rows = Array.from({ length: look.matrix.rows }, (_, row) => row);
  const labels = rows
    .filter((row) => showsLabel(row, layout.rowStep, view.markedRow))
    .map((row) => rowLabel(view, row));
  // Another element for another cell, so that assistive technology notices the move.
  return svg`<g aria-hidden="true">${labels}</g><g role="row" aria-rowindex=${current.row + 2}>
    <g role="rowheader" aria-colindex="1" aria-label=${rowName(view, current.row)}>${unseen(rowName(view, current.row))}</g>
    ${keyed(
      cellId(current),
      svg`<g role="gridcell" id=${cellId(current)} aria-colindex=${current.column + 2} aria-label=${view.describe(cell)}
        aria-selected=${isAt(current, view.pinned) ? "true" : nothing}
        data-row=${current.row} data-column=${current.column} data-state=${cell.state}>
        <rect class="place" x=${x} y=${y} width=${layout.width} height=${layout.height} /></g>`,
    )}</g>`;
}

/** A ring around the pinned cell, which stays, and one around the cell pointed at. */
function rings(view: MatrixView): TemplateResult {
  const { active, pinned } = view;
  return svg`${pinned ? ring(view, pinned, "ring pinned") : nothing}
    ${active && !isAt(active, pinned) ? ring(view, active, "ring") : nothing}`;
}

function ring({ layout }: MatrixView, position: Position, name: string): TemplateResult {
  const { x, y } = corner(layout, position);
  // Around a tiny cell the ring stands off, or it would cover what it points at.
  const off = Math.max((10 - Math.min(layout.width, layout.height)) / 2, 0);
  const box = (classes: string, more: number) => svg`<rect class=${classes} x=${x - off - more} y=${y - off - more}
    width=${layout.width + 2 * (off + more)} height=${layout.height + 2 * (off + more)} />`;
  return svg`${name === "ring pinned" ? box("halo", 2) : nothing}${box(name, 0)}`;
}

/** The frame of a row that is followed through several pictures. */
function rowFrame({ layout, look, framedRow }: MatrixView): TemplateResult | typeof nothing {
  if (framedRow === undefined || framedRow < 0 || framedRow >= look.matrix.rows) return nothing;
  const { x, y } = corner(layout, { row: framedRow, column: 0 });
  return svg`<rect class="frame" x=${x} y=${y} width=${look.matrix.columns * layout.width} height=${layout.height} />`;
}

/** Rings around rows whose token the reader changed. */
function pokedRings({ layout, look, pokedRows }: MatrixView): TemplateResult[] {
  const width = look.matrix.columns * layout.width;
  return pokedRows
    .filter((row) => row >= 0 && row < look.matrix.rows)
    .map((row) => {
      const { x, y } = corner(layout, { row, column: 0 });
      return svg`<rect class="poked" x=${x - 2} y=${y - 2} width=${width + 4} height=${layout.height + 4} rx=${Math.min(layout.height / 2, 16)} />`;
    });
}

/** Marks at row ends, a sign and a word each; where rows are too low for that, one for each run of equal marks. */
function rowMarkViews({ layout, look, rowMarks, words }: MatrixView): TemplateResult {
  const x = layout.left + look.matrix.columns * layout.width + MARK_GAP;
  const marks = rowMarks.slice(0, look.matrix.rows).map((mark, row) => {
    const repeats = layout.height < 12 && row > 0 && rowMarks[row - 1] === mark;
    if (!mark || repeats) return nothing;
    const y = layout.top + (row + 0.5) * layout.height + 4;
    return svg`<g class=${`mark ${mark}`} data-mark-row=${row}><text x=${x} y=${y}>${mark === "same" ? "=" : "\u2260"}</text>
      <text x=${x + SIGN_WIDTH} y=${y}>${words[mark]}</text></g>`;
  });
  return svg`<g aria-hidden="true">${marks}</g>`;
}
