// Reads a command's options; a bad one is answered with what is allowed.
import util from "node:util";
import { Failure } from "./run.mjs";

/**
 * @template {Record<string, { type: "string" | "boolean", multiple?: boolean, short?: string }>} T
 * @param {string} usage what --help prints @param {T} options @param {string[]} [args]
 */
export function readOptions(usage, options, args = process.argv.slice(2)) {
  /** @type {{ values: Record<string, string | boolean | (string | boolean)[] | undefined> }} */
  let parsed;
  try {
    parsed = util.parseArgs({ args, options: { ...options, help: { type: "boolean", short: "h" } } });
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message.split(". ")[0] : error}.\n\n${usage}`);
  }
  if (parsed.values.help) {
    console.log(usage);
    process.exit(0);
  }
  return parsed.values;
}

/**
 * @param {string} text @returns {number}
 */
export function readPort(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw new Failure(`--port ${text} is not a port: give a number from 0 to 65535.`);
  return port;
}
