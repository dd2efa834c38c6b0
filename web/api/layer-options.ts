// Reads the options of the layers, which share their names, and shows them as read-only properties.
import { AttentionError, describe, describeValue } from "./errors.js";
import { Generator } from "./generator.js";
import { type OptionReader, readChoice, readFlag, readOptions, readProbability, readSize } from "./options.js";
import type { DropoutMethod } from "./types.js";

/** Every option that some layer has, as it is once read. */
export interface LayerOptions {
  readonly dIn: number;
  readonly dOut: number;
  readonly contextLength: number;
  readonly numHeads: number;
  readonly dropout: number;
  readonly dropoutMethod: DropoutMethod;
  readonly qkvBias: boolean;
  readonly generator: Generator | undefined;
}

const readGenerator: OptionReader<Generator | undefined> = (operation, name, value) => {
  if (value === undefined || value instanceof Generator) {
    return value;
  }
  throw new AttentionError("VALUE", {
    argument: name,
    key: "option.generator",
    message: `${operation}: ${name} must be a Generator, got ${describe(value)}`,
    values: { value: describeValue(value) },
  });
};

const READERS: { readonly [Name in keyof LayerOptions]: OptionReader<LayerOptions[Name]> } = {
  dIn: readSize,
  dOut: readSize,
  contextLength: readSize,
  numHeads: readSize,
  dropout: readProbability,
  dropoutMethod: readChoice<DropoutMethod>("default", "mkl"),
  qkvBias: readFlag,
  generator: readGenerator,
};

/**
 * @param operation who asks, for messages: `new MultiHeadAttention`
 * @param names the options that the layer has
 * @throws AttentionError DISPOSED for a generator that has been, VALUE for the rest
 */
export function readLayerOptions(
  operation: string,
  options: unknown,
  names: readonly (keyof LayerOptions)[],
): Partial<LayerOptions> {
  if (typeof options === "object" && options !== null && "generator" in options) {
    const { generator } = options;
    // What has been disposed is reported before any wrong value.
    if (generator instanceof Generator) generator.native("draw");
  }
  const given = readOptions(operation, options, names);
  const read = names.map((name) => [name, READERS[name](operation, name, given[name])]);
  return Object.fromEntries(read);
}

/** Properties that nobody can assign. */
export function defineReadOnly(target: object, properties: object): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(target, name, { value, enumerable: true });
  }
}
