// PyTorch's random numbers: the default generator, and generators of one's own.
/// <reference lib="esnext.disposable" preserve="true" />

import { requireModule } from "./engine.js";
import { AttentionError, attempt, describe, describeValue } from "./errors.js";
import { checkRoom, readShape, sizeOf } from "./input.js";
import type { NativeGenerator, NativeModule } from "./native.js";
import { makeDisposable, Owned } from "./owned.js";
import { Tensor } from "./tensor.js";

/**
 * Random numbers of one's own, apart from those that {@link manualSeed} seeds; PyTorch's CPU generator, bit for bit.
 *
 * @example new MultiHeadAttention({ dIn: 3, dOut: 2, contextLength: 6, numHeads: 2, generator: new Generator(123) })
 */
export class Generator {
  readonly #owned: Owned<NativeGenerator>;
  /** {@link dispose}, for `using` where the language has it. */
  declare readonly [Symbol.dispose]: () => void;

  static {
    makeDisposable(Generator.prototype);
  }

  /**
   * @param seed a safe integer, or a bigint in [-2^63, 2^64); as in PyTorch, negative ones wrap
   * @throws AttentionError NOT_INITIALIZED, VALUE for another seed
   */
  constructor(seed: number | bigint) {
    const module = requireModule("new Generator");
    const bits = readSeed("new Generator", seed);
    this.#owned = new Owned(
      this,
      "Generator",
      attempt(module, () => module.makeGenerator(bits)),
    );
  }

  /** Starts over from a seed, as `torch.Generator.manual_seed` does; seeds as in the constructor. */
  manualSeed(seed: number | bigint): this {
    const native = this.#owned.get("manualSeed");
    native.manualSeed(readSeed("Generator.manualSeed", seed));
    return this;
  }

  /**
   * Draws from U[0, 1), as `torch.rand` does.
   *
   * @param shape the size of each axis; none for a single value
   * @throws AttentionError DISPOSED, VALUE for what is no size, OUT_OF_MEMORY
   */
  rand(...shape: number[]): Tensor {
    return draw("Generator.rand", this.#owned.get("rand"), shape);
  }

  /** Frees the generator. Layers that draw from it keep it alive for themselves. */
  dispose(): void {
    this.#owned.release();
  }

  /** @internal */
  native(method: string): NativeGenerator {
    return this.#owned.get(method);
  }
}

let shared: NativeGenerator | undefined;

/** The generator that {@link manualSeed} seeds, or the given one. */
export function nativeGenerator(module: NativeModule, generator: Generator | undefined): NativeGenerator {
  shared ??= module.defaultGenerator();
  return generator === undefined ? shared : generator.native("draw");
}

/**
 * Seeds the generator that everything draws from which is not given one of its own, as `torch.manual_seed` does.
 *
 * @param seed a safe integer, or a bigint in [-2^63, 2^64); as in PyTorch, negative ones wrap
 * @throws AttentionError NOT_INITIALIZED, VALUE for another seed
 *
 * @example manualSeed(123)
 */
export function manualSeed(seed: number | bigint): void {
  const module = requireModule("manualSeed");
  nativeGenerator(module, undefined).manualSeed(readSeed("manualSeed", seed));
}

/**
 * Draws from U[0, 1), as `torch.rand` does.
 *
 * @param shape the size of each axis; none for a single value
 * @throws AttentionError NOT_INITIALIZED, VALUE for what is no size, OUT_OF_MEMORY
 *
 * @example rand(2, 3)
 */
export function rand(...shape: number[]): Tensor {
  const module = requireModule("rand");
  return draw("rand", nativeGenerator(module, undefined), shape);
}

// Long draws take no more wasm memory than this many.
const DRAWN_AT_ONCE = 2 ** 16;

function draw(operation: string, native: NativeGenerator, shape: readonly number[]): Tensor {
  const sizes = readShape(shape, { operation, argument: "shape" });
  const count = sizeOf(sizes);
  checkRoom(count, operation);
  const module = requireModule(operation);
  // Room first, so that nothing is drawn where there is none.
  const data = attempt(module, () => new Float32Array(count));
  for (let start = 0; start < count; start += DRAWN_AT_ONCE) {
    data.set(
      attempt(module, () => native.rand(Math.min(DRAWN_AT_ONCE, count - start))),
      start,
    );
  }
  return new Tensor(data, sizes);
}

const SEED_BITS = 64;

/** @returns the seed's 64 bits as an unsigned number */
function readSeed(operation: string, seed: unknown): bigint {
  if (typeof seed === "number" && Number.isSafeInteger(seed)) {
    return BigInt.asUintN(SEED_BITS, BigInt(seed));
  }
  if (typeof seed === "bigint" && seed >= -(2n ** 63n) && seed < 2n ** 64n) {
    return BigInt.asUintN(SEED_BITS, seed);
  }
  throw new AttentionError("VALUE", {
    argument: "seed",
    key: "seed.range",
    message: `${operation}: seed must be a safe integer, or a bigint in [-2^63, 2^64), got ${describe(seed)}`,
    values: { value: describeValue(seed) },
  });
}
