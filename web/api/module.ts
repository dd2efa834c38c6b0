// Starts the wasm module: the only file that knows the generated glue.
import buildName from "../../build/wasm/build-name.mjs";
import createModule from "../../build/wasm/mha.mjs";
import { AttentionError } from "./errors.js";
import type { Handle } from "./owned.js";
import type { LoadResult } from "./types.js";
import { badSource } from "./wasm-source.js";

/** Values as they cross; the data is a copy. */
export interface NativeTensor<Data> {
  readonly data: Data;
  readonly shape: number[];
}

/** One entry of a state, on its way in. */
export interface NativeStateEntry extends NativeTensor<Float32Array> {
  readonly key: string;
}

/** A layer in wasm memory. Inputs are always 3-D here. */
export interface NativeLayer extends Handle {
  /** The byte address of room for so many input floats; it stays until a larger request. */
  reserve(floats: number): number;
  /** Reads that room; the byte address of (batch, tokens, outputWidth) floats, which the next call overwrites. */
  forward(batch: number, tokens: number, width: number): number;
  outputWidth(width: number): number;
  /** The stages of a trace, in order. */
  stages(): string[];
  trace(batch: number, tokens: number, width: number, only: string[]): Record<string, NativeTensor<Float32Array>>;
  forwardDouble(
    batch: number,
    tokens: number,
    width: number,
    mask: Float32Array | undefined,
  ): NativeTensor<Float64Array>;
  stateDict(): Record<string, NativeTensor<Float32Array>>;
  loadStateDict(entries: NativeStateEntry[], strict: boolean): LoadResult;
  train(mode: boolean): void;
  training(): boolean;
  numParameters(): number;
}

/** A source of random numbers in wasm memory. */
export interface NativeGenerator extends Handle {
  /** @param seed 64 bits, unsigned */
  manualSeed(seed: bigint): void;
  rand(count: number): Float32Array;
}

type NativeMultiHead = new (
  dIn: number,
  dOut: number,
  contextLength: number,
  dropout: number,
  numHeads: number,
  qkvBias: boolean,
  isMkl: boolean,
  generator: NativeGenerator,
) => NativeLayer;

/** The module, said more exactly than the glue's own declarations do. */
export interface NativeModule {
  /** All of wasm memory. A call may make it grow, which leaves an older view empty: read it anew after each. */
  readonly HEAPF32: Float32Array;
  version(): string;
  buildId(): string;
  /** Which instructions its kernels were compiled to. */
  variant(): string;
  bytesInUse(): number;
  /**
   * Puts the stack pointer back after a call that threw: what is thrown into JavaScript passes by the ends of the wasm
   * functions that it leaves, where they would do so, and a stack that shrinks with every fault is at its end some day.
   */
  unwind(): void;
  readonly Generator: new (seed: bigint) => NativeGenerator;
  defaultGenerator(): NativeGenerator;
  readonly SimplifiedSelfAttention: new () => NativeLayer;
  readonly SelfAttentionV1: new (dIn: number, dOut: number, generator: NativeGenerator) => NativeLayer;
  readonly SelfAttentionV2: new (
    dIn: number,
    dOut: number,
    qkvBias: boolean,
    generator: NativeGenerator,
  ) => NativeLayer;
  readonly CausalAttention: new (
    dIn: number,
    dOut: number,
    contextLength: number,
    dropout: number,
    qkvBias: boolean,
    isMkl: boolean,
    generator: NativeGenerator,
  ) => NativeLayer;
  readonly MultiHeadAttentionWrapper: NativeMultiHead;
  readonly MultiHeadAttention: NativeMultiHead;
  multiHeadAttentionFromWrapper(wrapper: NativeLayer): NativeLayer;
}

/** The custom section of shipped wasm files that holds the name of their build. */
const NAME_SECTION = "mha-wasm";

/** @throws AttentionError VALUE for a wasm of another program, or of another build of this one */
export function requireSameBuild(compiled: WebAssembly.Module): WebAssembly.Module {
  const [section] = WebAssembly.Module.customSections(compiled, NAME_SECTION);
  if (section === undefined) {
    throw badSource("init.wasm-foreign", "this wasm is not one of mha-wasm's", {});
  }
  const got = String.fromCharCode(...new Uint8Array(section));
  if (got !== buildName) {
    const message = `this wasm is of build ${got}, but the JavaScript is of build ${buildName}; take both from one version`;
    throw badSource("init.wasm-build", message, { got, expected: buildName });
  }
  return compiled;
}

/** @throws AttentionError OUT_OF_MEMORY */
export async function startModule(compiled: WebAssembly.Module): Promise<NativeModule> {
  try {
    return await instantiate(compiled);
  } catch (cause) {
    // A RangeError about anything but memory is a fault of ours.
    if (cause instanceof RangeError && /memory/i.test(cause.message)) {
      const message = "init: there is no memory for the module";
      throw new AttentionError("OUT_OF_MEMORY", { argument: "", key: "memory", message, values: {} }, { cause });
    }
    throw cause;
  }
}

function instantiate(compiled: WebAssembly.Module): Promise<NativeModule> {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      // The glue never hears of a failure in here; the promise does.
      WebAssembly.instantiate(compiled, imports).then(done).catch(reject);
      return {};
    };
    createModule({ instantiateWasm }).then((module) => {
      const top = module.stackSave();
      resolve(Object.assign(module, { unwind: () => module.stackRestore(top) }) as NativeModule);
    }, reject);
  });
}
