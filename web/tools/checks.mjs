// The checks of `npm run check`: format, lint, types, directions. Each says what is wrong, or nothing.
import path from "node:path";
import { lintCpp } from "./lint-cpp.mjs";
import { attempt, root } from "./run.mjs";
import { attemptInside } from "./setup.mjs";
import { filesIn } from "./unless-same.mjs";

/** @returns {string[]} every C++ file of ours */
export const cppFiles = () =>
  ["cpp", "tests/cpp", "tests/bench"].flatMap(filesIn).filter((file) => /\.(cpp|h)$/.test(file));

/** @param {string} name of a program that npm installed */
export const npmProgram = (name) => path.join(root, "node_modules/.bin", name);

/** @param {import("./run.mjs").Ended} ended @returns {string} what it had to say, if it failed */
export const complaint = ({ code, stdout, stderr }) =>
  code === 0 ? "" : `${stdout}${stderr}`.trim() || `exit code ${code}`;

const quiet = { quiet: true };

/** @returns {Promise<string>} */
async function directions() {
  const { violations } = await import("./directions.mjs");
  return violations(root)
    .map(({ file, line, rule, what }) => `${file}:${line}: ${rule}: ${what}`)
    .join("\n");
}

/** @returns {Promise<string>} */
async function formatOfCpp() {
  const text = complaint(await attemptInside(["clang-format-19", "--dry-run", "--Werror", ...cppFiles()], quiet));
  const places = [...text.matchAll(/^(\S+?):\d+:\d+: error:/gm)].map(([, file = ""]) => file);
  return places.length === 0 ? text : `not formatted (npm run format mends it): ${[...new Set(places)].join(", ")}`;
}

/** @type {{ name: string, run: () => Promise<string> }[]} */
export const checks = [
  { name: "format of web", run: async () => complaint(await attempt(npmProgram("biome"), ["format", "."], quiet)) },
  { name: "format of C++", run: formatOfCpp },
  {
    name: "lint of web",
    run: async () => complaint(await attempt(npmProgram("biome"), ["lint", "--error-on-warnings", "."], quiet)),
  },
  { name: "lint of C++", run: lintCpp },
  { name: "types", run: async () => complaint(await attempt(npmProgram("tsc"), ["--project", "."], quiet)) },
  { name: "directions of the house", run: directions },
];
