// Colour scales that start from the paper: one upward for weights, one to either side of zero for signed values.

import { rgb } from "d3-color";
import { interpolateLab, piecewise } from "d3-interpolate";
import { schemeBlues, schemeRdBu } from "d3-scale-chromatic";

export interface Paper {
  readonly colour: string;
  readonly dark: boolean;
  /** Under forced colours, the only other two: the text's, and the system's highlight for values below 0. */
  readonly forced?: { readonly ink: string; readonly highlight: string };
}

export type Scale = (value: number) => string;

const blues = schemeBlues[9] as readonly string[];
const redBlue = schemeRdBu[11] as readonly string[];

function pick(colours: readonly string[], indices: readonly number[]): string[] {
  return indices.map((index) => colours[index] ?? "");
}

function clamped(scale: (t: number) => string, paper: string): (t: number) => string {
  return (t) => (Number.isNaN(t) ? paper : scale(Math.min(Math.max(t, 0), 1)));
}

/** 0 is the paper, `limit` the deepest blue on light paper and the palest on dark. */
export function weightScale(paper: Paper, limit = 1): Scale {
  const stops = paper.forced ? [paper.forced.ink] : pick(blues, paper.dark ? [8, 6, 4, 1] : [2, 4, 6, 8]);
  const scale = clamped(piecewise(interpolateLab, [paper.colour, ...stops]), paper.colour);
  return (value) => scale(value / limit);
}

/** 0 is the paper; -limit the deepest red, +limit the deepest blue. */
export function signedScale(paper: Paper, limit: number): Scale {
  const arms = paper.dark ? { below: [1, 2, 3], above: [9, 8, 7] } : { below: [3, 2, 1], above: [7, 8, 9] };
  const arm = (indices: readonly number[], forced: string | undefined) =>
    clamped(piecewise(interpolateLab, [paper.colour, ...(forced ? [forced] : pick(redBlue, indices))]), paper.colour);
  const below = arm(arms.below, paper.forced?.highlight);
  const above = arm(arms.above, paper.forced?.ink);
  return (value) => (value < 0 ? below(-value / limit) : above(value / limit));
}

/** Relative luminance as WCAG 2 defines it. */
export function luminance(colour: string): number {
  const { r, g, b } = rgb(colour);
  const linear = [r, g, b].map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

/** How far apart two colours are, from 1 to 21, as WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour, brought toward `ink` until it stands out from the paper as thin lines must (WCAG 1.4.11). */
export function lineColour(colour: string, ink: string, paper: Paper): string {
  const toward = interpolateLab(colour, ink);
  const steps = Array.from({ length: 20 }, (_, step) => toward(step / 20));
  return steps.find((candidate) => contrast(candidate, paper.colour) >= 3) ?? ink;
}

/** Black or white, whichever reads better on a fill: at least 4.58 : 1 on any colour. */
export function textOn(fill: string): string {
  return luminance(fill) > 0.179 ? "#000" : "#fff";
}
