// Several runs as one: the medians count, not what the last run happens to say.
import { median } from "./stats.mjs";

/**
 * @typedef {import("./report.mjs").Results} Results
 * @typedef {Record<string, object>} Named what one run measured of each library
 */

/** @param {Results} results @returns {number} */
export const countRuns = ({ earlier }) => earlier.length + 1;

/** Each run as results of its own, the last one last. @param {Results} results @returns {Results[]} */
export const runsOf = (results) => [...results.earlier, results].map((run) => ({ ...results, ...run, earlier: [] }));

/** @param {any[]} figures of one library, a run each @returns {object} the last, with each number the median of all */
function typicalOf(figures) {
  const entries = Object.entries(figures.at(-1)).map(([key, value]) => {
    const all = figures.map((figure) => figure[key]);
    if (typeof value === "boolean") return [key, all.every(Boolean)];
    return [key, typeof value === "number" ? median(all) : value];
  });
  return Object.fromEntries(entries);
}

/** @template {Named} T @param {T[]} runs @returns {T} who failed in the last run has failed; otherwise of all runs in which it did not */
function typicalByName(runs) {
  const entries = Object.entries(runs.at(-1) ?? {}).map(([name, last]) => {
    const figures = runs.flatMap((run) => (run[name] && !("error" in run[name]) ? [run[name]] : []));
    return [name, "error" in last ? last : typicalOf(figures)];
  });
  return Object.fromEntries(entries);
}

/** The results with what several runs measured as their medians. @param {Results} results @returns {Results} */
export function typical(results) {
  const runs = runsOf(results);
  return {
    ...results,
    speed: results.speed.map((row) => {
      const rows = runs.flatMap(({ speed }) => speed.filter(({ layer }) => layer.name === row.layer.name));
      return {
        ...row,
        times: typicalByName(rows.map(({ times }) => times)),
        peaks: typicalByName(rows.map(({ peaks }) => peaks)),
      };
    }),
    cold: results.cold.map((row) => {
      const rows = runs.flatMap(({ cold }) => cold.filter(({ layer }) => layer === row.layer));
      return { ...row, results: typicalByName(rows.map((entry) => entry.results)) };
    }),
  };
}
