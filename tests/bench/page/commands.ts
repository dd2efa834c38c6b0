// What the driver can ask of a page: somebody's first calls, everybody's times side by side, errors against double precision.
import type { Engine, Layer, Prepared } from "../peers/peer.js";
import { largestError } from "./compare.js";
import { contestants } from "./contestants.js";
import { makeInput, makeWeights } from "./inputs.js";
import { type Call, interleave, type Rules, type Series } from "./interleave.js";
import { memoryBytes, watchMemories } from "./memory.js";
import { loadPeak } from "./peaks.js";

/** From nothing to the first outputs: milliseconds of each step, and what it took. */
export interface Cold {
  /** Fetching and evaluating the library's JavaScript. */
  readonly load: number;
  /** Starting the library: its wasm. */
  readonly start: number;
  /** Making the layer. */
  readonly create: number;
  readonly first: number;
  /** The calls after the first. */
  readonly later: number[];
  readonly memoryBytes: number;
  /** What the library fetched until there was a layer. */
  readonly fetched: string[];
}

/** One layer, everybody side by side. */
export interface Row {
  readonly series: Record<string, Series>;
  /** Why somebody could not be timed. */
  readonly errors: Record<string, string>;
  /** Largest difference from the first one's output, relative to its largest absolute value. */
  readonly differences: Record<string, number>;
}

const say = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).trim();

function loadOf(name: string) {
  const load = contestants[name];
  if (load === undefined) {
    throw new Error(`nobody is called ${name}`);
  }
  return load;
}

/** @returns the result and the milliseconds it took */
async function timed<T>(action: () => T | Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await action();
  return [result, performance.now() - start];
}

const resources = () => performance.getEntriesByType("resource").map(({ name }) => name);

export interface ColdRequest {
  readonly name: string;
  readonly layer: Layer;
  readonly threads: number;
  /** How long to go on after the first call, at most ten calls. */
  readonly moreMs: number;
}

/** The page must be fresh. */
export async function cold({ name, layer, threads, moreMs }: ColdRequest): Promise<Cold> {
  watchMemories();
  const [x, weights] = [makeInput(layer), makeWeights(layer)];
  const before = resources();
  const [begin, load] = await timed(loadOf(name));
  const [engine, start] = await timed(() => begin({ threads }));
  const started = resources();
  const make = await engine.stage(layer, weights, x);
  const staged = resources();
  const [prepared, create] = await timed(make);
  const fetched = [...started.slice(before.length), ...resources().slice(staged.length)];
  const [, first] = await timed(() => prepared.call());
  const later: number[] = [];
  for (let spent = 0; spent < moreMs && later.length < 10; ) {
    const [, time] = await timed(() => prepared.call());
    later.push(time);
    spent += time;
  }
  return { load, start, create, first, later, memoryBytes: memoryBytes(), fetched };
}

const engines = new Map<string, Promise<Engine>>();

async function prepare(name: string, layer: Layer): Promise<Prepared> {
  const engine = engines.get(name) ?? loadOf(name)().then((begin) => begin({ threads: 1 }));
  engines.set(name, engine);
  const create = await (await engine).stage(layer, makeWeights(layer), makeInput(layer));
  return create();
}

/** Calls everybody once. */
async function outputs(names: readonly string[], layer: Layer) {
  const prepared = new Map<string, Prepared>();
  const outputs = new Map<string, Float32Array>();
  const errors: Record<string, string> = {};
  for (const name of names) {
    try {
      const entrant = await prepare(name, layer);
      outputs.set(name, await entrant.call());
      prepared.set(name, entrant);
    } catch (error) {
      errors[name] = say(error);
    }
  }
  return { prepared, outputs, errors };
}

export interface RowRequest {
  readonly names: readonly string[];
  /** Peak modules that are timed along. */
  readonly peaks: readonly string[];
  readonly layer: Layer;
  readonly rules: Rules;
}

export async function row({ names, peaks, layer, rules }: RowRequest): Promise<Row> {
  const { prepared, outputs: got, errors } = await outputs(names, layer);
  const [ours = new Float32Array()] = got.values();
  const differences = Object.fromEntries([...got].map(([name, output]) => [name, largestError(output, ours)]));
  const calls: Record<string, Call> = Object.fromEntries([...prepared].map(([name, { call }]) => [name, call]));
  for (const peak of peaks) {
    const call = await loadPeak(peak);
    if (call !== undefined) {
      calls[peak] = call;
    }
  }
  const series = await interleave(calls, rules);
  for (const entrant of prepared.values()) {
    entrant.dispose();
  }
  return { series, errors, differences };
}

/** @returns everybody's largest error against our double-precision pass, relative to its largest absolute value */
export async function accuracy({ names, layer }: Pick<RowRequest, "names" | "layer">): Promise<Record<string, number>> {
  const { prepared, outputs: got } = await outputs(names, layer);
  const exact = [...prepared.values()].map(({ double }) => double?.()).find((data) => data !== undefined);
  for (const entrant of prepared.values()) {
    entrant.dispose();
  }
  if (exact === undefined) {
    throw new Error("nobody computed in double precision");
  }
  return Object.fromEntries([...got].map(([name, output]) => [name, largestError(output, exact)]));
}
