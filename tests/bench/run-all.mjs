// Runs the chosen parts one after another, and writes what came out.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { makePackage } from "../../web/tools/bundle.mjs";
import { provideChromium } from "../../web/tools/chromium.mjs";
import { root } from "../../web/tools/run.mjs";
import { step } from "../../web/tools/step.mjs";
import { browserVersion } from "./browser.mjs";
import { bytesOf } from "./bytes.mjs";
import { embeds, newResults, ours, startOnly } from "./contestants.mjs";
import { measureEmbed } from "./embeds.mjs";
import { layerOfHeads, layerOfTokens, layers } from "./layers.mjs";
import { measureAccuracy, measureCold, measureSpeed } from "./measure.mjs";
import { measureNode } from "./node.mjs";
import { publish, readmeWith } from "./publish.mjs";
import { measureScaling } from "./scaling.mjs";
import { makePage, servePage } from "./server.mjs";

/**
 * @typedef {{ quick: boolean, sizes: string[], names: string[], parts: string[], runs: number, isWhole: boolean }} Chosen
 * @typedef {import("./report.mjs").Results} Results
 */

const rules = { rounds: 25, budgetMs: 90_000, sampleMs: 50, warmUpMs: 20_000 };
const quickRules = { rounds: 9, budgetMs: 10_000, sampleMs: 20, warmUpMs: 2_000 };
const tokenSizes = [128, 256, 512, 1024, 2048, 4096, 8192, 16384];
const headSizes = [1, 2, 4, 8, 12, 16, 24, 48, 96];
const libraries = ["onnxruntime-web", "@tensorflow/tfjs-backend-wasm", "@jax-js/jax"];

/** @param {string} name */
const versionOf = (name) =>
  JSON.parse(fs.readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8")).version;

/** @returns {Promise<Results["machine"]>} */
const machine = async () => ({
  cpu: os.cpus()[0]?.model ?? "an unknown processor",
  cores: os.availableParallelism(),
  browser: await browserVersion(),
  node: process.versions.node,
  versions: Object.fromEntries(libraries.map((name) => [name, versionOf(name)])),
});

/** @param {Chosen} chosen @param {string} url @param {Results} results */
async function runCold({ quick, sizes, names }, url, results) {
  for (const layer of layers.filter(({ name }) => sizes.includes(name) && name !== "projections")) {
    /** @type {Results["cold"][number]["results"]} */
    const found = {};
    for (const name of layer.name === "tiny" ? [...names, startOnly] : names) {
      // The first call is a bar of its own, on the layers that users wait for.
      const count = quick || layer.name.startsWith("core-") ? 1 : 5;
      const cold = await measureCold(url, name, layer, { count, moreMs: 1000 });
      found[name] = cold;
      if (!("error" in cold)) results.bytes[name] ??= bytesOf(cold.fetched, url);
    }
    results.cold.push({ layer: layer.name, results: found });
    console.log(`  ${layer.name}`);
  }
}

/** @param {Chosen} chosen @param {string} url @param {Results} results */
async function runEmbeds({ quick }, url, results) {
  for (const name of embeds) {
    const embed = await measureEmbed(url, name, quick ? 1 : 5);
    results.embeds[name] = embed;
    if (!("error" in embed)) results.bytes[name] = bytesOf(embed.fetched, url);
  }
}

/** @param {Chosen} chosen @param {string} url @param {Results} results */
async function runSpeed({ quick, sizes, names }, url, results) {
  for (const layer of layers.filter(({ name }) => sizes.includes(name))) {
    const failed = results.cold.find((row) => row.layer === layer.name)?.results ?? {};
    const able = [...names, newResults].filter((name) => !("error" in (failed[name] ?? {})));
    const speed = await measureSpeed(url, able, layer, quick ? quickRules : rules);
    for (const name of names) {
      const cold = failed[name];
      if (cold && "error" in cold) speed.times[name] = cold;
    }
    results.speed.push(speed);
    console.log(`  ${layer.name}`);
  }
}

/** @param {Chosen} chosen @param {string} url @param {Results} results */
async function runAccuracy({ quick, names }, url, results) {
  for (const layer of layers.filter(({ name }) => ["tiny", "small", ...(quick ? [] : ["gpt2"])].includes(name)))
    results.accuracy.push({ layer: layer.name, errors: await measureAccuracy(url, names, layer) });
}

/** @param {Chosen} chosen @param {string} url @param {Results} results */
async function runScaling({ quick, names }, url, results) {
  results.scaling = {
    tokens: await measureScaling(url, quick ? [...ours] : names, quick ? [1024, 8192] : tokenSizes, layerOfTokens),
    heads: await measureScaling(url, quick ? [...ours] : names, quick ? [12] : headSizes, layerOfHeads),
  };
}

/** @param {Chosen} chosen @param {string} url @param {Results} results */
async function runThreads({ names }, url, results) {
  const gpt2 = layers.filter(({ name }) => name === "gpt2");
  for (const layer of gpt2)
    for (const name of ["onnxruntime", "jax"].filter((name) => names.includes(name)))
      results.threads[name] = await measureCold(url, name, layer, { threads: 2, moreMs: 3000 });
}

/** @param {Chosen} chosen @param {string} _url @param {Results} results */
async function runNode({ quick, sizes }, _url, results) {
  results.node = await measureNode(
    layers.filter(({ name }) => sizes.includes(name)),
    quick ? quickRules : rules,
  );
}

/** @type {{ name: string, what: string, usually: string, run: typeof runCold }[]} */
const partsInOrder = [
  { name: "cold", what: "First calls, each in a fresh profile", usually: "4 minutes, quick 1 minute", run: runCold },
  { name: "embeds", what: "First pictures, each in a fresh profile", usually: "20 seconds", run: runEmbeds },
  { name: "speed", what: "Everybody side by side", usually: "5 minutes, quick 1 minute", run: runSpeed },
  { name: "accuracy", what: "Errors against double precision", usually: "10 seconds", run: runAccuracy },
  { name: "threads", what: "gpt2 on two threads", usually: "20 seconds", run: runThreads },
  { name: "node", what: "mha-wasm in Node", usually: "1 minute, quick 10 seconds", run: runNode },
  { name: "scaling", what: "Growth with the size", usually: "8 minutes, quick 20 seconds", run: runScaling },
];

/** The parts that each of several runs measures anew. */
const repeated = ["cold", "speed"];

/** @param {Chosen} chosen @param {string} url @param {Results} results */
async function runParts(chosen, url, results) {
  for (let left = chosen.runs; left > 0; left--) {
    for (const { name, what, usually, run } of partsInOrder)
      if (chosen.parts.includes(name) && (left === 1 || repeated.includes(name)))
        await step(what, usually, () => run(chosen, url, results));
    if (left > 1) {
      results.earlier.push({ speed: results.speed, cold: results.cold });
      [results.speed, results.cold] = [[], []];
    }
  }
}

/** @param {Chosen} chosen */
export async function runAll(chosen) {
  await makePackage();
  await provideChromium();
  await makePage();
  /** @type {Results} */
  const results = {
    machine: await machine(),
    quick: chosen.quick,
    names: chosen.names,
    speed: [],
    cold: [],
    embeds: {},
    bytes: {},
    accuracy: [],
    scaling: undefined,
    threads: {},
    node: [],
    earlier: [],
  };
  if (chosen.isWhole) readmeWith(results); // better to hear now that README has no place for them
  const server = await servePage();
  try {
    await runParts(chosen, server.url, results);
  } finally {
    await server.close();
  }
  publish(results, chosen.isWhole);
}
