// Which token-to-token lines a threshold leaves, and what share of the attention they carry.

import { type Matrix, valueAt } from "./matrix.js";

/** One head's weights, with what its mask hides. */
export interface LinesHead {
  /** Which head of its layer, from 0: its letter, colour and dash. */
  readonly index: number;
  /** (queries, keys) */
  readonly weights: Matrix;
  /** Same size; nonzero = hidden. */
  readonly hidden?: Matrix | undefined;
}

export interface Line {
  readonly head: number;
  readonly query: number;
  readonly key: number;
  readonly weight: number;
}

/** A token on one of the two sides. */
export interface Side {
  readonly side: "query" | "key";
  readonly index: number;
}

export interface Share {
  /** How many lines are drawn, of how many pairs that attend at all. */
  readonly lines: number;
  readonly pairs: number;
  /** Sum of the drawn weights over the sum of all; 1 where there is nothing to keep. */
  readonly kept: number;
}

/** Every line of at least `threshold`. A hidden pair is never one, nor is a weight of 0, whatever the threshold. */
export function linesOf(heads: readonly LinesHead[], threshold: number): Line[] {
  const lines: Line[] = [];
  for (const { index: head, weights, hidden } of heads) {
    for (let query = 0; query < weights.rows; query++) {
      for (let key = 0; key < weights.columns; key++) {
        const weight = valueAt(weights, query, key);
        if (!(weight > 0 && weight >= threshold) || (hidden && valueAt(hidden, query, key) !== 0)) continue;
        lines.push({ head, query, key, weight });
      }
    }
  }
  return lines;
}

/** More lines than this take a browser seconds to draw, and no eye tells them apart. */
export const MOST_LINES = 2000;

/** The lines themselves where they are not too many, the strongest of them otherwise. */
export function strongest(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST_LINES) return lines;
  return [...lines].sort((a, b) => b.weight - a.weight).slice(0, MOST_LINES);
}

/** What the drawn lines keep of the attention; weights that are no finite number count on neither side. */
export function shareOf(heads: readonly LinesHead[], threshold: number): Share {
  const all = linesOf(heads, 0).filter(({ weight }) => Number.isFinite(weight));
  const drawn = strongest(all.filter(({ weight }) => weight >= threshold));
  const sum = (lines: readonly Line[]) => lines.reduce((total, { weight }) => total + weight, 0);
  const total = sum(all);
  return { lines: drawn.length, pairs: all.length, kept: total === 0 ? 1 : sum(drawn) / total };
}

/** The lines that end at each token of either side, strongest first. */
export interface LinesBySide {
  readonly query: readonly (readonly Line[])[];
  readonly key: readonly (readonly Line[])[];
}

export function bySide(lines: readonly Line[], tokens: number): LinesBySide {
  const empty = () => Array.from({ length: tokens }, (): Line[] => []);
  const sides = { query: empty(), key: empty() };
  for (const line of [...lines].sort((a, b) => b.weight - a.weight || a.head - b.head)) {
    sides.query[line.query]?.push(line);
    sides.key[line.key]?.push(line);
  }
  return sides;
}

/** Lines of like strength of one head, drawn as one path: thousands of lines are some dozens of elements. */
export interface Bundle {
  readonly head: number;
  /** From 0 (thin) to 1. */
  readonly strength: number;
  readonly lines: readonly Line[];
}

const LEVELS = 24;

/** How strongly a line is drawn, in steps that no eye tells apart. */
export function strengthOf(weight: number, limit: number): number {
  return Math.round(Math.min(Math.max(weight / limit, 0), 1) * LEVELS) / LEVELS;
}

/** Bundles from weak to strong, so that the strong lie on top. */
export function bundlesOf(lines: readonly Line[], limit: number): Bundle[] {
  const bundles = new Map<string, { head: number; strength: number; lines: Line[] }>();
  for (const line of lines) {
    const strength = strengthOf(line.weight, limit);
    const name = `${line.head} ${strength}`;
    const bundle = bundles.get(name) ?? { head: line.head, strength, lines: [] };
    bundle.lines.push(line);
    bundles.set(name, bundle);
  }
  return [...bundles.values()].sort((a, b) => a.strength - b.strength || a.head - b.head);
}
