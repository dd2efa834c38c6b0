// What the library aims at, and where a run stands.
import { projectionFlop } from "./layers.mjs";
import { ratioOf, shareOfPeak } from "./report.mjs";
import { countRuns, runsOf } from "./runs.mjs";
import { median } from "./stats.mjs";
import { digits, size, table, time } from "./table.mjs";

/**
 * @typedef {import("./report.mjs").Results} Results
 * @typedef {{ what: string, value: (results: Results) => number, must: number, aim: number, say: (value: number) => string }} Target
 */

const times = (/** @type {number} */ value) => `${digits(value)}x`;
const percent = (/** @type {number} */ value) => `${(100 * value).toFixed(0)} %`;

/** @param {Results} results @param {string} name */
const speedOf = ({ speed }, name) => speed.find(({ layer }) => layer.name === name);

/** @param {string} layer @param {string} mine @param {string} peer @returns {Target["value"]} */
const faster = (layer, mine, peer) => (results) => {
  const speed = speedOf(results, layer);
  return speed ? ratioOf(speed, mine, peer) : Number.NaN;
};

/** @param {string} layer @param {string} name @param {(cold: import("./measure.mjs").ColdSummary) => number} read @returns {Target["value"]} */
const cold =
  (layer, name, read) =>
  ({ cold }) => {
    const result = cold.find((row) => row.layer === layer)?.results[name];
    return result && !("error" in result) ? read(result) : Number.NaN;
  };

/** @param {string} name @returns {Target["value"]} */
const projections = (name) => (results) => {
  const speed = speedOf(results, "projections");
  return speed ? shareOfPeak(speed, name, projectionFlop(speed.layer)) : Number.NaN;
};

/** @param {string} name @returns {Target["value"]} */
const growth = (name) => (results) => {
  const [short, long] = ["core-2048", "core-8192"].map((layer) => speedOf(results, layer)?.times[name]);
  return short && long && "median" in short && "median" in long ? long.median / short.median : Number.NaN;
};

/** @param {string} name @returns {Target["value"]} */
const memory =
  (name) =>
  ({ scaling }) =>
    scaling?.tokens[name]?.points.find((point) => point.size === 8192)?.memoryBytes ?? Number.NaN;

/** @param {string} name @returns {Target["value"]} */
const error =
  (name) =>
  ({ accuracy }) =>
    Math.max(...accuracy.map(({ errors }) => errors[name] ?? Number.NaN), accuracy.length > 0 ? 0 : Number.NaN);

const [kb, mb] = [1024, 1024 ** 2];

/** @type {Target[]} */
export const targets = [
  {
    what: "gpt2, simd: faster than onnxruntime-web",
    value: faster("gpt2", "mha-simd", "onnxruntime"),
    must: 1.9,
    aim: 2.2,
    say: times,
  },
  {
    what: "gpt2, relaxed: faster than onnxruntime-web",
    value: faster("gpt2", "mha-relaxed", "onnxruntime"),
    must: 2.3,
    aim: 2.6,
    say: times,
  },
  ...["simd", "relaxed"].flatMap((variant) => {
    const name = `mha-${variant}`;
    return [
      {
        what: `gpt2, ${variant}: faster than tfjs-wasm, batched`,
        value: faster("gpt2", name, "tfjs-batched"),
        must: 9,
        aim: 11,
        say: times,
      },
      {
        what: `gpt2, ${variant}: faster than jax-js`,
        value: faster("gpt2", name, "jax"),
        must: 3.8,
        aim: 4.7,
        say: times,
      },
      {
        what: `tiny, ${variant}: faster than onnxruntime-web`,
        value: faster("tiny", name, "onnxruntime"),
        must: 5,
        aim: 12,
        say: times,
      },
      {
        what: `small, ${variant}: faster than onnxruntime-web`,
        value: faster("small", name, "onnxruntime"),
        must: 2,
        aim: 3,
        say: times,
      },
      {
        what: `projections, ${variant}: share of the peak`,
        value: projections(name),
        must: 0.75,
        aim: 0.88,
        say: percent,
      },
      {
        what: `gpt2, ${variant}: first call / later calls`,
        value: cold("gpt2", name, ({ first, steady }) => first / steady),
        must: 1.5,
        aim: 1.2,
        say: digits,
      },
      { what: `core, ${variant}: 8192 tokens / 2048 tokens`, value: growth(name), must: 17, aim: 16.2, say: digits },
      { what: `8192 tokens, ${variant}: wasm memory`, value: memory(name), must: 256 * mb, aim: 160 * mb, say: size },
      {
        what: `tiny, ${variant}: init to first result`,
        value: cold("tiny", name, ({ startToFirst }) => startToFirst),
        must: 40,
        aim: 15,
        say: time,
      },
      {
        what: `${variant}: largest error`,
        value: error(name),
        must: 1e-6,
        aim: 3e-7,
        say: (/** @type {number} */ value) => value.toExponential(1),
      },
    ];
  }),
  {
    what: "package, gzip",
    value: ({ bytes }) => bytes["mha-simd"]?.gzip ?? Number.NaN,
    must: 80 * kb,
    aim: 55 * kb,
    say: size,
  },
  {
    what: "external entry and one wasm, gzip",
    value: ({ bytes }) => bytes["mha-external"]?.gzip ?? Number.NaN,
    must: 45 * kb,
    aim: 30 * kb,
    say: size,
  },
];

/** @param {Target} target @param {number} value @returns {string} */
export function verdict({ must, aim }, value) {
  if (Number.isNaN(value)) return "-";
  const reaches = (/** @type {number} */ bar) => (aim > must ? value >= bar : value <= bar);
  if (reaches(aim)) return "aim";
  return reaches(must) ? "must" : "missed";
}

/** Of the runs that measured it. @param {Target} target @param {Results} results */
function medianOfRuns({ value }, results) {
  return median(
    runsOf(results)
      .map(value)
      .filter((figure) => !Number.isNaN(figure)),
  );
}

/** @param {Results} results @returns {string} a Markdown section */
export function targetSection(results) {
  const rows = targets.map((target) => {
    const value = medianOfRuns(target, results);
    const figure = Number.isNaN(value) ? "-" : target.say(value);
    return [target.what, figure, target.say(target.must), target.say(target.aim), verdict(target, value)];
  });
  const runs = countRuns(results);
  const of = runs === 1 ? "" : `Each figure is the median of those that the ${runs} runs reach by themselves.\n\n`;
  return `## Targets\n\n${of}${table(["what", "figure", "must", "aim", "reached"], rows)}`;
}
