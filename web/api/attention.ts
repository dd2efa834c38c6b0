// What all attention classes share: how data crosses into wasm and back, state, modes and disposal.
/// <reference lib="esnext.disposable" preserve="true" />
import { AttentionError, attempt, showShape, translateError } from "./errors.js";
import { checkRoom, checkSize, readTensor, type TensorData, type TensorLike } from "./input.js";
import { checkOut, readOnly, readOut, readState } from "./layer-arguments.js";
import { defineReadOnly } from "./layer-options.js";
import type { MadeLayer } from "./make-layer.js";
import type { NativeLayer, NativeModule } from "./native.js";
import { readFlag, readOptions } from "./options.js";
import { makeDisposable, Owned } from "./owned.js";
import { Tensor } from "./tensor.js";
import type { DoubleTensor, LoadResult, StateDict, TraceOptions } from "./types.js";

/** The sizes of one input; a 2-D one is a batch of 1. */
interface Sizes {
  readonly batch: number;
  readonly tokens: number;
  readonly width: number;
}

/**
 * An attention layer in wasm memory, whose stages are `Stages`. It starts in training mode, as in PyTorch.
 *
 * Inputs are (batch, tokens, dIn) or (tokens, dIn); results have the same rank and are copies.
 */
export abstract class Attention<Stages> {
  readonly #name: string;
  readonly #module: NativeModule;
  readonly #owned: Owned<NativeLayer>;
  /** The heads axis of the weights; empty in single-head classes. */
  readonly #heads: readonly number[];
  /** Undefined in classes without dropout. */
  readonly #dropout: number | undefined;
  // The layer's input buffer: its index in wasm memory, and the floats that it takes.
  #start = 0;
  #capacity = 0;
  // The width of the output for the width of input seen last.
  #inputWidth = 0;
  #outputWidth = 0;

  /** {@link dispose}, for `using` where the language has it. */
  declare readonly [Symbol.dispose]: () => void;

  static {
    makeDisposable(Attention.prototype);
  }

  /** @internal */
  protected constructor({ name, module, options, native }: MadeLayer) {
    this.#name = name;
    this.#module = module;
    this.#owned = new Owned(this, name, native);
    this.#heads = options.numHeads === undefined ? [] : [options.numHeads];
    this.#dropout = options.dropout;
    defineReadOnly(this, options);
  }

  /**
   * @param x (batch, tokens, dIn) or (tokens, dIn)
   * @param options.out a tensor of the result's shape to write the result to, so that call after call takes no new
   * memory; it may be `x`
   * @returns (batch, tokens, width) or (tokens, width): dOut wide; in {@link MultiHeadAttentionWrapper} numHeads * dOut,
   * in {@link SimplifiedSelfAttention} as wide as `x`; `out` itself where it was given
   * @throws AttentionError DISPOSED, VALUE for what is no tensor, SHAPE for one that does not fit, OUT_OF_MEMORY
   *
   * @example layer.forward([[0.43, 0.15, 0.89], [0.55, 0.87, 0.66]])
   * @example for (const x of frames) draw(layer.forward(x, { out: y }))
   */
  forward(x: TensorLike, options?: { readonly out?: Tensor | undefined }): Tensor {
    const layer = this.#owned.get("forward");
    const out = options === undefined ? undefined : readOut(`${this.#name}.forward`, options);
    const input = x instanceof Tensor ? x : this.#read("forward", "x", x);
    const { batch, tokens, width } = this.#measure("forward", input);
    try {
      this.#send(layer, input, width);
      const outputWidth = this.#outputWidth;
      const shape = input.shape.length === 2 ? [tokens, outputWidth] : [batch, tokens, outputWidth];
      if (out !== undefined) {
        checkOut(`${this.#name}.forward`, out, shape);
      }
      const start = layer.forward(batch, tokens, width);
      const end = start + batch * tokens * outputWidth;
      // Memory may have grown, so the view is taken anew.
      const heap = this.#module.HEAPF32;
      if (out === undefined) {
        return new Tensor(heap.slice(start, end), shape);
      }
      out.data.set(heap.subarray(start, end));
      return out;
    } catch (thrown) {
      throw translateError(this.#module, thrown);
    }
  }

  /**
   * Every stage of one pass, or those in `only`. It draws exactly what {@link forward} would. A 2-D input drops the
   * batch axis everywhere.
   *
   * @param x (batch, tokens, dIn) or (tokens, dIn)
   * @param options.only the stages wanted; all of them by default
   * @returns the stages by name, in the order of the pass; their shapes stand with each class's trace
   * @throws AttentionError as {@link forward}, and VALUE for a stage that the class lacks; OUT_OF_MEMORY names the bytes
   * needed, before anything is computed
   *
   * @example const { weights, context } = layer.trace(x, { only: ["weights", "context"] })
   */
  trace<Stage extends keyof Stages & string>(x: TensorLike, options: TraceOptions<Stage> = {}): Pick<Stages, Stage> {
    const layer = this.#owned.get("trace");
    const only = readOnly(`${this.#name}.trace`, options, layer);
    const input = this.#read("trace", "x", x);
    const { batch, tokens, width } = this.#measure("trace", input);
    const stages = attempt(this.#module, () => {
      this.#send(layer, input, width);
      return layer.trace(batch, tokens, width, only);
    });
    const isBatch = input.shape.length === 3;
    // `masked` never has a batch axis.
    const tensors = Object.entries(stages).map(([stage, { data, shape }]): [string, Tensor] => [
      stage,
      new Tensor(data, isBatch || stage === "masked" ? shape : shape.slice(1)),
    ]);
    return Object.fromEntries(tensors) as Pick<Stages, Stage>;
  }

  /**
   * The same pass in double precision and by other code: the reference that {@link forward} is tested against. It draws
   * nothing, and drops what `dropoutMask` says, in either mode.
   *
   * @param x (batch, tokens, dIn) or (tokens, dIn)
   * @param options.dropoutMask as `trace` records it, for classes with dropout: 1 where a weight is kept, 0 where not
   * @returns as {@link forward}, in float64
   * @throws AttentionError as {@link forward}, and for a `dropoutMask` that does not fit
   */
  forwardDouble(x: TensorLike, options: { readonly dropoutMask?: TensorLike | undefined } = {}): DoubleTensor {
    const layer = this.#owned.get("forwardDouble");
    const names = this.#dropout === undefined ? [] : ["dropoutMask"];
    const { dropoutMask } = readOptions(`${this.#name}.forwardDouble`, options, names);
    const input = this.#read("forwardDouble", "x", x);
    const { batch, tokens, width } = this.#measure("forwardDouble", input);
    const mask = dropoutMask === undefined ? undefined : this.#readMask(dropoutMask, input.shape);
    const { data, shape } = attempt(this.#module, () => {
      this.#send(layer, input, width);
      return layer.forwardDouble(batch, tokens, width, mask, this.#dropout);
    });
    return { data, shape: input.shape.length === 2 ? shape.slice(1) : shape };
  }

  /**
   * Copies of all parameters and buffers, by PyTorch's names and in PyTorch's order; each class says which it has.
   *
   * @throws AttentionError DISPOSED, OUT_OF_MEMORY
   */
  stateDict(): StateDict {
    const state = attempt(this.#module, () => this.#owned.get("stateDict").stateDict());
    return Object.fromEntries(Object.entries(state).map(([key, { data, shape }]) => [key, new Tensor(data, shape)]));
  }

  /**
   * Takes parameters and buffers over, all or none.
   *
   * `mask` may be any (contextLength, contextLength) matrix, nonzero = hidden.
   *
   * @param stateDict tensors by PyTorch's names
   * @param options.strict whether every key must be there and no other; true by default
   * @returns the keys that were missing and those that nothing is called; none when strict
   * @throws AttentionError DISPOSED, VALUE for keys that are missing or unexpected when strict, SHAPE for a tensor of
   * the wrong shape, strict or not
   */
  loadStateDict(
    stateDict: Readonly<Record<string, TensorLike>>,
    options: { readonly strict?: boolean | undefined } = {},
  ): LoadResult {
    const layer = this.#owned.get("loadStateDict");
    const operation = `${this.#name}.loadStateDict`;
    const { strict = true } = readOptions(operation, options, ["strict"]);
    const isStrict = readFlag(operation, "strict", strict);
    const entries = readState(operation, stateDict);
    return attempt(this.#module, () => layer.loadStateDict(entries, isStrict));
  }

  /**
   * Switches dropout on, or off with `false`.
   *
   * @returns this layer
   * @throws AttentionError DISPOSED, VALUE for a mode that is neither true nor false
   */
  train(mode = true): this {
    const layer = this.#owned.get("train");
    layer.train(readFlag(`${this.#name}.train`, "mode", mode));
    return this;
  }

  /**
   * Switches dropout off.
   *
   * @returns this layer
   * @throws AttentionError DISPOSED
   */
  eval(): this {
    return this.train(false);
  }

  /** Whether dropout is active; true until {@link eval}. */
  get training(): boolean {
    return this.#owned.get("training").training();
  }

  /** How many numbers can be trained; buffers such as `mask` do not count. */
  get numParameters(): number {
    return this.#owned.get("numParameters").numParameters();
  }

  /** Frees the layer's memory; does nothing the second time. Any other use afterwards throws DISPOSED. */
  dispose(): void {
    this.#owned.release();
  }

  /** @internal */
  native(method: string): NativeLayer {
    return this.#owned.get(method);
  }

  #read(method: string, argument: string, value: unknown): TensorData {
    return value instanceof Tensor ? value : readTensor(value, { operation: `${this.#name}.${method}`, argument });
  }

  /** @throws AttentionError SHAPE unless the input is 2-D or 3-D */
  #measure(method: string, { data, shape }: TensorData): Sizes {
    const [first = 0, second = 0, third = 0] = shape;
    const sizes =
      shape.length === 2 ? { batch: 1, tokens: first, width: second } : { batch: first, tokens: second, width: third };
    const isRight = shape.length === 2 || shape.length === 3;
    // A tensor's `data` can be transferred to a worker, which leaves it empty.
    if (!isRight || data.length !== sizes.batch * sizes.tokens * sizes.width) {
      this.#throwShape(method, data, shape);
    }
    return sizes;
  }

  #throwShape(method: string, data: TensorData["data"], shape: readonly number[]): never {
    const source = { operation: `${this.#name}.${method}`, argument: "x" };
    checkSize(data.length, shape, source);
    const hint =
      data.length === 0 ? "; nested arrays cannot say the width of no tokens, { data: [], shape: [0, dIn] } can" : "";
    throw new AttentionError("SHAPE", {
      argument: "x",
      key: "input.rank",
      message: `${source.operation}: x must have shape (batch, tokens, dIn) or (tokens, dIn), got ${showShape(shape)}${hint}`,
      values: { shape },
    });
  }

  /** Copies the input into the layer's buffer, making it larger first where it is too small. */
  #send(layer: NativeLayer, { data }: TensorData, width: number): void {
    if (data.length > this.#capacity) {
      checkRoom(data.length, this.#name);
      this.#start = layer.reserve(data.length);
      this.#capacity = data.length;
    }
    if (width !== this.#inputWidth) {
      this.#outputWidth = layer.outputWidth(width);
      this.#inputWidth = width;
    }
    this.#module.HEAPF32.set(data, this.#start);
  }

  #readMask(mask: unknown, inputShape: readonly number[]): Float32Array {
    const operation = `${this.#name}.forwardDouble`;
    const { data, shape } = this.#read("forwardDouble", "dropoutMask", mask);
    const tokens = inputShape.slice(-2, -1);
    const expected = [...inputShape.slice(0, -2), ...this.#heads, ...tokens, ...tokens];
    if (shape.length !== expected.length || shape.some((size, axis) => size !== expected[axis])) {
      throw new AttentionError("SHAPE", {
        argument: "dropoutMask",
        key: "dropout-mask.shape",
        message: `${operation}: dropoutMask must have the shape of the weights, ${showShape(expected)}, got ${showShape(shape)}`,
        values: { got: shape, expected },
      });
    }
    return Float32Array.from(data);
  }
}
