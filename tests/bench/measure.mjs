// The parts of a run: everybody side by side, first calls in fresh profiles, errors, and growth with the size.
import { inFreshBrowser, reasonOf } from "./browser.mjs";
import { peaks } from "./peak.mjs";
import { median, summarize } from "./stats.mjs";

/**
 * @typedef {import("./peers/peer.js").Layer} Layer
 * @typedef {import("./page/interleave.js").Rules} Rules
 * @typedef {import("./page/commands.js").Cold} Cold
 * @typedef {{ error: string }} Failed
 * @typedef {ReturnType<typeof summarize> & { batch: number, settled: boolean }} Timed
 * @typedef {{ layer: Layer, times: Record<string, Timed | Failed>, peaks: Record<string, Timed> }} Speed
 * @typedef {ReturnType<typeof summarizeCold>} ColdSummary
 */

/** @param {string} name */
const isPeak = (name) => peaks.some((peak) => peak === name);

const agreement = 1e-4;
const pageLimitMs = 600_000;
const coldLimitMs = 60_000;

/** @param {Layer} layer @param {import("./page/commands.js").Row} row @returns {Speed} */
export function toSpeed(layer, { series, errors }) {
  /** @type {Speed} */
  const speed = { layer, times: {}, peaks: {} };
  for (const [name, { samples, ...how }] of Object.entries(series))
    speed[isPeak(name) ? "peaks" : "times"][name] = { ...summarize(samples), ...how };
  for (const [name, error] of Object.entries(errors)) speed.times[name] = { error: reasonOf(error) };
  return speed;
}

/**
 * @param {string} url @param {string[]} names ours first @param {Layer} layer @param {Rules} rules
 * @returns {Promise<Speed>} @throws where somebody's output is not ours
 */
export async function measureSpeed(url, names, layer, rules) {
  const row = await inFreshBrowser(url, pageLimitMs, (page) =>
    page.evaluate((request) => window.bench.row(request), { names, peaks, layer, rules }),
  );
  for (const [name, difference] of Object.entries(row.differences))
    if (!(difference <= agreement))
      throw new Error(`${layer.name}: the output of ${name} differs from ours by ${difference} of its largest value`);
  return toSpeed(layer, row);
}

/** @param {Cold[]} samples */
function summarizeCold(samples) {
  const of = (/** @type {(cold: Cold) => number} */ read) => median(samples.map(read));
  return {
    load: of(({ load }) => load),
    start: of(({ start }) => start),
    create: of(({ create }) => create),
    first: of(({ first }) => first),
    steady: of(({ later }) => median(later)),
    /** From having the code to the first output. */
    startToFirst: of(({ start, create, first }) => start + create + first),
    /** From asking for the code to the first output. */
    loadToFirst: of(({ load, start, create, first }) => load + start + create + first),
    memoryBytes: Math.max(...samples.map(({ memoryBytes }) => memoryBytes)),
    fetched: samples[0]?.fetched ?? [],
    samples,
  };
}

/**
 * @param {string} url @param {string} name @param {Layer} layer
 * @param {{ count?: number, threads?: number, moreMs?: number }} [settings] count: of fresh profiles
 * @returns {Promise<ColdSummary | Failed>}
 */
export async function measureCold(url, name, layer, { count = 1, threads = 1, moreMs = 300 } = {}) {
  /** @type {Cold[]} */
  const samples = [];
  try {
    while (samples.length < count)
      samples.push(
        await inFreshBrowser(url, coldLimitMs, (page) =>
          page.evaluate((request) => window.bench.cold(request), { name, layer, threads, moreMs }),
        ),
      );
  } catch (error) {
    return { error: reasonOf(error) };
  }
  return summarizeCold(samples);
}

/** @param {string} url @param {string[]} names @param {Layer} layer @returns {Promise<Record<string, number>>} */
export const measureAccuracy = (url, names, layer) =>
  inFreshBrowser(url, pageLimitMs, (page) =>
    page.evaluate((request) => window.bench.accuracy(request), { names, layer }),
  );
