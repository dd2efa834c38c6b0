// Runs a Catch2 program and reads what it says about each of its cases.

import { Failure } from "./run.mjs";

/**
 * @typedef {(args: string[], quiet: boolean) => Promise<import("./run.mjs").Ended>} Program
 */

/** @param {Program} program @returns {Promise<string[]>} the names of its cases, in order */
export async function listCases(program) {
  const { code, stdout, stderr } = await program(["--list-tests", "--verbosity", "quiet"], true);
  if (code !== 0) throw new Failure(`the cases could not be listed: ${stdout}${stderr}`);
  return stdout
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/**
 * @param {string[]} names of all cases @param {string} output of the automake reporter, among others'
 * @param {import("./run.mjs").Ended} ended
 * @returns {import("./report.mjs").Report}
 */
export function readCases(names, output, { code, signal }) {
  const results = new Map(
    [...output.matchAll(/^:test-result: (\w+) (.*)$/gm)].map(([, result = "", name = ""]) => [name.trim(), result]),
  );
  const failures = names
    .filter((name) => results.get(name) !== "PASS")
    .map((name) => `${name}: ${results.has(name) ? `${results.get(name)}, see above` : "did not run to its end"}`);
  if (failures.length === 0 && code !== 0)
    failures.push(`all cases passed, but the program ended with ${signal ?? `exit code ${code}`}`);
  return { passed: names.filter((name) => results.get(name) === "PASS").length, failures };
}

/** @param {Program} program @returns {Promise<import("./report.mjs").Report>} */
export async function runCases(program) {
  const names = await listCases(program);
  const ended = await program(["--reporter", "console", "--reporter", "automake::out=%stdout"], true);
  const report = readCases(names, ended.stdout, ended);
  const shown = `${ended.stdout}${ended.stderr}`.replaceAll(/^:test-result: PASS .*\n/gm, "");
  if (report.failures.length > 0) console.log(shown);
  return report;
}

/** @param {string[]} native @param {string[]} wasm @returns {import("./report.mjs").Report} one case: the lists agree */
export function sameCases(native, wasm) {
  const onlyNative = native.filter((name) => !wasm.includes(name));
  const onlyWasm = wasm.filter((name) => !native.includes(name));
  if (native.length > 0 && native.length === wasm.length && onlyNative.length + onlyWasm.length === 0)
    return { passed: 1, failures: [] };
  const lines = [
    `native has ${native.length} cases, wasm ${wasm.length}`,
    ...onlyNative.map((name) => `only native: ${name}`),
    ...onlyWasm.map((name) => `only wasm: ${name}`),
  ];
  return { passed: 0, failures: [lines.join("\n")] };
}
