// Runs other programs: output streamed or collected, failures in plain words, Ctrl-C passed on.
import { spawn } from "node:child_process";
import path from "node:path";
import url from "node:url";

export const root = path.resolve(path.dirname(url.fileURLToPath(import.meta.url)), "../..");

/** Something that stops the command and is said without a stack trace. */
export class Failure extends Error {}

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
let interrupts = 0;

// Children lead process groups of their own, so that what they start in turn (a chroot, compilers) ends with them.
/** @param {NodeJS.Signals} signal */
function stop(signal) {
  interrupts += 1;
  for (const child of running) if (child.pid) process.kill(-child.pid, interrupts > 1 ? "SIGKILL" : signal);
  if (running.size === 0) process.exit(130);
}

let listening = false;
function listen() {
  if (listening) return;
  listening = true;
  for (const signal of /** @type {NodeJS.Signals[]} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, stop);
}

/**
 * @typedef {{ code: number | null, signal: string | null, stdout: string, stderr: string }} Ended
 * @typedef {{ env?: Record<string, string>, quiet?: boolean, cwd?: string }} Settings
 */

/**
 * Runs a program to its end, whatever its exit code.
 * @param {string} command @param {string[]} args @param {Settings} [settings] quiet: collect the output, show nothing
 * @returns {Promise<Ended>}
 */
export function attempt(command, args, { env = {}, quiet = false, cwd = root } = {}) {
  listen();
  return new Promise((resolve, reject) => {
    const output = quiet ? "pipe" : "inherit";
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", output, output],
      detached: true,
    });
    running.add(child);
    let [stdout, stderr] = ["", ""];
    child.stdout?.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.on("error", (error) => {
      running.delete(child);
      reject(new Failure(`${command} could not be started: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      running.delete(child);
      if (interrupts > 0 && running.size === 0) process.exit(130);
      resolve({ code, signal, stdout, stderr });
    });
  });
}

/**
 * Runs a program that must succeed.
 * @param {string} command @param {string[]} args @param {Settings} [settings]
 */
export async function run(command, args, settings) {
  const ended = await attempt(command, args, settings);
  if (ended.code === 0) return ended;
  const output = `${ended.stdout}${ended.stderr}`.trimEnd();
  const how = ended.signal ? `was ended by ${ended.signal}` : `ended with exit code ${ended.code}`;
  throw new Failure(`${output ? `${output}\n` : ""}${[command, ...args].join(" ")} ${how}`);
}

/**
 * The body of a command: a Failure is said, anything else is a bug and keeps its stack.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
