// Writes what runs measured: figures, report, charts, and README's tables.
import fs from "node:fs";
import path from "node:path";
import { root } from "../../web/tools/run.mjs";
import { scalingChart, speedChart } from "./chart.mjs";
import { importTable } from "./imports.mjs";
import { withFigures } from "./readme.mjs";
import { origin, outLine, report, speedTable } from "./report.mjs";
import { typical } from "./runs.mjs";
import { targetSection } from "./targets.mjs";

/** @typedef {import("./report.mjs").Results} Results */

const readme = path.join(root, "README.md");

/** @param {Results} results @returns {Results} the rows that users know */
function known(results) {
  const { speed, ...rest } = typical(results);
  return { ...rest, speed: speed.filter(({ layer }) => layer.name !== "projections") };
}

/** @param {Results} results @returns {string} README with their figures @throws where README has no place for them */
export function readmeWith(results) {
  const shown = known(results);
  const figures = {
    speed: `${speedTable(shown)}\n\n${outLine}\n\n${origin(results)}`,
    imports: importTable(shown),
  };
  return Object.entries(figures).reduce(
    (text, [what, figure]) => withFigures(text, what, figure),
    fs.readFileSync(readme, "utf8"),
  );
}

/** @param {Results} results @param {boolean} isWhole README and the repository take none but whole runs */
export function publish(results, isWhole) {
  const folder = path.join(root, isWhole ? "tests/bench/results" : "build/bench/results");
  const text = `${report(typical(results))}\n${targetSection(results)}\n`;
  const { speed, names, scaling } = known(results);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "bench.json"), `${JSON.stringify(results, null, 1)}\n`);
  fs.writeFileSync(path.join(folder, "report.md"), text);
  if (speed.length > 0) fs.writeFileSync(path.join(folder, "speed.svg"), speedChart(speed, names));
  if (scaling) fs.writeFileSync(path.join(folder, "scaling.svg"), scalingChart(scaling));
  if (isWhole) fs.writeFileSync(readme, readmeWith(results));
  console.log(`\n${text}\nWritten to ${path.relative(root, folder)}.`);
}
