// Reads and writes JSON: nested arrays, or { data, shape }, with the tokens' words beside them.
import { excerpt, FormatError } from "./format-error.js";
import { brokenAt } from "./json-syntax.js";
import { readNumber, writeNumber } from "./number.js";
import { fromPython } from "./python.js";
import { type FormatTensor, isShape, type NamedTensor, showShape, sizeOf } from "./tensor.js";

// Deeper than any tensor here; deep enough for the page to name the rank that it cannot use.
const MAX_DEPTH = 8;

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Only what the text itself says: never what an object inherits. */
const field = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

/** A value in a sentence; never all of it, for it may be huge or nested without end. */
function show(value: unknown): string {
  if (Array.isArray(value)) return "[…]";
  if (isRecord(value)) return excerpt(`{ ${Object.keys(value).slice(0, 4).join(", ")} }`);
  return excerpt(JSON.stringify(value));
}

function parse(text: string): unknown {
  if (text.trim() === "") throw new FormatError("json.empty", "there is nothing in it");
  try {
    return JSON.parse(text);
  } catch (cause) {
    return parsePython(text, { cause });
  }
}

function parsePython(text: string, options: ErrorOptions): unknown {
  const list = fromPython(text);
  try {
    if (list !== undefined) return JSON.parse(list);
  } catch {
    // What is said is where the text as it was given breaks.
  }
  throw syntaxError(text, options);
}

function syntaxError(text: string, options: ErrorOptions): FormatError {
  const offset = brokenAt(text);
  const before = text.slice(0, offset).split("\n");
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  if (offset >= text.trimEnd().length) {
    return new FormatError("json.cut", `the JSON breaks off in line ${line}`, { line }, options);
  }
  const found = excerpt(text.slice(offset, offset + 20).split("\n")[0] ?? "");
  const message = `this is no JSON: line ${line}, column ${column}, at ${found}`;
  return new FormatError("json.syntax", message, { line, column, text: found }, options);
}

/** A JSON value as a number; `"nan"`, `"inf"` and `"-inf"` are what JSON has no numbers for. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  const number = typeof value === "string" ? readNumber(value) : undefined;
  return number === undefined || Number.isFinite(number) ? undefined : number;
}

function notNumber(path: string, value: unknown): FormatError {
  const text = show(value);
  return new FormatError("json.number", `${path} is no number: ${text}`, { path, text });
}

/** Flattens nested arrays; the first row of each depth says how long the others have to be. */
class Flattener {
  readonly #shape: number[] = [];
  // Grows with what is there: sizes multiplied are only a claim until every row has been seen.
  readonly #values: number[] = [];
  readonly #path: number[] = [];

  flatten(rows: readonly unknown[]): FormatTensor {
    for (let row: unknown = rows; Array.isArray(row); row = row[0]) {
      if (this.#shape.push(row.length) > MAX_DEPTH) {
        throw new FormatError("json.deep", `lists are nested more than ${MAX_DEPTH} deep`, { limit: MAX_DEPTH });
      }
    }
    this.#visit(rows);
    return { data: Float32Array.from(this.#values), shape: this.#shape };
  }

  #visit(row: readonly unknown[]): void {
    const depth = this.#path.length;
    const expected = this.#shape[depth];
    if (row.length !== expected) throw this.#ragged(row.length, expected);
    for (let index = 0; index < row.length; index++) {
      this.#path.push(index);
      const value = row[index];
      if (Array.isArray(value) && depth + 1 < this.#shape.length) this.#visit(value);
      else this.#values.push(this.#number(value));
      this.#path.pop();
    }
  }

  #number(value: unknown): number {
    const number = numberOf(value);
    if (number !== undefined && this.#path.length === this.#shape.length) return number;
    const path = this.#name();
    if (number === undefined && !Array.isArray(value)) throw notNumber(path, value);
    throw new FormatError("json.depth", `${path} is nested less or more deeply than the values before it`, { path });
  }

  #ragged(got: number, expected = 0): FormatError {
    const path = this.#name();
    const values = { path, got, expected };
    return new FormatError("json.ragged", `${path} has ${got} values, those before it ${expected}`, values);
  }

  #name(): string {
    return this.#path.map((index) => `[${index}]`).join("");
  }
}

function readShaped(data: readonly unknown[], shape: unknown): FormatTensor {
  if (!isShape(shape))
    throw new FormatError("json.shape", `shape is no list of sizes: ${show(shape)}`, { text: show(shape) });
  const [expected, got] = [sizeOf(shape), data.length];
  if (expected !== got) {
    const values = { shape: showShape(shape), expected, got };
    throw new FormatError(
      "json.size",
      `data has ${got} values; shape ${values.shape} has room for ${expected}`,
      values,
    );
  }
  const values = data.map((value, index) => {
    const number = numberOf(value);
    if (number === undefined) throw notNumber(`data[${index}]`, value);
    return number;
  });
  return { data: Float32Array.from(values), shape };
}

function readTensor(value: unknown): FormatTensor {
  if (Array.isArray(value)) return new Flattener().flatten(value);
  const fields = isRecord(value) ? value : {};
  const data = field(fields, "data");
  if (!Array.isArray(data)) throw badKind(value);
  const shape = field(fields, "shape");
  return shape === undefined ? new Flattener().flatten(data) : readShaped(data, shape);
}

function badKind(value: unknown): FormatError {
  const text = show(value);
  return new FormatError("json.kind", `neither nested arrays nor { data, shape }: ${text}`, { text });
}

function readTokens(value: unknown, { shape }: FormatTensor): readonly string[] {
  if (!Array.isArray(value) || !value.every((token): token is string => typeof token === "string")) {
    throw new FormatError("json.tokens", `tokens is no list of words: ${show(value)}`, { text: show(value) });
  }
  const expected = shape.at(-2) ?? 1;
  if (value.length === expected) return value;
  const values = { got: value.length, expected };
  throw new FormatError("json.token-count", `${value.length} words for ${expected} tokens`, values);
}

/**
 * Reads `[[…], …]`, `{ data, shape }` or `{ x, tokens }`, and what Python writes: `torch.tensor([[…], …])`.
 *
 * @throws FormatError naming where the text goes wrong
 */
export function readJson(text: string): NamedTensor {
  const value = parse(text);
  const fields = isRecord(value) ? value : {};
  const tensor = readTensor(field(fields, "x") ?? value);
  const tokens = field(fields, "tokens");
  return tokens === undefined ? tensor : { ...tensor, tokens: readTokens(tokens, tensor) };
}

/** A number that reads back to the same float32; what JSON cannot say is `"nan"`, `"inf"`, `"-inf"`. */
export function writeJsonNumber(value: number): string {
  const text = writeNumber(value);
  return Number.isFinite(value) ? text : `"${text}"`;
}

/** `{ "tokens": […], "shape": […], "data": […] }`, every value with the fewest digits that read back to it. */
export function writeJson({ data, shape, tokens }: NamedTensor): string {
  const numbers = Array.from(data, writeJsonNumber).join(",");
  const names = tokens ? `"tokens":${JSON.stringify(tokens)},` : "";
  return `{${names}"shape":${JSON.stringify(shape)},"data":[${numbers}]}`;
}
