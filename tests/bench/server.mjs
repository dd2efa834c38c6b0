// Builds the benchmark's page and serves it with everything that it fetches, all from this machine.
import fs from "node:fs";
import path from "node:path";
import { root } from "../../web/tools/run.mjs";
import { step } from "../../web/tools/step.mjs";
import { peakSource, peaks } from "./peak.mjs";

const configFile = path.join(root, "web/tools/vite-bench.config.mjs");
export const folder = path.join(root, "build/bench/page");

/** What is fetched as it is. */
const copied = [
  {
    to: "vendor/onnxruntime",
    from: "node_modules/onnxruntime-web/dist",
    names: /^ort-wasm-simd-threaded\.(mjs|wasm)$/,
  },
  { to: "vendor/tfjs", from: "node_modules/@tensorflow/tfjs-backend-wasm/dist", names: /\.wasm$/ },
  { to: "package", from: "dist/package", names: /\.js$/ },
  { to: "package/wasm", from: "dist/package/wasm", names: /\.wasm$/ },
];

async function assemblePeaks() {
  const { default: load } = await import("wabt");
  const wabt = await load();
  fs.mkdirSync(path.join(folder, "peaks"), { recursive: true });
  for (const peak of peaks) {
    const module = wabt.parseWat(`${peak}.wat`, peakSource(peak), { simd: true, relaxed_simd: true });
    fs.writeFileSync(path.join(folder, "peaks", `${peak}.wasm`), module.toBinary({}).buffer);
    module.destroy();
  }
}

export const makePage = () =>
  step("Making the benchmark's page", "5 seconds", async () => {
    const { build } = await import("vite");
    await build({ configFile });
    for (const { to, from, names } of copied) {
      fs.mkdirSync(path.join(folder, to), { recursive: true });
      for (const name of fs.readdirSync(path.join(root, from)).filter((name) => names.test(name)))
        fs.copyFileSync(path.join(root, from, name), path.join(folder, to, name));
    }
    await assemblePeaks();
  });

/** @returns {Promise<{ url: string, close: () => Promise<void> }>} */
export async function servePage() {
  const { preview } = await import("vite");
  const server = await preview({ configFile, preview: { host: "127.0.0.1", port: 0 } });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error("the benchmark's server has no address");
  return { url, close: () => server.close() };
}
