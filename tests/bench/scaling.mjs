// Time and memory against one size: everybody goes on until it fails or a call would take too long.
import { measureCold } from "./measure.mjs";

/**
 * @typedef {import("./peers/peer.js").Layer} Layer
 * @typedef {{ size: number, ms: number, memoryBytes: number }} Point
 * @typedef {{ points: Point[], stopped?: { size: number, why: string } }} Line
 */

export const limitMs = 20_000;

/** @param {Point[]} points by size @returns {number} what the next call would take, at the last growth seen */
export function predict(points) {
  const [before, last] = points.slice(-2);
  if (!before || !last) return 0;
  return last.ms * Math.max(1, last.ms / before.ms);
}

/** Takes a line one size further, unless it has stopped.
 * @param {Line} line @param {number} size
 * @param {(size: number) => Promise<{ steady: number, memoryBytes: number } | { error: string }>} measure
 * @returns {Promise<Line>}
 */
export async function extend(line, size, measure) {
  const { points, stopped } = line;
  if (stopped) return line;
  if (predict(points) > limitMs) return { points, stopped: { size, why: `would take more than ${limitMs / 1000} s` } };
  const result = await measure(size);
  if ("error" in result) return { points, stopped: { size, why: result.error } };
  return { points: [...points, { size, ms: result.steady, memoryBytes: result.memoryBytes }] };
}

/**
 * Size by size, so that what slows the machine for a while meets all alike.
 * @param {string} url @param {string[]} names @param {number[]} sizes ascending @param {(size: number) => Layer} layerOf
 * @returns {Promise<Record<string, Line>>}
 */
export async function measureScaling(url, names, sizes, layerOf) {
  /** @type {Record<string, Line>} */
  const lines = Object.fromEntries(names.map((name) => [name, { points: [] }]));
  for (const size of sizes) {
    for (const [name, line] of Object.entries(lines))
      lines[name] = await extend(line, size, () => measureCold(url, name, layerOf(size)));
    console.log(`  ${layerOf(size).name}`);
  }
  return lines;
}
