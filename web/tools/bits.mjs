// Compares what two builds of the same program print, one line a configuration.
import { Failure } from "./run.mjs";

/** @param {import("./catch2.mjs").Program} program @returns {Promise<string[]>} */
export async function linesOf(program) {
  const { code, stdout, stderr } = await program([], true);
  if (code !== 0) throw new Failure(`the bits could not be printed: ${stderr}`);
  return stdout.split("\n").filter((line) => line !== "");
}

// A line is a name and, after its last space, eight hexadecimal digits a number.
const DIGITS = 8;

/** @param {string} native @param {string} wasm of the same configuration, but different */
function difference(native, wasm) {
  const name = native.slice(0, native.lastIndexOf(" "));
  let at = 0;
  while (native[at] === wasm[at]) at++;
  const number = Math.floor((at - name.length - 1) / DIGITS);
  const bits = (/** @type {string} */ line) => line.slice(name.length + 1 + number * DIGITS).slice(0, DIGITS);
  return `${name}: number ${number} is ${bits(native)} natively and ${bits(wasm)} as wasm`;
}

/** @param {string[]} native @param {string[]} wasm @returns {import("./report.mjs").Report} one case a line */
export function sameLines(native, wasm) {
  const failures = native.flatMap((line, i) => (line === wasm[i] ? [] : [difference(line, wasm[i] ?? "")]));
  if (native.length === 0 || native.length !== wasm.length)
    failures.push(`native printed ${native.length} lines, wasm ${wasm.length}`);
  return { passed: Math.max(0, native.length - failures.length), failures };
}
