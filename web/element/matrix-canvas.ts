// Draws the cells of a large matrix: as pixels on a canvas, or as few paths for an exported file, from the same shapes.

import { rgb } from "d3-color";
import { isPlain, type Look, scaleOf, stateAt } from "./matrix-cells.js";
import type { Layout } from "./matrix-layout.js";
import type { Paper } from "./scales.js";

/** The colours as the page resolves them. */
export interface Paint {
  readonly paper: Paper;
  readonly line: string;
  readonly muted: string;
}

// Steps of a scale: more than an 8-bit channel can tell apart, so a stepped colour is at most 1 off in a channel.
const STEPS = 2048;
// Lines between cells would cover what is smaller than this.
const SMALLEST_LINED = 6;
const areTiny = ({ width, height }: Layout) => Math.min(width, height) < SMALLEST_LINED;

const HATCH_PITCH = Math.SQRT2 * 6; // as the hatch of 6 px at 45 degrees meets a horizontal line

/** Every step of the look's scale, for signed values from -limit to limit. */
function ramp(look: Look, paper: Paper): string[] {
  const scale = scaleOf(look, paper);
  const from = look.kind === "signed" ? -look.limit : 0;
  return Array.from({ length: STEPS + 1 }, (_, step) => scale(from + ((look.limit - from) * step) / STEPS));
}

function stepOf({ kind, limit }: Look, value: number): number {
  const share = kind === "signed" ? (value / limit + 1) / 2 : value / limit;
  return Math.round(Math.min(Math.max(share, 0), 1) * STEPS);
}

/** The fill of each cell by flat index, paper where it is plain or no number. */
export function fillsOf(look: Look, paper: Paper): (index: number) => string {
  const colours = ramp(look, paper);
  return (index) => {
    const value = look.matrix.data[index] ?? Number.NaN;
    if (isPlain(look, stateAt(look, index)) || Number.isNaN(value)) return paper.colour;
    return colours[stepOf(look, value)] ?? paper.colour;
  };
}

/** One pixel per cell. */
export function pixelsOf(look: Look, paper: Paper): ImageData {
  const { rows, columns } = look.matrix;
  const image = new ImageData(columns, rows);
  const fill = fillsOf(look, paper);
  const channels = new Map<string, readonly [number, number, number]>();
  for (let index = 0; index < rows * columns; index++) {
    const colour = fill(index);
    let parts = channels.get(colour);
    if (!parts) {
      const { r, g, b } = rgb(colour);
      parts = [r, g, b];
      channels.set(colour, parts);
    }
    image.data.set(parts, 4 * index);
    image.data[4 * index + 3] = 255;
  }
  return image;
}

/** Rectangles over stretches of a row whose cells are alike; `key` says what alike is, undefined leaves a cell out. */
function runsOf({ matrix }: Look, { width, height }: Layout, key: (index: number) => string | undefined) {
  const paths = new Map<string, string[]>();
  for (let row = 0; row < matrix.rows; row++) {
    let start = 0;
    for (let column = 1; column <= matrix.columns; column++) {
      const alike = key(row * matrix.columns + start);
      if (column < matrix.columns && key(row * matrix.columns + column) === alike) continue;
      if (alike !== undefined) {
        const across = (column - start) * width;
        const path = paths.get(alike) ?? [];
        path.push(`M${start * width} ${row * height}h${across}v${height}h-${across}z`);
        paths.set(alike, path);
      }
      start = column;
    }
  }
  return new Map(Array.from(paths, ([alike, path]) => [alike, path.join("")]));
}

function hiddenPath(look: Look, layout: Layout): string {
  const runs = runsOf(look, layout, (index) => (stateAt(look, index) === "hidden" ? "hidden" : undefined));
  return runs.get("hidden") ?? "";
}

/** An empty outline in every dropped cell; in cells too small for one, a dot. */
function droppedPath(look: Look, layout: Layout): string {
  const { width, height } = layout;
  const { rows, columns } = look.matrix;
  if (!look.kept) return "";
  const inset = Math.max(Math.round(Math.min(width, height) * 0.15), 1) + 0.5;
  const [w, h] = areTiny(layout) ? [1, 1] : [width - 2 * inset, height - 2 * inset];
  const path: string[] = [];
  for (let index = 0; index < rows * columns; index++) {
    if (stateAt(look, index) !== "dropped") continue;
    const x = (index % columns) * width + (width - w) / 2;
    const y = Math.floor(index / columns) * height + (height - h) / 2;
    path.push(`M${x} ${y}h${w}v${h}h-${w}z`);
  }
  return path.join("");
}

/** The lines between cells and around them; only the frame where cells are small. */
function linesPath({ matrix: { rows, columns } }: Look, { width, height }: Layout): string {
  const [w, h] = [columns * width, rows * height];
  const along = (count: number, size: number, total: number) =>
    Array.from({ length: count + 1 }, (_, i) => Math.min(i * size, total)).filter(
      (_, i) => size >= SMALLEST_LINED || i === 0 || i === count,
    );
  const upright = along(columns, width, w).map((x) => `M${x + 0.5} 0.5v${h}`);
  const level = along(rows, height, h).map((y) => `M0.5 ${y + 0.5}h${w}`);
  return [...upright, ...level].join("");
}

/** Draws on a canvas of `scale` device pixels to a CSS pixel. */
export function drawCells(canvas: HTMLCanvasElement, look: Look, layout: Layout, paint: Paint, scale: number): void {
  const { rows, columns } = look.matrix;
  const [w, h] = [columns * layout.width, rows * layout.height];
  canvas.width = Math.round((w + 1) * scale);
  canvas.height = Math.round((h + 1) * scale);
  const context = canvas.getContext("2d");
  if (!context) return;
  const pixels = new OffscreenCanvas(columns, rows);
  pixels.getContext("2d")?.putImageData(pixelsOf(look, paint.paper), 0, 0);
  context.scale(scale, scale);
  context.imageSmoothingEnabled = false;
  context.drawImage(pixels, 0, 0, w, h);
  drawHatch(context, hiddenPath(look, layout), w, h, paint.muted);
  const dropped = new Path2D(droppedPath(look, layout));
  context.strokeStyle = context.fillStyle = paint.muted;
  if (areTiny(layout)) context.fill(dropped);
  else context.stroke(dropped);
  context.strokeStyle = paint.line;
  context.stroke(new Path2D(linesPath(look, layout)));
}

function drawHatch(context: CanvasRenderingContext2D, where: string, w: number, h: number, colour: string): void {
  if (where === "") return;
  context.save();
  context.clip(new Path2D(where));
  context.globalAlpha = 0.45;
  context.strokeStyle = colour;
  context.beginPath();
  for (let x = -h; x < w; x += HATCH_PITCH) {
    context.moveTo(x + h, 0);
    context.lineTo(x, h);
  }
  context.stroke();
  context.restore();
}

function pathElement(d: string, attributes: Readonly<Record<string, string>>): SVGPathElement {
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", d);
  for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, value);
  return path;
}

/** The same cells as a group of paths, one for each colour; `hatch` is what hidden cells are filled with. */
export function cellsAsSvg(look: Look, layout: Layout, paint: Paint, hatch: string): SVGGElement {
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("transform", `translate(${layout.left} ${layout.top})`);
  for (const [colour, d] of runsOf(look, layout, fillsOf(look, paint.paper))) {
    group.append(pathElement(d, { fill: colour, "shape-rendering": "crispEdges", "data-cells": "" }));
  }
  const hidden = hiddenPath(look, layout);
  if (hidden !== "") group.append(pathElement(hidden, { fill: hatch, "data-cells": "hidden" }));
  const dropped = droppedPath(look, layout);
  const drawn = areTiny(layout) ? { fill: paint.muted } : { fill: "none", stroke: paint.muted };
  if (dropped !== "") group.append(pathElement(dropped, { ...drawn, "data-cells": "dropped" }));
  group.append(pathElement(linesPath(look, layout), { fill: "none", stroke: paint.line }));
  return group;
}
