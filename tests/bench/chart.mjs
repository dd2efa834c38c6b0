// Draws results as SVG, for light and dark backgrounds.
import { scaleLinear, scaleLog } from "d3-scale";
import { schemeTableau10 } from "d3-scale-chromatic";
import { titles } from "./contestants.mjs";
import { medianOf } from "./report.mjs";
import { time } from "./table.mjs";

/**
 * @typedef {import("./measure.mjs").Speed} Speed
 * @typedef {import("./scaling.mjs").Line} Line
 * @typedef {import("./scaling.mjs").Point} Point
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 */

const names = Object.keys(titles);

/** @param {string} name */
const color = (name) => schemeTableau10[names.indexOf(name) % schemeTableau10.length] ?? "gray";

/** @param {string} text */
const escapeXml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** @param {number} x @param {number} y @param {string} text @param {string} [more] attributes */
const label = (x, y, text, more = "") =>
  `<text x="${round(x)}" y="${round(y)}"${more && ` ${more}`}>${escapeXml(text)}</text>`;

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

const style = `<style>
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600 } .ours { font-weight: 600 } .note { fill: #59636e; font-size: 11px }
.axis { stroke: #8c959f; stroke-width: 1; fill: none } .grid { stroke: #8c959f; stroke-opacity: 0.25 }
.line { fill: none; stroke-width: 2 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .note { fill: #9198a1 } }
</style>`;

/** @param {number} width @param {number} height @param {string} title @param {string[]} parts @returns {string} */
const svg = (width, height, title, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<title>${escapeXml(title)}</title>
${[style, ...parts].join("\n")}
</svg>
`;

const bar = { height: 16, step: 22, labels: 150, width: 190, values: 90 };

/** One layer's bars, each as long as its time. @param {Speed} speed @param {string[]} shown @param {number} left @param {number} top */
function bars(speed, shown, left, top) {
  const { name, batch, tokens, dIn, dOut, heads } = speed.layer;
  const longest = Math.max(...shown.map((who) => medianOf(speed, who)).filter(Number.isFinite));
  const length = scaleLinear([0, longest], [0, bar.width]);
  const rows = shown.map((who, index) => {
    const y = top + 30 + index * bar.step;
    const ms = medianOf(speed, who);
    const isOurs = who.startsWith("mha-") ? 'class="ours" ' : "";
    const x = left + bar.labels;
    const end = Number.isFinite(ms) ? Math.max(1, length(ms)) : 0;
    return [
      label(x - 8, y + 12, titles[who] ?? who, `${isOurs}text-anchor="end"`),
      `<rect x="${x}" y="${y}" width="${round(end)}" height="${bar.height}" fill="${color(who)}"/>`,
      label(x + end + 6, y + 12, Number.isFinite(ms) ? time(ms) : "fails", isOurs.trim()),
    ].join("");
  });
  const what = `${name}: ${batch} x ${tokens} x ${dIn} to ${dOut}, ${heads} ${heads === 1 ? "head" : "heads"}`;
  return [label(left, top + 14, what, 'class="title"'), ...rows].join("\n");
}

/** @param {Speed[]} speed @param {string[]} shown @returns {string} an SVG file */
export function speedChart(speed, shown) {
  const width = bar.labels + bar.width + bar.values;
  const height = 44 + shown.length * bar.step;
  const rows = Math.ceil(speed.length / 2);
  const panels = speed.map((row, index) => bars(row, shown, (index % 2) * width, Math.floor(index / 2) * height));
  return svg(2 * width, rows * height, "Time of one forward pass, one thread; shorter is faster", panels);
}

const plot = { width: 340, height: 240, left: 62, top: 34, gap: 24, bottom: 40 };

/** @param {number[]} values @returns {[number, number]} */
const extent = (values) => [Math.min(...values), Math.max(...values)];

/** @param {[number, number]} domain @returns {number[]} powers of ten within it */
function powers([from, to]) {
  const first = Math.ceil(Math.log10(from) - 1e-9);
  return Array.from({ length: Math.floor(Math.log10(to) + 1e-9) - first + 1 }, (_, index) => 10 ** (first + index));
}

/**
 * @param {Record<string, Line>} lines @param {(point: Point) => number} read @param {(value: number) => string} say
 * @param {string} title @param {string} axis @param {Box} box
 */
function panel(lines, read, say, title, axis, { left, top, width, height }) {
  const points = Object.values(lines).flatMap((line) => line.points);
  const x = scaleLog(extent(points.map((point) => point.size)), [left, left + width]);
  // Up to whole powers of ten.
  const y = scaleLog(extent(points.map(read)), [top + height, top]).nice();
  const [low = 1, high = 1] = y.domain();
  const sizes = [...new Set(points.map((point) => point.size))].sort((a, b) => a - b);
  const grid = powers([low, high]).map(
    (value) =>
      `<path class="grid" d="M${left} ${round(y(value))}h${width}"/>${label(left - 6, y(value) + 4, say(value), 'class="note" text-anchor="end"')}`,
  );
  const ticks = sizes
    .filter((_, index) => sizes.length < 9 || index % 2 === 0)
    .map((value) => label(x(value), top + height + 15, String(value), 'class="note" text-anchor="middle"'));
  const drawn = Object.entries(lines).map(([name, { points, stopped }]) => {
    const path = points.map((point) => `${round(x(point.size))} ${round(y(read(point)))}`).join("L");
    const last = points.at(-1);
    const cross = last && stopped ? `M${round(x(last.size) - 4)} ${round(y(read(last)) - 4)}l8 8m0 -8l-8 8` : "";
    return path ? `<path class="line" stroke="${color(name)}" d="M${path}${cross}"/>` : "";
  });
  return [
    label(left, top - 10, title, 'class="title"'),
    ...grid,
    `<path class="axis" d="M${left} ${top}v${height}h${width}"/>`,
    ...ticks,
    label(left + width / 2, top + height + 31, axis, 'class="note" text-anchor="middle"'),
    ...drawn,
  ].join("\n");
}

/** @param {Record<string, Line>} tokens @param {Record<string, Line>} heads @returns {string[]} */
const stops = (tokens, heads) =>
  Object.entries({ tokens, heads }).flatMap(([axis, lines]) =>
    Object.entries(lines).flatMap(([name, { stopped }]) =>
      stopped ? [`× ${titles[name] ?? name} stops before ${stopped.size} ${axis}: ${shorten(stopped.why)}`] : [],
    ),
  );

/** @param {string} text */
const shorten = (text) => (text.length > 80 ? `${text.slice(0, 30)} … ${text.slice(-47)}` : text);

/** @param {{ tokens: Record<string, Line>, heads: Record<string, Line> }} scaling @returns {string} an SVG file */
export function scalingChart({ tokens, heads }) {
  const [across, down] = [plot.left + plot.width + plot.gap, plot.top + plot.height + plot.bottom];
  const box = (/** @type {number} */ column, /** @type {number} */ row) => ({
    left: plot.left + column * across,
    top: plot.top + row * down,
    width: plot.width,
    height: plot.height,
  });
  const seconds = (/** @type {number} */ ms) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);
  const megabytes = (/** @type {Point} */ { memoryBytes }) => memoryBytes / 1024 ** 2;
  const mb = (/** @type {number} */ value) => `${value} MB`;
  const panels = [
    panel(tokens, ({ ms }) => ms, seconds, "Time of a call", "tokens", box(0, 0)),
    panel(tokens, megabytes, mb, "Wasm memory", "tokens", box(1, 0)),
    panel(heads, ({ ms }) => ms, seconds, "Time of a call, 1024 tokens", "heads", box(0, 1)),
    panel(heads, megabytes, mb, "Wasm memory, 1024 tokens", "heads", box(1, 1)),
  ];
  const legend = Object.keys(tokens).map((name, index) => {
    const [left, top] = [plot.left + (index % 3) * 220, 2 * down + 16 + Math.floor(index / 3) * 20];
    return `<path class="line" stroke="${color(name)}" d="M${left} ${top - 4}h22"/>${label(left + 28, top, titles[name] ?? name)}`;
  });
  const notesTop = 2 * down + 16 + Math.ceil(legend.length / 3) * 20;
  const notes = stops(tokens, heads).map((text, index) =>
    label(plot.left, notesTop + 4 + index * 16, text, 'class="note"'),
  );
  const title = "Time and memory of GPT-2 small's attention layer against tokens and heads";
  return svg(2 * across + 12, notesTop + notes.length * 16, title, [...panels, ...legend, ...notes]);
}
