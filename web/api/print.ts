// Writes a tensor as PyTorch's default print does, to the letter. Source: torch/_tensor_str.py.
import { showShape } from "./errors.js";

// torch.set_printoptions' defaults.
const PRECISION = 4;
const THRESHOLD = 1000;
const EDGE_ITEMS = 3;
const LINE_WIDTH = 80;

const PREFIX = "tensor(";
const GAP = -1;

/** How every value of one tensor is written. */
interface Format {
  /** Characters per value, padded on the left. */
  readonly width: number;
  write(value: number): string;
}

/**
 * @param data row-major values of `shape`
 * @returns e.g. `tensor([0.4300, 0.1500, 0.8900])`
 */
export function printTensor(data: Float32Array, shape: readonly number[]): string {
  if (data.length === 0) {
    return `${PREFIX}[]${shape.length === 1 ? "" : sizeSuffix(shape)})`;
  }
  const printer = new Printer(data, shape);
  return `${PREFIX}${printer.print()})`;
}

/** An empty tensor shows no values, so it shows its size. */
function sizeSuffix(shape: readonly number[]): string {
  const suffix = `size=${showShape(shape)}`;
  // PyTorch counts the line as two characters longer than it is.
  const lineLength = PREFIX.length + "[]".length + 2;
  const separator = lineLength + suffix.length + 2 > LINE_WIDTH ? `,\n${" ".repeat(PREFIX.length)}` : ", ";
  return separator + suffix;
}

class Printer {
  readonly #data: Float32Array;
  readonly #shape: readonly number[];
  readonly #summarize: boolean;
  readonly #format: Format;

  constructor(data: Float32Array, shape: readonly number[]) {
    this.#data = data;
    this.#shape = shape;
    this.#summarize = data.length > THRESHOLD;
    this.#format = chooseFormat([...this.#shown(0, 0, data.length)]);
  }

  print(): string {
    return this.#print(0, 0, this.#data.length, PREFIX.length);
  }

  /** The indices shown along one axis; GAP stands for those left out. */
  #indices(size: number): number[] {
    if (this.#summarize && size > 2 * EDGE_ITEMS) {
      return [...range(0, EDGE_ITEMS), GAP, ...range(size - EDGE_ITEMS, size)];
    }
    return range(0, size);
  }

  /** The values shown of the `count` from `start` on, which are the axes from `axis` on. */
  *#shown(axis: number, start: number, count: number): Generator<number> {
    const size = this.#shape[axis];
    if (size === undefined) {
      yield* this.#data.subarray(start, start + 1);
      return;
    }
    const step = count / size;
    for (const index of this.#indices(size)) {
      if (index !== GAP) {
        yield* this.#shown(axis + 1, start + index * step, step);
      }
    }
  }

  #print(axis: number, start: number, count: number, indent: number): string {
    const size = this.#shape[axis];
    if (size === undefined) {
      return Array.from(this.#data.subarray(start, start + 1), (value) => this.#format.write(value)).join("");
    }
    const dimensions = this.#shape.length - axis;
    const step = count / size;
    const gap = dimensions === 1 ? " ..." : "...";
    const items = this.#indices(size).map((index) =>
      index === GAP ? gap : this.#print(axis + 1, start + index * step, step, indent + 1),
    );
    const margin = " ".repeat(indent + 1);
    return dimensions === 1
      ? `[${this.#wrap(items, indent).join(`,\n${margin}`)}]`
      : `[${items.join(`,${"\n".repeat(dimensions - 1)}${margin}`)}]`;
  }

  #wrap(items: readonly string[], indent: number): string[] {
    const separator = ", ";
    const perLine = Math.max(1, Math.floor((LINE_WIDTH - indent) / (this.#format.width + separator.length)));
    const lines: string[] = [];
    for (let from = 0; from < items.length; from += perLine) {
      lines.push(items.slice(from, from + perLine).join(separator));
    }
    return lines;
  }
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

const largestOf = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

/** @param shown the values that will be written; the largest and smallest of them decide the notation */
function chooseFormat(shown: readonly number[]): Format {
  const counted = shown.filter((value) => Number.isFinite(value) && value !== 0);
  const magnitudes = counted.map(Math.abs);
  const largest = largestOf(magnitudes);
  const smallest = magnitudes.reduce((a, b) => Math.min(a, b), Infinity);
  const isInteger = counted.every(Number.isInteger);
  const isScientific = counted.length > 0 && (largest / smallest > 1000 || largest > 1e8 || smallest < 1e-4);
  const writeFinite = isScientific ? writeScientific : isInteger ? writeInteger : writeFixed;
  // Zeros and what is not finite are not measured: a tensor of nothing else has width 1.
  const width = Math.max(1, largestOf(counted.map((value) => writeFinite(value).length)));
  return {
    width,
    write: (value) => (Number.isFinite(value) ? writeFinite(value) : writeNonFinite(value)).padStart(width),
  };
}

const signOf = (value: number): string => (value < 0 || Object.is(value, -0) ? "-" : "");

const writeNonFinite = (value: number): string => (Number.isNaN(value) ? "nan" : `${signOf(value)}inf`);

const writeInteger = (value: number): string => `${signOf(value)}${Math.abs(value)}.`;

/** Python rounds a tie to the even digit, `toFixed` away from zero. A float32 times 10^4 is exact in double. */
function writeFixed(value: number): string {
  const digits = String(roundHalfEven(Math.abs(value) * 10 ** PRECISION)).padStart(PRECISION + 1, "0");
  return `${signOf(value)}${digits.slice(0, -PRECISION)}.${digits.slice(-PRECISION)}`;
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const isUp = value - floor > 0.5 || (value - floor === 0.5 && floor % 2 === 1);
  return isUp ? floor + 1 : floor;
}

/** Ties as above. No float32 differs from a tie first in its hundredth digit, so these digits tell. */
function writeScientific(value: number): string {
  const magnitude = Math.abs(value);
  const [digits = "", exponent = ""] = magnitude.toExponential(100).split("e");
  const isEvenTie = /^\d\.\d{3}[02468]50*$/.test(digits);
  const mantissa = isEvenTie ? `${digits.slice(0, PRECISION + 2)}e${exponent}` : magnitude.toExponential(PRECISION);
  // Python writes two digits of exponent at least.
  return signOf(value) + mantissa.replace(/e([+-])(\d)$/, "e$10$2");
}
