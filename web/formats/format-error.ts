// The one error of the readers: a stable key and the numbers of its sentence, so that a page can say it in its language.

/** Every fault that a reader here finds, by format. */
export type FormatKey =
  | "text.encoding"
  | "csv.empty"
  | "csv.ragged"
  | "csv.number"
  | "csv.missing"
  | "csv.decimal-comma"
  | "csv.quote"
  | "json.empty"
  | "json.syntax"
  | "json.cut"
  | "json.kind"
  | "json.number"
  | "json.ragged"
  | "json.depth"
  | "json.deep"
  | "json.shape"
  | "json.size"
  | "json.tokens"
  | "json.token-count"
  | "npy.magic"
  | "npy.npz"
  | "npy.version"
  | "npy.header"
  | "npy.dtype"
  | "npy.truncated"
  | "npy.size"
  | "safetensors.pickle"
  | "safetensors.truncated"
  | "safetensors.header-size"
  | "safetensors.header"
  | "safetensors.empty"
  | "safetensors.entry"
  | "safetensors.dtype"
  | "safetensors.range"
  | "safetensors.size"
  | "safetensors.overlap"
  | "safetensors.gap";

export type FormatValues = Readonly<Record<string, string | number>>;

/** What is wrong with a file. Nothing of the file has been used when it is thrown. */
export class FormatError extends Error {
  override readonly name = "FormatError";
  readonly key: FormatKey;
  readonly values: FormatValues;

  constructor(key: FormatKey, message: string, values: FormatValues = {}, options?: ErrorOptions) {
    super(message, options);
    this.key = key;
    this.values = values;
  }
}

const LONGEST_EXCERPT = 40;

/** A piece of someone's file, short enough for a sentence. */
export function excerpt(text: string): string {
  const characters = Array.from(text.slice(0, 2 * LONGEST_EXCERPT));
  const isWhole = characters.length <= LONGEST_EXCERPT && text.length <= 2 * LONGEST_EXCERPT;
  return isWhole ? characters.join("") : `${characters.slice(0, LONGEST_EXCERPT).join("")}…`;
}
