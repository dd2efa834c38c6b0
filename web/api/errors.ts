// The one error type, and how values and shapes are written in its messages.

/** What kind of fault it was. Faults are looked for in this order. */
export type ErrorCode = "DISPOSED" | "NOT_INITIALIZED" | "VALUE" | "SHAPE" | "OUT_OF_MEMORY" | "UNSUPPORTED";

/** The numbers and names in a message, by name. */
export type ErrorValues = Readonly<Record<string, number | string | readonly number[] | readonly string[]>>;

/** What an {@link AttentionError} says besides its code. */
export interface ErrorDetails {
  /** The parameter at fault; empty where none is. */
  readonly argument: string;
  /** A stable id of the message, such as `heads.not-divisible`. */
  readonly key: string;
  readonly message: string;
  readonly values: ErrorValues;
}

/**
 * Every fault in what was passed, and every limit of the machine. Nothing has changed when it is thrown: no number is
 * drawn, no layer altered, and the next call works.
 */
export class AttentionError extends Error {
  /** Always `"AttentionError"`, also where two copies of the package meet and `instanceof` fails. */
  override readonly name = "AttentionError";
  /** What kind of fault it was. */
  readonly code: ErrorCode;
  /** The parameter at fault; empty where none is. */
  readonly argument: string;
  /** A stable id of the message, so that it can be said in another language with {@link values}. */
  readonly key: string;
  /** The numbers and names in the message. */
  readonly values: ErrorValues;

  /** @hidden */
  constructor(code: ErrorCode, details: ErrorDetails, options?: ErrorOptions) {
    super(details.message, options);
    this.code = code;
    this.argument = details.argument;
    this.key = details.key;
    this.values = details.values;
  }
}

/** A fault as the C++ side throws it: a plain object. */
interface NativeError extends ErrorDetails {
  readonly code: ErrorCode;
}

const isNativeError = (thrown: unknown): thrown is NativeError =>
  typeof thrown === "object" && thrown !== null && !(thrown instanceof Error) && "code" in thrown && "key" in thrown;

/** What of the module a fault concerns. */
interface Unwindable {
  /** Gives back what a call that threw has left on the module's stack. */
  unwind(): void;
}

/** What to throw in place of something that a call into C++ has thrown. */
export function translateError(module: Unwindable, thrown: unknown): unknown {
  module.unwind();
  if (isNativeError(thrown)) {
    return new AttentionError(thrown.code, thrown);
  }
  if (thrown instanceof RangeError) {
    // The engine has no room for the copy that is handed out.
    const message = `JavaScript's memory is exhausted: ${thrown.message}`;
    const details = { argument: "", key: "memory.exhausted", message, values: {} };
    return new AttentionError("OUT_OF_MEMORY", details, { cause: thrown });
  }
  return thrown;
}

/** Runs a call into C++, whose faults become {@link AttentionError}s. */
export function attempt<Result>(module: Unwindable, call: () => Result): Result {
  try {
    return call();
  } catch (thrown) {
    throw translateError(module, thrown);
  }
}

/** A shape as PyTorch writes it: `(2, 6, 3)`, `(3,)`. */
export const showShape = (shape: readonly number[]): string =>
  shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;

/** What was passed, short enough for a message. */
export function describe(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  }
  if (typeof value === "bigint") {
    return `${value}n`;
  }
  if (typeof value === "function") {
    return "a function";
  }
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? "an array" : `an object (${Object.prototype.toString.call(value).slice(8, -1)})`;
  }
  return String(value);
}

/** The same for {@link AttentionError.values}: numbers stay numbers. */
export const describeValue = (value: unknown): number | string => (typeof value === "number" ? value : describe(value));
