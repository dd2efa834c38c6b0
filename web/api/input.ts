// Turns whatever a caller may pass as a tensor into flat values and a shape.
import { AttentionError, describe, describeValue, showShape } from "./errors.js";

/** Any typed array of numbers: Float32Array, Float64Array, Int8Array and the others, but not the BigInt ones. */
export type NumericArray = ArrayBufferView & ArrayLike<number>;

/** Rows within rows; the innermost may be typed arrays. */
export type NestedNumbers = readonly number[] | NumericArray | readonly NestedNumbers[];

/** Row-major values and their shape; a `Tensor` is one. */
export interface TensorData {
  /** The values, row by row. */
  readonly data: readonly number[] | NumericArray;
  /** The size of each axis. */
  readonly shape: readonly number[];
}

/** What every method takes as a tensor. */
export type TensorLike = TensorData | NestedNumbers;

/** Where a value came from, for messages. */
export interface Source {
  /** Who asks: `MultiHeadAttention.forward`. */
  readonly operation: string;
  /** The parameter: `x`. */
  readonly argument: string;
}

// PyTorch's own limit.
const MAX_DIMENSIONS = 64;

// wasm memory has 32-bit addresses, so this is also the most bytes.
const MAX_SIZE = 2 ** 32 - 1;

const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice("[object ".length, -1);

/** Goes by the tag, not by `instanceof`, so that arrays of another realm (a frame, a test runner) count too. */
const isNumericArray = (value: unknown): value is NumericArray =>
  ArrayBuffer.isView(value) && !/^(DataView|BigInt64Array|BigUint64Array)$/.test(tagOf(value));

/** How many values a tensor of that shape has. */
export const sizeOf = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1);

/**
 * Reads `value` without copying what is flat already.
 *
 * @throws AttentionError VALUE for what is no array of numbers, SHAPE for unequal rows or a shape that is not filled
 */
export function readTensor(value: unknown, source: Source): TensorData {
  if (isNumericArray(value)) {
    return { data: value, shape: [value.length] };
  }
  if (Array.isArray(value)) {
    return new Flattener(value, source).flatten();
  }
  if (typeof value === "object" && value !== null && "data" in value && "shape" in value) {
    const data = readData(value.data, source);
    const shape = readShape(value.shape, source);
    checkSize(data.length, shape, source);
    return { data, shape };
  }
  throw new AttentionError("VALUE", {
    argument: source.argument,
    key: "tensor.type",
    message: `${source.operation}: ${source.argument} must be a Tensor, { data, shape } or nested arrays of numbers, got ${describe(value)}`,
    values: { value: describeValue(value) },
  });
}

function readData(data: unknown, { operation, argument }: Source): TensorData["data"] {
  if (isNumericArray(data)) {
    return data;
  }
  if (Array.isArray(data)) {
    // Array.from also visits holes.
    return Array.from<unknown, number>(data, (value, index) =>
      typeof value === "number" ? value : throwNotNumber(value, `${argument}.data[${index}]`, { operation, argument }),
    );
  }
  throw new AttentionError("VALUE", {
    argument,
    key: "tensor.data",
    message: `${operation}: ${argument}.data must be an array or typed array of numbers, got ${describe(data)}`,
    values: { value: describeValue(data) },
  });
}

/**
 * @returns a copy
 * @throws AttentionError VALUE unless `shape` is an array of sizes
 */
export function readShape(shape: unknown, { operation, argument }: Source): readonly number[] {
  if (Array.isArray(shape) && isShape(shape)) {
    return shape.slice();
  }
  const got = Array.isArray(shape) ? `[${Array.from(shape, describe).join(", ")}]` : describe(shape);
  throw new AttentionError("VALUE", {
    argument,
    key: "tensor.shape",
    message: `${operation}: a shape is an array of at most ${MAX_DIMENSIONS} integers from 0 to ${MAX_SIZE}, got ${got} for ${argument}`,
    values: { shape: got },
  });
}

function isShape(sizes: readonly unknown[]): sizes is readonly number[] {
  // Not `every`, which skips holes.
  for (const size of sizes) {
    if (typeof size !== "number" || !Number.isInteger(size) || size < 0 || size > MAX_SIZE) {
      return false;
    }
  }
  return sizes.length <= MAX_DIMENSIONS;
}

/** @throws AttentionError SHAPE unless that many values fill `shape` */
export function checkSize(count: number, shape: readonly number[], { operation, argument }: Source): void {
  const expected = sizeOf(shape);
  if (count !== expected) {
    throw new AttentionError("SHAPE", {
      argument,
      key: "tensor.size",
      message: `${operation}: ${argument} has ${count} values, but its shape ${showShape(shape)} has room for ${expected}`,
      values: { shape, got: count, expected },
    });
  }
}

/** @throws AttentionError OUT_OF_MEMORY for more float32 values than wasm memory can ever hold */
export function checkRoom(count: number, operation: string): void {
  const bytes = count * Float32Array.BYTES_PER_ELEMENT;
  if (bytes > MAX_SIZE) {
    throw new AttentionError("OUT_OF_MEMORY", {
      argument: "",
      key: "memory",
      message: `${operation} needs ${bytes} bytes, more than wasm memory can hold`,
      values: { bytes, operation },
    });
  }
}

function throwNotNumber(value: unknown, path: string, { operation, argument }: Source): never {
  throw new AttentionError("VALUE", {
    argument,
    key: "tensor.number",
    message: `${operation}: ${path} must be a number, got ${describe(value)}`,
    values: { path, value: describeValue(value) },
  });
}

const isRow = (value: unknown): value is ArrayLike<unknown> => Array.isArray(value) || isNumericArray(value);

/** Flattens nested arrays; the first row of each depth says how long the others have to be. */
class Flattener {
  readonly #source: Source;
  readonly #rows: readonly unknown[];
  readonly #shape: number[] = [];
  readonly #data: number[] = [];
  /** The index taken at each depth, down to what is being visited. */
  readonly #path: number[] = [];
  /** Thrown at the end: a wrong type anywhere comes before a wrong length. */
  #ragged: AttentionError | undefined;

  constructor(rows: readonly unknown[], source: Source) {
    this.#rows = rows;
    this.#source = source;
  }

  flatten(): TensorData {
    for (let row: unknown = this.#rows; isRow(row); row = row[0]) {
      if (this.#shape.push(row.length) > MAX_DIMENSIONS) {
        throw this.#error("tensor.depth", `is nested more than ${MAX_DIMENSIONS} deep`);
      }
    }
    this.#visitRow(this.#rows, 0);
    if (this.#ragged !== undefined) {
      throw this.#ragged;
    }
    return { data: this.#data, shape: this.#shape };
  }

  #visitRow(row: ArrayLike<unknown>, depth: number): void {
    this.#checkRow(row, depth);
    for (let index = 0; index < row.length; index++) {
      this.#path[depth] = index;
      const value = row[index];
      if (isRow(value)) {
        this.#visitRow(value, depth + 1);
      } else {
        this.#visitNumber(value, depth + 1);
      }
    }
    this.#path.length = depth;
  }

  #checkRow(row: ArrayLike<unknown>, depth: number): void {
    const expected = this.#shape[depth];
    if (expected === undefined) {
      this.#ragged ??= this.#error("tensor.depth", "is an array where other rows have a number");
      if (depth > MAX_DIMENSIONS) {
        throw this.#ragged;
      }
    } else if (row.length !== expected) {
      const what = `has ${row.length} values where the rows before it have ${expected}; all rows must be equally long`;
      this.#ragged ??= this.#error("tensor.ragged", what, { got: row.length, expected });
    }
  }

  #visitNumber(value: unknown, depth: number): void {
    if (typeof value !== "number") {
      throwNotNumber(value, this.#name(), this.#source);
    }
    if (depth < this.#shape.length) {
      this.#ragged ??= this.#error("tensor.depth", "is a number where other rows have an array");
    }
    this.#data.push(value);
  }

  #error(key: string, what: string, values: Record<string, number> = {}): AttentionError {
    const { operation, argument } = this.#source;
    const name = this.#name();
    return new AttentionError("SHAPE", {
      argument,
      key,
      message: `${operation}: ${name} ${what}`,
      values: { path: name, ...values },
    });
  }

  #name(): string {
    return this.#source.argument + this.#path.map((index) => `[${index}]`).join("");
  }
}
