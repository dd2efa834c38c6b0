// The suites of `npm test`, in the order they run, and what each needs to be there first.
import { linesOf, sameLines } from "./bits.mjs";
import { listCases, runCases, sameCases } from "./catch2.mjs";
import { checks } from "./checks.mjs";
import { attempt } from "./run.mjs";
import { attemptInside } from "./setup.mjs";
import { runVitest } from "./vitest.mjs";

/**
 * @typedef {import("./report.mjs").Report} Report
 * @typedef {"browser" | "native" | "wasm" | "package" | "site"} Need
 * @typedef {{ name: string, what: string, needs: Need[], run: () => Promise<Report> }} Suite
 */

const env = { MHA_ENV: "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1" };

/** @type {import("./catch2.mjs").Program} */
const native = (args, quiet) => attemptInside(["build/native-asan/tests/mha_tests", ...args], { quiet, env });

/** @type {import("./catch2.mjs").Program} */
const wasm = (args, quiet) => attempt(process.execPath, ["build/wasm/tests/mha_tests.cjs", ...args], { quiet });

/** @type {import("./catch2.mjs").Program} */
const nativeBits = (args, quiet) => attemptInside(["build/native-asan/tests/mha_bits", ...args], { quiet, env });

/** @type {import("./catch2.mjs").Program} */
const wasmBits = (args, quiet) => attempt(process.execPath, ["build/wasm/tests/mha_bits.cjs", ...args], { quiet });

/** @returns {Promise<Report>} */
async function runChecks() {
  const complaints = [];
  for (const { name, run } of checks) {
    const text = await run();
    console.log(`  ${text === "" ? "✓" : "✗"} ${name}`);
    if (text !== "") complaints.push(`${name}:\n${text}`);
  }
  return { passed: checks.length - complaints.length, failures: complaints };
}

/** @param {string} name @param {string} what @param {Need[]} needs @returns {Suite} */
const vitestSuite = (name, what, needs) => ({ name, what, needs, run: () => runVitest(name) });

/** @type {Need[]} */
const inUse = ["wasm", "package", "site", "browser"];

/** Too large to be downloaded for every run. */
export const moreConsumers = vitestSuite("more-consumers", "the packed npm package under Parcel, Deno and Bun", inUse);

/** @type {Suite[]} */
export const suites = [
  {
    name: "cpp",
    what: "C++ under Catch2, natively, with the sanitizers on",
    needs: ["native"],
    run: () => runCases(native),
  },
  { name: "cpp-wasm", what: "the same cases as WebAssembly under Node", needs: ["wasm"], run: () => runCases(wasm) },
  {
    name: "cpp-same",
    what: "the two ran the same cases",
    needs: ["native", "wasm"],
    run: async () => sameCases(await listCases(native), await listCases(wasm)),
  },
  {
    name: "cpp-bits",
    what: "the two computed the same bits, at sizes that straddle every threshold",
    needs: ["native", "wasm"],
    run: async () => sameLines(await linesOf(nativeBits), await linesOf(wasmBits)),
  },
  vitestSuite("api", "the JavaScript API under Node", ["wasm"]),
  vitestSuite("tools", "these tools", []),
  vitestSuite("package", "the packed npm package in projects that use it, and the README's examples", inUse),
  vitestSuite("page", "the built page and the packed module in Chromium", ["wasm", "package", "site", "browser"]),
  {
    name: "check",
    what: "format, lint, types and the directions of the house",
    needs: ["native", "wasm"],
    run: runChecks,
  },
];

/** @param {string[]} names @returns {Suite[]} */
export const suitesNamed = (names) => suites.filter(({ name }) => names.length === 0 || names.includes(name));
