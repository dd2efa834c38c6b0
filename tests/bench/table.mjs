// How figures are written: with three digits and a unit, in aligned Markdown tables.

/** @param {number} value @returns {string} three significant digits */
export function digits(value) {
  if (!Number.isFinite(value)) return "-";
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** @param {number} ms @returns {string} */
export const time = (ms) => (ms < 0.1 ? `${digits(ms * 1000)} µs` : `${digits(ms)} ms`);

/** @param {number} bytes @returns {string} */
export const size = (bytes) => (bytes < 1e6 ? `${digits(bytes / 1024)} KB` : `${digits(bytes / 1024 ** 2)} MB`);

/** @param {string[]} head @param {string[][]} rows @returns {string} a Markdown table, its columns aligned */
export function table(head, rows) {
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (/** @type {string[]} */ row) =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(all[0] ?? []), rule, ...all.slice(1).map(line)].join("\n");
}
