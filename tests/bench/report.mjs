// The figures of a run as Markdown tables.
import { newResults, ours, titles } from "./contestants.mjs";
import { importSection } from "./imports.mjs";
import { neededFlop, projectionFlop } from "./layers.mjs";
import { flopPerCall, peakOf } from "./peak.mjs";
import { countRuns } from "./runs.mjs";
import { digits, size, table, time } from "./table.mjs";

/**
 * @typedef {import("./measure.mjs").Speed} Speed
 * @typedef {import("./measure.mjs").ColdSummary} ColdSummary
 * @typedef {import("./measure.mjs").Failed} Failed
 * @typedef {import("./embeds.mjs").EmbedSummary} EmbedSummary
 * @typedef {import("./bytes.mjs").Bytes} Bytes
 * @typedef {import("./scaling.mjs").Line} Line
 * @typedef {{ cpu: string, cores: number, browser: string, node: string, versions: Record<string, string> }} Machine
 * @typedef {{
 *   machine: Machine,
 *   quick: boolean,
 *   names: string[],
 *   speed: Speed[],
 *   cold: { layer: string, results: Record<string, ColdSummary | Failed> }[],
 *   embeds: Record<string, EmbedSummary | Failed>,
 *   bytes: Record<string, Bytes>,
 *   accuracy: { layer: string, errors: Record<string, number> }[],
 *   scaling: { tokens: Record<string, Line>, heads: Record<string, Line> } | undefined,
 *   threads: Record<string, ColdSummary | Failed>,
 *   node: Speed[],
 *   earlier: Pick<Results, "speed" | "cold">[],
 * }} Results
 */

/** @param {string} name */
const title = (name) => titles[name] ?? name;

/** @param {Speed} speed @param {string} name @returns {number} median milliseconds, or NaN */
export function medianOf({ times }, name) {
  const timed = times[name];
  return timed && "median" in timed ? timed.median : Number.NaN;
}

/** How many times faster ours is than somebody. @param {Speed} speed @param {string} mine @param {string} name */
export const ratioOf = (speed, mine, name) => medianOf(speed, name) / medianOf(speed, mine);

/** @param {Speed} speed @param {string} name */
function speedCell(speed, name) {
  const timed = speed.times[name];
  if (!timed) return "";
  if ("error" in timed) return "fails";
  const ratios = ours.map((mine) => ratioOf(speed, mine, name)).filter(Number.isFinite);
  const note = timed.settled ? "" : " ~";
  if (name.startsWith("mha-")) return `${time(timed.median)}${note}`;
  return `${time(timed.median)}${note} (${ratios.map((ratio) => `${digits(ratio)}x`).join(" / ")})`;
}

/** @param {Results} results */
export function speedTable({ names, speed }) {
  const columns = names.flatMap((name) => (name === ours.at(-1) ? [name, newResults] : [name]));
  const rows = speed.map((row) => {
    const { name, batch, tokens, dIn, dOut, heads } = row.layer;
    return [
      `${name}: ${batch}x${tokens}x${dIn} -> ${dOut}, ${heads} ${heads === 1 ? "head" : "heads"}`,
      ...columns.map((who) => speedCell(row, who)),
    ];
  });
  return table(["layer", ...columns.map(title)], rows);
}

/** Goes with every speed table. */
export const outLine = 'Ours write to a tensor that they are given (`out`), unless it says "new results".';

/** @param {Results} results */
const speedSection = (results) => `## One forward pass, one thread

Median, input and output copied; in brackets how many times faster mha-wasm simd / relaxed is. ~: the samples never agreed within 3 %.

${speedTable(results)}

${outLine}`;

/** Operations per second in 10^9. @param {number} flop @param {number} ms */
const gflops = (flop, ms) => flop / ms / 1e6;

/** @param {Speed["times"][string] | undefined} timed @returns {number} milliseconds of the best sample, or NaN */
const bestOf = (timed) => (timed && "best" in timed ? timed.best : Number.NaN);

/**
 * Best samples against best samples: a peak is what is reached when nothing else runs.
 * @param {Speed} speed @param {string} name @param {number} flop @returns {number} share of the peak, or NaN
 */
export function shareOfPeak(speed, name, flop) {
  const peak = peakOf[name] ?? "";
  return gflops(flop, bestOf(speed.times[name])) / gflops(flopPerCall(peak), bestOf(speed.peaks[peak]));
}

/** @param {Results} results */
function peakSection({ names, speed }) {
  const mine = names.filter((name) => name in peakOf);
  const rows = speed.map((row) => [
    row.layer.name,
    ...mine.flatMap((name) => {
      const flop = row.layer.name === "projections" ? projectionFlop(row.layer) : neededFlop(row.layer);
      const share = shareOfPeak(row, name, flop);
      return [
        digits(gflops(flop, medianOf(row, name))),
        Number.isFinite(share) ? `${(100 * share).toFixed(0)} %` : "-",
      ];
    }),
  ]);
  const peaks = speed.flatMap((row) => Object.entries(row.peaks).map(([peak, { best }]) => ({ peak, best })));
  const said = [...new Set(peaks.map(({ peak }) => peak))].map((peak) => {
    const all = peaks.filter((entry) => entry.peak === peak).map(({ best }) => gflops(flopPerCall(peak), best));
    return `${peak} ${digits(Math.min(...all))} to ${digits(Math.max(...all))} GFLOP/s`;
  });
  return `## Share of the peak

Needed operations (visible keys only; in the row "projections" the projections only) per second in the best sample, and their share of what
independent chains of the variant's own multiply-adds reach in the best sample of the same run: ${said.join(", ")}.

${table(["layer", ...mine.flatMap((name) => [`${title(name)}, GFLOP/s`, "of peak"])], rows)}`;
}

/** @param {ColdSummary | Failed | undefined} result @param {(cold: ColdSummary) => string} say */
const coldCell = (result, say) => (!result ? "" : "error" in result ? "fails" : say(result));

/** @param {Results} results */
function coldSection({ names, cold }) {
  const rows = cold.map(({ layer, results }) => [
    layer,
    ...names.map((name) =>
      coldCell(results[name], ({ first, steady, memoryBytes }) => {
        return `${time(first)} (${digits(first / steady)}), ${size(memoryBytes)}`;
      }),
    ),
  ]);
  return `## First call and memory

The first call in a fresh browser profile, in brackets its ratio to later calls, and all wasm memory.

${table(["layer", ...names.map(title)], rows)}`;
}

/** @param {Results} results */
function accuracySection({ names, accuracy }) {
  const rows = accuracy.map(({ layer, errors }) => [
    layer,
    ...names.map((name) => errors[name]?.toExponential(1) ?? "fails"),
  ]);
  return `## Largest error

Against the double-precision pass, relative to its largest absolute value; N(0, 1) inputs, weights as PyTorch initialises them.

${table(["layer", ...names.map(title)], rows)}`;
}

/** @param {"tokens" | "heads"} axis @param {Record<string, Line>} lines */
function scalingTable(axis, lines) {
  const sizes = [...new Set(Object.values(lines).flatMap(({ points }) => points.map((point) => point.size)))];
  const names = Object.keys(lines);
  const rows = sizes
    .sort((a, b) => a - b)
    .map((wanted) => [
      String(wanted),
      ...names.map((name) => {
        const point = lines[name]?.points.find((entry) => entry.size === wanted);
        return point ? `${time(point.ms)}, ${size(point.memoryBytes)}` : "";
      }),
    ]);
  return table([axis, ...names.map(title)], rows);
}

/** @param {NonNullable<Results["scaling"]>} scaling */
function scalingSection({ tokens, heads }) {
  const stops = Object.entries({ tokens, heads }).flatMap(([axis, lines]) =>
    Object.entries(lines).flatMap(([name, { stopped }]) =>
      stopped ? [`- ${title(name)} stops at ${stopped.size} ${axis}: ${stopped.why}`] : [],
    ),
  );
  return `## Growth with the size

GPT-2 small's layer (width 768, 12 heads, 1024 tokens) with more tokens, and with more heads: time of a call, all wasm memory.

${scalingTable("tokens", tokens)}

${scalingTable("heads", heads)}

${stops.join("\n")}`;
}

/** Who failed where, each reason once. @param {Results} results */
function failures({ speed, cold, embeds, threads, node }) {
  const all = [
    ...speed.map(({ layer, times }) => ({ where: layer.name, results: times })),
    ...cold.map(({ layer, results }) => ({ where: layer, results })),
    ...node.map(({ layer, times }) => ({ where: `${layer.name} in Node`, results: times })),
    { where: "a first picture", results: embeds },
    { where: "gpt2 on two threads", results: threads },
  ];
  /** @type {Map<string, Set<string>>} */
  const places = new Map();
  for (const { where, results } of all)
    for (const [name, result] of Object.entries(results)) {
      if (!("error" in result)) continue;
      const what = `${title(name)}: ${result.error}`;
      places.set(what, (places.get(what) ?? new Set()).add(where));
    }
  const lines = [...places].map(([what, where]) => `- ${what} (${[...where].join(", ")})`);
  return lines.length === 0 ? "" : `## What failed\n\n${lines.join("\n")}`;
}

/** @param {Results} results */
function otherSection({ threads, node }) {
  const parallel = Object.entries(threads).map(([name, result]) => [
    title(name),
    coldCell(result, ({ steady }) => time(steady)),
  ]);
  const lines = node.map((row) => [row.layer.name, ...ours.map((name) => speedCell(row, name))]);
  return [
    parallel.length === 0 ? "" : `## gpt2 on two threads\n\n${table(["library", "time"], parallel)}`,
    lines.length === 0 ? "" : `## In Node\n\n${table(["layer", ...ours.map(title)], lines)}`,
  ];
}

/** By what and on what the figures were measured. @param {Results} results */
export function origin(results) {
  const { cpu, cores, browser, node, versions } = results.machine;
  const runs = countRuns(results);
  const options = `${results.quick ? " --quick" : ""}${runs === 1 ? "" : ` --runs ${runs}`}`;
  const libraries = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const medians = runs === 1 ? "" : ` Speed and first calls are medians of the ${runs} runs.`;
  return `By \`npm run bench${options && ` --${options}`}\` on ${cores} cores of ${cpu}; ${browser}; Node ${node}; ${libraries.join(", ")}.${medians}`;
}

/** @param {Results} results @returns {string} */
export function report(results) {
  const { quick, speed, cold, accuracy, scaling } = results;
  return [
    `# Benchmark${quick ? " (quick: few samples)" : ""}`,
    origin(results),
    speed.length > 0 ? speedSection(results) : "",
    speed.length > 0 ? peakSection(results) : "",
    importSection(results),
    cold.length > 0 ? coldSection(results) : "",
    accuracy.length > 0 ? accuracySection(results) : "",
    scaling ? scalingSection(scaling) : "",
    ...otherSection(results),
    failures(results),
  ]
    .filter((section) => section !== "")
    .join("\n\n")
    .concat("\n");
}
