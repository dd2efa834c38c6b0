// The same timing in Node, for mha-wasm alone. Reads a request from its argument, writes what it measured to stdout.
import { setFlagsFromString } from "node:v8";
import * as mha from "../peers/mha.js";
import type { Layer, Prepared } from "../peers/peer.js";
import type { Row } from "./commands.js";
import { makeInput, makeWeights } from "./inputs.js";
import { type Call, interleave, type Rules } from "./interleave.js";

export interface NodeRequest {
  /** URL of the built package's entry. */
  readonly url: string;
  readonly layers: readonly Layer[];
  readonly rules: Rules;
}

const variants = ["simd", "relaxed"] as const;

async function measure(layer: Layer, { url, rules }: NodeRequest): Promise<Row> {
  const prepared = new Map<string, Prepared>();
  const errors: Record<string, string> = {};
  for (const variant of variants) {
    try {
      const engine = await mha.start(await mha.load(url, variant), { variant, results: "reused", threads: 1 });
      const create = await engine.stage(layer, makeWeights(layer), makeInput(layer));
      prepared.set(`mha-${variant}`, await create());
    } catch (error) {
      errors[`mha-${variant}`] = String(error);
    }
  }
  const calls: Record<string, Call> = Object.fromEntries([...prepared].map(([name, { call }]) => [name, call]));
  return { series: await interleave(calls, rules), errors, differences: {} };
}

// Node 20 keeps relaxed SIMD behind a flag; later versions have it without.
setFlagsFromString("--experimental-wasm-relaxed-simd");
const request: NodeRequest = JSON.parse(process.argv[2] ?? "");
const rows: Row[] = [];
for (const layer of request.layers) {
  rows.push(await measure(layer, request));
}
process.stdout.write(JSON.stringify(rows));
