// mha-wasm alone in Node: the same timing code, in a process of its own.
import path from "node:path";
import url from "node:url";
import { root, run } from "../../web/tools/run.mjs";
import { toSpeed } from "./measure.mjs";

/**
 * @param {import("./measure.mjs").Layer[]} layers @param {import("./measure.mjs").Rules} rules
 * @returns {Promise<import("./measure.mjs").Speed[]>}
 */
export async function measureNode(layers, rules) {
  const { build } = await import("vite");
  const outDir = path.join(root, "build/bench/node");
  const entry = path.join(root, "tests/bench/page/node.ts");
  await build({ root, logLevel: "warn", publicDir: false, build: { ssr: entry, outDir, emptyOutDir: true } });
  /** @type {import("./page/node.js").NodeRequest} */
  const request = { url: url.pathToFileURL(path.join(root, "dist/package/index.js")).href, layers, rules };
  const { stdout } = await run(process.execPath, [path.join(outDir, "node.js"), JSON.stringify(request)], {
    quiet: true,
  });
  /** @type {import("./page/commands.js").Row[]} */
  const rows = JSON.parse(stdout);
  return rows.flatMap((row, index) => {
    const layer = layers[index];
    return layer ? [toSpeed(layer, row)] : [];
  });
}
