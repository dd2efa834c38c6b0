// What it costs to import each library: bytes, and time up to its code and to its first result.
import { embeds, ours, startOnly, titles } from "./contestants.mjs";
import { size, table, time } from "./table.mjs";

/**
 * @typedef {import("./report.mjs").Results} Results
 * @typedef {{ load: number, toFirst: number, startToFirst?: number }} Times
 */

/** @param {Results} results @param {string} name @returns {Times | { error: string } | undefined} */
function timesOf(results, name) {
  const embed = results.embeds[name];
  if (embed) return "error" in embed ? embed : { load: embed.load, toFirst: embed.toPicture };
  const cold = results.cold.find(({ layer }) => layer === "tiny")?.results[name];
  return cold && "load" in cold ? { ...cold, toFirst: cold.loadToFirst } : cold;
}

/** @param {Results} results */
export function importTable(results) {
  const mine = [...ours, startOnly, ...embeds];
  const all = [...mine, ...results.names.filter((name) => !mine.some((entry) => entry === name))];
  const rows = all.flatMap((name) => {
    const times = timesOf(results, name);
    if (!times) return [];
    if ("error" in times) return [[titles[name] ?? name, "", "", "fails"]];
    const { raw, gzip } = results.bytes[name] ?? { raw: Number.NaN, gzip: Number.NaN };
    const { load, toFirst, startToFirst } = times;
    const start = startToFirst === undefined ? "" : time(startToFirst);
    return [[titles[name] ?? name, size(raw), size(gzip), time(load), time(toFirst), start]];
  });
  return table(["library", "bytes", "gzip", "import", "import to first result", "init to first result"], rows);
}

/** @param {Results} results @returns {string} nothing where nothing was measured */
export const importSection = (results) =>
  results.cold.length === 0 && Object.keys(results.embeds).length === 0
    ? ""
    : `## Importing

Each in a fresh browser profile: all that is fetched; from the import to code that can be called; from there on to the first result, of the tiny
layer, and in mha-wasm/element and mha-wasm/widget to the first picture on the screen; and from calling the library's init to the first result.

${importTable(results)}`;
