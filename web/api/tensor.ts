// Tensor: values and a shape in plain JavaScript, usable before init() and never disposed.
import { AttentionError, describe, describeValue, showShape } from "./errors.js";
import { checkSize, readShape, readTensor, type TensorLike } from "./input.js";
import { printTensor } from "./print.js";

/** Numbers within arrays, one depth per axis; a bare number for a tensor without axes. */
export type Nested = number | Nested[];

/**
 * Row-major float32 values of any shape. Results are copies: changing `data` changes nothing elsewhere.
 *
 * @example tensor([[1, 2], [3, 4]]).at(1, 0) // 3
 */
export class Tensor {
  /** The values, row by row; they are this tensor's own. */
  readonly data: Float32Array;
  /** The size of each axis; none for a single value. */
  readonly shape: readonly number[];

  /**
   * Takes `data` over without copying; {@link tensor} copies and converts.
   *
   * @throws AttentionError VALUE for what is no Float32Array or no shape, SHAPE unless `data` fills `shape`
   */
  constructor(data: Float32Array, shape: readonly number[]) {
    const source = { operation: "new Tensor", argument: "data" };
    if (!(data instanceof Float32Array)) {
      throw new AttentionError("VALUE", {
        argument: "data",
        key: "tensor.float32",
        message: `new Tensor: data must be a Float32Array, got ${describe(data)}; tensor() converts`,
        values: { value: describeValue(data) },
      });
    }
    this.data = data;
    this.shape = Object.freeze(readShape(shape, source));
    checkSize(data.length, this.shape, source);
  }

  /**
   * The value at one index per axis, each counted from 0.
   *
   * @throws AttentionError SHAPE for too many or too few indices, VALUE for one that is out of range
   */
  at(...indices: number[]): number {
    if (indices.length !== this.shape.length) {
      throw new AttentionError("SHAPE", {
        argument: "indices",
        key: "tensor.indices",
        message: `Tensor.at: a tensor of shape ${showShape(this.shape)} takes ${this.shape.length} indices, got ${indices.length}`,
        values: { shape: this.shape, got: indices.length, expected: this.shape.length },
      });
    }
    const offset = this.shape.reduce((start, size, axis) => start * size + readIndex(indices[axis], axis, size), 0);
    // Out of range only where the caller has transferred `data` away.
    return this.data[offset] ?? Number.NaN;
  }

  /** The values as nested arrays, e.g. `[[1, 2], [3, 4]]`. */
  toNested(): Nested {
    let level: Nested[] = Array.from(this.data);
    for (const [axis, size] of [...this.shape.entries()].reverse()) {
      const rows = this.shape.slice(0, axis).reduce((product, rowSize) => product * rowSize, 1);
      level = Array.from({ length: rows }, (_, row) => level.slice(row * size, (row + 1) * size));
    }
    return level[0] ?? Number.NaN;
  }

  /** As PyTorch prints it by default. */
  toString(): string {
    return printTensor(this.data, this.shape);
  }
}

function readIndex(index: unknown, axis: number, size: number): number {
  if (typeof index === "number" && Number.isInteger(index) && index >= 0 && index < size) {
    return index;
  }
  const range = size === 0 ? "there are none" : `they go from 0 to ${size - 1}`;
  throw new AttentionError("VALUE", {
    argument: "indices",
    key: "tensor.index",
    message: `Tensor.at: index ${describe(index)} is out of range for axis ${axis} of size ${size}; ${range}`,
    values: { index: describeValue(index), axis, size },
  });
}

/**
 * Copies values into a new tensor, rounding each once to float32.
 *
 * @param values a number, nested arrays, a typed array of numbers (not of BigInts), or another tensor
 * @param shape what shape to give them; by default the one that they have
 * @throws AttentionError VALUE for what is no number or no shape, SHAPE for ragged rows or a shape that is not filled
 *
 * @example tensor([[0.43, 0.15, 0.89], [0.55, 0.87, 0.66]])
 * @example tensor(new Float64Array(6), [2, 3])
 */
export function tensor(values: number | TensorLike, shape?: readonly number[]): Tensor {
  const source = { operation: "tensor", argument: "values" };
  const given = typeof values === "number" ? { data: [values], shape: [] } : readTensor(values, source);
  const wanted = shape === undefined ? given.shape : readShape(shape, source);
  checkSize(given.data.length, wanted, source);
  return new Tensor(Float32Array.from(given.data), wanted);
}
