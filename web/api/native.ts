// The running module, and what stands for its objects here: the only file that knows what the bindings are called.
import type { Handle } from "./owned.js";
import { camelCase, escapeKey, type NativeTensor, Received } from "./received.js";
import type { LoadResult } from "./types.js";

/** One entry of a state, on its way in. */
export interface NativeStateEntry extends NativeTensor<Float32Array> {
  readonly key: string;
}

/** The classes of layers; the functions of these names make one. */
export type LayerName =
  | "SimplifiedSelfAttention"
  | "SelfAttentionV1"
  | "SelfAttentionV2"
  | "CausalAttention"
  | "MultiHeadAttentionWrapper"
  | "MultiHeadAttention";

/** What their makers are told; each class has some of it. */
export interface NativeOptions {
  readonly dIn?: number;
  readonly dOut?: number;
  readonly qkvBias?: boolean;
  readonly contextLength?: number;
  readonly dropout?: number;
  readonly dropoutMethod?: string;
  readonly numHeads?: number;
}

type Procedure =
  | "variant"
  | "bytesInUse"
  | "allocate"
  | "release"
  | "stageName"
  | "makeGenerator"
  | "defaultGenerator"
  | "deleteGenerator"
  | "manualSeed"
  | "rand"
  | "fromWrapper"
  | "deleteLayer"
  | "reserve"
  | "forward"
  | "outputWidth"
  | "stages"
  | "trace"
  | "forwardDouble"
  | "stateDict"
  | "loadStateDict"
  | "train"
  | "training"
  | "numParameters";

/** The glue's module. cpp/bindings/bindings.cpp has the arguments; what is left out is 0, and objects are addresses. */
export type Glue = Readonly<Record<LayerName | Procedure, (...values: unknown[]) => number>> & {
  readonly HEAPF32: Float32Array;
  /** Who is told what C++ gives: there before any call. */
  received: Received;
  stackSave(): number;
  stackRestore(top: number): void;
};

/** A number of 64 bits, as it crosses. */
const halves = (bits: bigint): [high: number, low: number] => [Number(bits >> 32n), Number(bits & 0xffff_ffffn)];

/** The running module. */
export class NativeModule {
  readonly glue: Glue;
  readonly received: Received;
  /** Every stage that some class has, in the order of the bits that stand for them. */
  readonly stages: string[] = [];
  /** The stack pointer while nothing runs. */
  readonly #top: number;

  constructor(glue: Glue) {
    this.glue = glue;
    this.received = new Received(() => this.HEAPF32.buffer as ArrayBuffer);
    this.#top = glue.stackSave();
    glue.received = this.received;
    for (let at = glue.stageName(0); at !== 0; at = glue.stageName(this.stages.length)) {
      this.stages.push(camelCase(this.received.name(at)));
    }
  }

  /** All of wasm memory. A call may make it grow, which leaves an older view empty: read it anew after each. */
  get HEAPF32(): Float32Array {
    return this.glue.HEAPF32;
  }

  /** Which instructions its kernels were compiled to. */
  variant(): string {
    return this.received.name(this.glue.variant());
  }

  bytesInUse(): number {
    return this.glue.bytesInUse();
  }

  /**
   * Puts the stack pointer back after a call that threw: what is thrown into JavaScript passes by the ends of the wasm
   * functions that it leaves, where they would do so, and a stack that shrinks with every fault is at its end some day.
   */
  unwind(): void {
    this.glue.stackRestore(this.#top);
    this.received.take();
  }

  /** @param seed 64 bits, unsigned */
  makeGenerator(seed: bigint): NativeGenerator {
    return new NativeGenerator(this, this.glue.makeGenerator(...halves(seed)));
  }

  defaultGenerator(): NativeGenerator {
    return new NativeGenerator(this, this.glue.defaultGenerator());
  }

  makeLayer(name: LayerName, options: NativeOptions, generator: NativeGenerator): NativeLayer {
    const { dIn, dOut, qkvBias, contextLength, dropout, dropoutMethod, numHeads } = options;
    const isMkl = dropoutMethod === "mkl";
    const make = this.glue[name];
    const address = make(generator.address, dIn, dOut, qkvBias, contextLength, dropout, isMkl, numHeads);
    return new NativeLayer(this, address);
  }

  fromWrapper(wrapper: NativeLayer): NativeLayer {
    return new NativeLayer(this, this.glue.fromWrapper(wrapper.address));
  }

  /**
   * Lends C++ copies for as long as a call takes.
   *
   * @param use is given their addresses
   */
  lend(operation: string, arrays: (Uint8Array | Uint32Array | Float32Array)[], use: (...at: number[]) => void): void {
    const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const start = this.glue.allocate(bytes);
    if (start === 0) {
      throw {
        code: "OUT_OF_MEMORY",
        argument: "",
        key: "memory.exhausted",
        message: `${operation}: the memory of the module is exhausted`,
        values: { operation },
      };
    }
    try {
      let end = start;
      const addresses = arrays.map(({ buffer, byteOffset, byteLength }) => {
        const at = end;
        end += byteLength;
        new Uint8Array(this.HEAPF32.buffer, at, byteLength).set(new Uint8Array(buffer, byteOffset, byteLength));
        return at;
      });
      use(...addresses);
    } finally {
      this.glue.release(start);
    }
  }
}

/** An object in wasm memory. */
class NativeObject {
  readonly module: NativeModule;
  readonly address: number;

  constructor(module: NativeModule, address: number) {
    this.module = module;
    this.address = address;
  }
}

/** A source of random numbers in wasm memory. */
export class NativeGenerator extends NativeObject implements Handle {
  /** @param seed 64 bits, unsigned */
  manualSeed(seed: bigint): void {
    this.module.glue.manualSeed(this.address, ...halves(seed));
  }

  rand(count: number): Float32Array {
    this.module.glue.rand(this.address, count);
    const { drawn } = this.module.received.take() as Record<"drawn", NativeTensor<Float32Array>>;
    return drawn.data;
  }

  delete(): void {
    this.module.glue.deleteGenerator(this.address);
  }
}

/** A layer in wasm memory. Inputs are always 3-D here. */
export class NativeLayer extends NativeObject implements Handle {
  /** The index in HEAPF32 of room for so many input floats; it stays until a larger request. */
  reserve(floats: number): number {
    return this.module.glue.reserve(this.address, floats) >>> 2;
  }

  /** Reads that room; the index in HEAPF32 of (batch, tokens, outputWidth) floats, which the next call overwrites. */
  forward(batch: number, tokens: number, width: number): number {
    return this.module.glue.forward(this.address, batch, tokens, width) >>> 2;
  }

  outputWidth(width: number): number {
    return this.module.glue.outputWidth(this.address, width);
  }

  /** The stages of a trace, in order. */
  stages(): string[] {
    const bits = this.module.glue.stages(this.address);
    return this.module.stages.filter((_, bit) => (bits & (1 << bit)) !== 0);
  }

  trace(batch: number, tokens: number, width: number, only: string[]): Record<string, NativeTensor<Float32Array>> {
    const { glue, received, stages } = this.module;
    const bits = only.reduce((set, stage) => set | (1 << stages.indexOf(stage)), 0);
    glue.trace(this.address, batch, tokens, width, bits);
    const traced = Object.entries(received.take()).map(([stage, tensor]) => [camelCase(stage), tensor]);
    return Object.fromEntries(traced);
  }

  /** @param mask what is kept of the weights, 1 = kept; undefined for all of them */
  forwardDouble(
    batch: number,
    tokens: number,
    width: number,
    mask: Float32Array | undefined,
    dropout: number | undefined,
  ): NativeTensor<Float64Array> {
    const { module, address } = this;
    const run = (kept = 0) => module.glue.forwardDouble(address, batch, tokens, width, kept, dropout);
    if (mask === undefined) {
      run();
    } else {
      module.lend("forwardDouble", [mask], run);
    }
    return module.received.take().output as NativeTensor<Float64Array>;
  }

  stateDict(): Record<string, NativeTensor<Float32Array>> {
    this.module.glue.stateDict(this.address);
    return this.module.received.take() as ReturnType<NativeLayer["stateDict"]>;
  }

  loadStateDict(entries: NativeStateEntry[], strict: boolean): LoadResult {
    const { module, address } = this;
    const keys = entries.map(({ key }) => escapeKey(key));
    const sizes = entries.flatMap(({ shape }, i) => [keys[i]?.length ?? 0, shape.length, ...shape]);
    // What has to lie on a multiple of 4 comes first.
    const words = Uint32Array.from(sizes);
    const values = entries.map(({ data }) => data);
    const text = Uint8Array.from(keys.join(""), (character) => character.charCodeAt(0));
    module.lend("loadStateDict", [words, ...values, text], (...at) => {
      module.glue.loadStateDict(address, strict, entries.length, at[0], at[1], at.at(-1));
    });
    return module.received.take() as unknown as LoadResult;
  }

  train(mode: boolean): void {
    this.module.glue.train(this.address, mode);
  }

  training(): boolean {
    return Boolean(this.module.glue.training(this.address));
  }

  numParameters(): number {
    return this.module.glue.numParameters(this.address);
  }

  delete(): void {
    this.module.glue.deleteLayer(this.address);
  }
}
