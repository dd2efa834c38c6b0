// What every reader gives and every writer takes: row-major values and their shape.

export interface FormatTensor {
  /** Rounded once to float32. */
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

/** A tensor whose rows may have names: the words of the tokens. */
export interface NamedTensor extends FormatTensor {
  readonly tokens?: readonly string[];
}

/** How many values a tensor of that shape has. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** A shape as PyTorch writes it: `(2, 6, 3)`, `(3,)`. */
export function showShape(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

/** PyTorch's own limit. */
export const MAX_RANK = 64;

export function isShape(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_RANK &&
    value.every((size) => typeof size === "number" && Number.isSafeInteger(size) && size >= 0)
  );
}
