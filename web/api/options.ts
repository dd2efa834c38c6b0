// Reads objects of options: every key known, every value of its kind.
import leven from "leven";
import { AttentionError, describe, describeValue } from "./errors.js";

/** An options object whose keys are known but whose values are not. */
export type Options = Readonly<Record<string, unknown>>;

const simplify = (name: string): string => name.toLowerCase().replaceAll("_", "");

/** The name most like `name`, so that `num_heads` and `heads` find `numHeads`. */
export function nearestName(name: string, names: readonly string[]): string {
  const wanted = simplify(name);
  const longer = names.filter((candidate) => simplify(candidate).includes(wanted));
  const [nearest = ""] = (longer.length > 0 ? longer : [...names]).sort(
    (one, other) => leven(simplify(one), wanted) - leven(simplify(other), wanted),
  );
  return nearest;
}

/**
 * @param operation who asks, for messages: `new MultiHeadAttention`
 * @throws AttentionError VALUE for what is no object, or has a key that is not in `names`
 */
export function readOptions(operation: string, options: unknown, names: readonly string[]): Options {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new AttentionError("VALUE", {
      argument: "options",
      key: "option.object",
      message: `${operation}: takes one object of options, { ${names.join(", ")} }, got ${describe(options)}`,
      values: { value: describeValue(options), names },
    });
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, names);
    const hint = names.length === 0 ? "it takes no options" : `did you mean ${nearest}?`;
    throw new AttentionError("VALUE", {
      argument: unknown,
      key: "option.unknown",
      message: `${operation}: there is no option ${describe(unknown)}; ${hint}`,
      values: { name: unknown, nearest },
    });
  }
  return { ...options };
}

/** Reads one option; each names itself in the VALUE error that it throws. */
export type OptionReader<Value> = (operation: string, name: string, value: unknown) => Value;

function wrong(operation: string, name: string, value: unknown, key: string, what: string): AttentionError {
  return new AttentionError("VALUE", {
    argument: name,
    key,
    message: `${operation}: ${name} must be ${what}, got ${describe(value)}`,
    values: { name, value: describeValue(value) },
  });
}

// What a size can be in wasm memory, which has 32-bit addresses.
const MAX_SIZE = 2 ** 32 - 1;

/** An integer of at least 1. */
export const readSize: OptionReader<number> = (operation, name, value) => {
  if (value === undefined) {
    throw new AttentionError("VALUE", {
      argument: name,
      key: "option.missing",
      message: `${operation}: ${name} is missing; it has no default`,
      values: { name },
    });
  }
  if (typeof value !== "number" || !Number.isSafeInteger(value)) {
    throw wrong(operation, name, value, "size.integer", "an integer of at least 1");
  }
  if (value < 1) {
    throw wrong(operation, name, value, "size.positive", "at least 1");
  }
  if (value > MAX_SIZE) {
    throw wrong(operation, name, value, "size.limit", `at most ${MAX_SIZE}`);
  }
  return value;
};

/** True or false; false by default. */
export const readFlag: OptionReader<boolean> = (operation, name, value = false) => {
  if (typeof value !== "boolean") {
    throw wrong(operation, name, value, "option.boolean", "true or false");
  }
  return value;
};

/** A number from 0 to 1; 0 by default. */
export const readProbability: OptionReader<number> = (operation, name, value = 0) => {
  if (typeof value !== "number" || !(value >= 0 && value <= 1)) {
    throw wrong(operation, name, value, "dropout.range", "a number from 0 to 1");
  }
  return value;
};

/** One of `choices`; the first by default. */
export const readChoice =
  <Choice extends string>(...choices: readonly [Choice, ...Choice[]]): OptionReader<Choice> =>
  (operation, name, value = choices[0]) => {
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) {
      throw wrong(operation, name, value, "option.choice", `one of ${choices.map((c) => `"${c}"`).join(", ")}`);
    }
    return choice;
  };
