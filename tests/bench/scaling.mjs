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

/**
 * @param {number[]} sizes ascending
 * @param {(size: number) => Promise<{ steady: number, memoryBytes: number } | { error: string }>} measure
 * @returns {Promise<Line>}
 */
export async function growLine(sizes, measure) {
  /** @type {Point[]} */
  const points = [];
  for (const size of sizes) {
    if (predict(points) > limitMs)
      return { points, stopped: { size, why: `would take more than ${limitMs / 1000} s` } };
    const result = await measure(size);
    if ("error" in result) return { points, stopped: { size, why: result.error } };
    points.push({ size, ms: result.steady, memoryBytes: result.memoryBytes });
  }
  return { points };
}

/**
 * @param {string} url @param {string[]} names @param {number[]} sizes @param {(size: number) => Layer} layerOf
 * @returns {Promise<Record<string, Line>>}
 */
export async function measureScaling(url, names, sizes, layerOf) {
  /** @type {Record<string, Line>} */
  const lines = {};
  for (const name of names) {
    lines[name] = await growLine(sizes, (size) => measureCold(url, name, layerOf(size)));
    console.log(`  ${name}: ${describe(lines[name])}`);
  }
  return lines;
}

/** @param {Line} line */
function describe({ points, stopped }) {
  const last = points.at(-1);
  const reached = last ? `up to ${last.size}: ${last.ms.toFixed(1)} ms` : "no size";
  return stopped ? `${reached}; at ${stopped.size}: ${stopped.why}` : reached;
}
