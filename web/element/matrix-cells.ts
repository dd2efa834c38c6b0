// What a matrix picture shows in each cell: its state, its number, its fill.

import type { Position } from "./grid-keys.js";
import { type Matrix, valueAt } from "./matrix.js";
import { exact, fixed } from "./numbers.js";
import { type Paper, type Scale, signedScale, weightScale } from "./scales.js";

/** weights: one scale from the paper upward; signed: two, to either side of 0; mask: hidden or not. */
export type MatrixKind = "weights" | "signed" | "mask";

/** A cell of a matrix, as events tell of it. */
export interface Cell extends Position {
  /** Its number, a float32. */
  readonly value: number;
  /** Whether the mask hides it, or dropout has dropped it. */
  readonly state: "shown" | "hidden" | "dropped";
  /** What the cell shows, rounded; empty where it shows no number. */
  readonly text: string;
}

/** All that decides how cells look. */
export interface Look {
  readonly kind: MatrixKind;
  readonly matrix: Matrix;
  /** Same size as `matrix`; nonzero = hidden by the mask. */
  readonly hidden: Matrix | undefined;
  /** Same size as `matrix`; 0 = dropped by dropout. */
  readonly kept: Matrix | undefined;
  /** The value at the deep end of the colour scale. */
  readonly limit: number;
  readonly decimals: number;
}

/** A cell's state by its flat index; hidden wins, for what is hidden is not there to be dropped. */
export function stateAt({ hidden, kept }: Look, index: number): Cell["state"] {
  if (hidden && hidden.data[index] !== 0) return "hidden";
  return kept && kept.data[index] === 0 ? "dropped" : "shown";
}

function textOf({ kind, decimals }: Look, value: number, state: Cell["state"]): string {
  if (state === "hidden") return kind === "weights" ? "0" : "\u2212inf";
  return state === "dropped" || kind === "mask" ? "" : fixed(value, decimals);
}

export function cellAt(look: Look, { row, column }: Position): Cell {
  const state = stateAt(look, row * look.matrix.columns + column);
  const value = valueAt(look.matrix, row, column);
  return { row, column, value, state, text: textOf(look, value, state) };
}

export function scaleOf({ kind, limit }: Look, paper: Paper): Scale {
  return kind === "signed" ? signedScale(paper, limit) : weightScale(paper, limit);
}

/** Hidden, dropped and mask cells show the paper: they say what they are by hatch or outline. */
export function isPlain({ kind }: Look, state: Cell["state"]): boolean {
  return kind === "mask" || state !== "shown";
}

/** A cell in words, where a picture's host gives none. */
export function describeCell({ state, text, value }: Cell): string {
  if (state === "dropped") return "dropped";
  if (state === "hidden") return `${text}, hidden`;
  const all = exact(value);
  return text === all || text === "" ? all : `${text} (${all})`;
}
