// `npm run bench`: us and other libraries side by side in Chromium; `npm run bench -- page`: the page.
import { readOptions } from "../../web/tools/options.mjs";
import { Failure, main } from "../../web/tools/run.mjs";
import { installPackages, makeToolchain, requireNode } from "../../web/tools/setup.mjs";
import { buildWasm } from "../../web/tools/wasm.mjs";
import { ours, peers } from "./contestants.mjs";
import { layers } from "./layers.mjs";

const parts = ["speed", "cold", "embeds", "accuracy", "scaling", "threads", "node"];
const layerNames = layers.map(({ name }) => name);
const quickNames = layerNames.filter((name) => !["core-4096", "core-8192"].includes(name));

const usage = `npm run bench: times mha-wasm and other libraries side by side in Chromium, and writes tests/bench/results.

  npm run bench -- --quick                 a few minutes: few samples, no long texts, into build/bench/results
  npm run bench -- --sizes tiny,gpt2       of ${layerNames.join(", ")}
  npm run bench -- --peers onnxruntime     of ${peers.join(", ")}; none: us alone
  npm run bench -- --parts speed,cold      of ${parts.join(", ")}
  npm run bench -- --runs 3                speed and first calls that often; the medians count
  npm run bench -- --native                instead, each C++ kernel by itself, natively
  npm run bench -- page                    instead, the page: its first paint, its answers to the reader, its bytes

A run that leaves something out writes into build/bench/results.`;

/** @param {unknown} text @param {string} option @param {string[]} allowed @returns {string[]} all when not given */
function readList(text, option, allowed) {
  if (text === undefined) return allowed;
  const names = String(text).split(",");
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw new Failure(`--${option} ${unknown}: give some of ${allowed.join(",")}.`);
  return names;
}

/** @param {unknown} text @returns {number} one when not given */
function readRuns(text = "1") {
  const runs = Number(text);
  if (Number.isInteger(runs) && runs >= 1) return runs;
  throw new Failure(`--runs ${text}: give a whole number, 1 or more.`);
}

async function setUp() {
  requireNode();
  await installPackages();
  await makeToolchain();
}

/** @param {string[]} args */
async function benchPage(args) {
  readOptions(usage, {}, args);
  await setUp();
  await buildWasm();
  const { runPageSpeed } = await import("./page-speed/run.mjs");
  await runPageSpeed();
}

/** @param {string[]} args */
async function benchLibraries(args) {
  /** @type {Parameters<typeof readOptions>[1]} */
  const known = {
    quick: { type: "boolean" },
    native: { type: "boolean" },
    sizes: { type: "string" },
    peers: { type: "string" },
    parts: { type: "string" },
    runs: { type: "string" },
  };
  const options = readOptions(usage, known, args);
  const chosen = {
    quick: options.quick === true,
    sizes: options.quick && options.sizes === undefined ? quickNames : readList(options.sizes, "sizes", layerNames),
    names: [...ours, ...(options.peers === "none" ? [] : readList(options.peers, "peers", peers))],
    parts: readList(options.parts, "parts", parts),
    runs: readRuns(options.runs),
    isWhole: !options.quick && ["sizes", "peers", "parts"].every((name) => options[name] === undefined),
  };
  await setUp();
  if (options.native) {
    const { runNative } = await import("./native.mjs");
    return runNative();
  }
  await buildWasm();
  const { runAll } = await import("./run-all.mjs");
  await runAll(chosen);
}

const [first, ...rest] = process.argv.slice(2);
await main(() => (first === "page" ? benchPage(rest) : benchLibraries(process.argv.slice(2))));
