// Where everything in a matrix picture stands: how large cells are, how much room labels need, which of them fit.

import type { Position } from "./grid-keys.js";
import { labelWidth } from "./labels.js";
import type { Matrix } from "./matrix.js";

/** More cells than this are drawn on a canvas: 32 tokens by 32 are still elements, each with its own name. */
export const CANVAS_ABOVE = 1024;

/** Room for row labels. */
export const GUTTER = 54;

const MARGIN = 2;
const SQUARE = 34;
const SMALL = 24; // what a finger still hits
const LARGEST = 768;
const LEVEL = 30;
const SLANTED = 48;
const LABEL_PITCH = 14; // between two labels of 11 px type

export interface Layout {
  /** Of one cell. */
  readonly width: number;
  readonly height: number;
  /** Where the first cell stands. */
  readonly left: number;
  readonly top: number;
  /** Of the whole picture. */
  readonly totalWidth: number;
  readonly totalHeight: number;
  readonly slanted: boolean;
  /** Every how many rows and columns there is room for a label. */
  readonly rowStep: number;
  readonly columnStep: number;
  readonly onCanvas: boolean;
}

/** How long the side of a cell is along an axis of `count` cells. */
export function cellSize(count: number): number {
  if (count <= 12) return SQUARE;
  if (count <= 32) return SMALL;
  return Math.max(Math.floor(LARGEST / count), 2);
}

function needsSlant(labels: readonly string[]): boolean {
  const width = cellSize(labels.length);
  return labels.some((label) => labelWidth(label) > width);
}

/** How much room column labels need above a picture: more where one must be set at a slant to fit. */
export function headroomFor(labels: readonly string[]): number {
  return needsSlant(labels) ? SLANTED : LEVEL;
}

export interface LayoutOptions {
  readonly decimals: number;
  /** Room for column labels, given where pictures side by side must keep their rows level. */
  readonly headroom: number | undefined;
  readonly columnLabels: readonly string[];
  /** Room for marks at the ends of rows. */
  readonly markWidth: number;
}

export function layoutOf({ rows, columns }: Matrix, options: LayoutOptions): Layout {
  const { decimals, headroom, columnLabels, markWidth } = options;
  const width = decimals > 2 && columns <= 12 ? 56 : cellSize(columns);
  const height = cellSize(rows);
  const top = headroom ?? headroomFor(columnLabels);
  return {
    width,
    height,
    left: GUTTER,
    top,
    totalWidth: GUTTER + columns * width + Math.max(MARGIN, markWidth),
    totalHeight: top + rows * height + MARGIN,
    slanted: needsSlant(columnLabels),
    rowStep: height < 12 ? Math.ceil(LABEL_PITCH / height) : 1,
    columnStep: Math.ceil(LABEL_PITCH / width),
    onCanvas: rows * columns > CANVAS_ABOVE,
  };
}

/** Whether a cell has room for its number. On a canvas none has: one side of its cells is always under 24 px. */
export function showsNumbers({ width, height }: Layout): boolean {
  return width >= 30 && height >= 12;
}

/** Whether a label has room: every `step`-th, and always the marked one, before which its neighbours give way. */
export function showsLabel(index: number, step: number, marked: number | undefined): boolean {
  if (index === marked) return true;
  return index % step === 0 && (marked === undefined || Math.abs(index - marked) >= step);
}

/** The cell at a point of the picture, undefined beside the cells. */
export function positionAt(
  { left, top, width, height }: Layout,
  matrix: Matrix,
  x: number,
  y: number,
): Position | undefined {
  const [row, column] = [Math.floor((y - top) / height), Math.floor((x - left) / width)];
  return isInside({ row, column }, matrix) ? { row, column } : undefined;
}

export function isInside({ row, column }: Position, { rows, columns }: Matrix): boolean {
  return row >= 0 && row < rows && column >= 0 && column < columns;
}

/** The cell that an event is about: its own element, or the place of the picture that was pointed at. */
export function positionOf(event: Event, layout: Layout, matrix: Matrix): Position | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const cell = event.target.closest<SVGGElement>("[role=gridcell][tabindex]");
  if (cell) return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  if (!layout.onCanvas || !(event instanceof MouseEvent)) return undefined;
  const box = event.target.closest("svg")?.getBoundingClientRect();
  return box && positionAt(layout, matrix, event.clientX - box.left, event.clientY - box.top);
}
