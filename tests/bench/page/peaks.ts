// The peak modules as calls that can be timed beside everything else.
import { stepsPerCall } from "../peak.mjs";
import type { Call } from "./interleave.js";

/** @returns one call of a peak module, or undefined where the engine lacks the instructions */
export async function loadPeak(name: string): Promise<Call | undefined> {
  const response = await fetch(`peaks/${name}.wasm`);
  if (!response.ok) {
    throw new Error(`${response.url}: ${response.status}`);
  }
  const bytes = await response.arrayBuffer();
  if (!WebAssembly.validate(bytes)) {
    return undefined;
  }
  const { instance } = await WebAssembly.instantiate(bytes);
  const run = instance.exports.run as (steps: number) => number;
  return () => run(stepsPerCall);
}
