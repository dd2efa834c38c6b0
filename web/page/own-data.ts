// The reader's own data: what a file or a pasted text holds, and whether the page can draw it.

import { LONGEST_TEXT, MOST } from "../element/scene/input.js";
import type { OwnWeights, Source } from "../element/scene/source.js";
import { readCsv } from "../formats/csv.js";
import { FormatError } from "../formats/format-error.js";
import { readJson } from "../formats/json.js";
import { readNpy } from "../formats/npy.js";
import { readSafetensors } from "../formats/safetensors.js";
import { type NamedTensor, showShape } from "../formats/tensor.js";
import { readText } from "../formats/text.js";
import type { StringKey, Values } from "./i18n.js";

/** Larger files hold more than any picture here shows. */
export const MOST_BYTES = 8 * 2 ** 20;
/** A text field with more in it answers too slowly to be used. */
export const MOST_PASTED = 1_000_000;

/** What cannot be used, as a sentence of ours; nothing has changed. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly key: StringKey;
  readonly values: Values;

  constructor(key: StringKey, values: Values = {}, options?: ErrorOptions) {
    super(key, options);
    this.key = key;
    this.values = values;
  }
}

export type OwnSource = Extract<Source, { kind: "own" }>;

export type OwnData =
  | { readonly kind: "embeddings"; readonly source: OwnSource }
  | { readonly kind: "weights"; readonly weights: OwnWeights };

/** A reader's error as a sentence of ours; anything unforeseen is thrown on. */
export function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof FormatError) return new Refused(`data.problem.${error.key}`, error.values, { cause: error });
  throw error;
}

/** @throws Refused for shapes that are no batch of embeddings, or larger than the page draws */
function toSource({ data, shape, tokens: words }: NamedTensor): OwnSource {
  const shown = showShape(shape);
  if (shape.length !== 2 && shape.length !== 3) throw new Refused("data.rank", { shape: shown });
  const [dIn = 0, tokens = 0, batch = 1] = [...shape].reverse();
  if (data.length === 0) throw new Refused("data.noValues", { shape: shown });
  if (tokens > LONGEST_TEXT) throw new Refused("data.tooLong", { tokens, limit: LONGEST_TEXT });
  if (dIn > MOST.dIn) throw new Refused("data.tooWide", { dIn, limit: MOST.dIn, shape: shown });
  if (batch > MOST.batch) throw new Refused("data.tooMany", { batch, limit: MOST.batch });
  return { kind: "own", x: { data, shape }, ...(words ? { words } : {}) };
}

const embeddings = (tensor: NamedTensor): OwnData => ({ kind: "embeddings", source: toSource(tensor) });

// A list, an object, or a call that makes a tensor in Python; a bracket alone may be a word of a table.
const JSON_LIKE =
  /^\s*(?:\[\s*[-+[\].\d"nNiI]|\{|\w+\s*=\s*[[\w]|(?:\w+\.)?(?:tensor|array|asarray|Tensor|FloatTensor)\s*\()/;

function readPlain(text: string): NamedTensor {
  if (JSON_LIKE.test(text)) return readJson(text);
  try {
    return readCsv(text);
  } catch (error) {
    if (error instanceof FormatError && error.key === "csv.empty" && text.trim() !== "") {
      throw new Refused("data.onlyWords", {}, { cause: error });
    }
    throw error;
  }
}

/** @throws Refused */
export function readPasted(text: string): OwnData {
  if (text.length > MOST_PASTED) throw tooLongPaste(text.length);
  if (text.trim() === "") throw new Refused("data.empty");
  try {
    return embeddings(readPlain(text));
  } catch (error) {
    throw refusalOf(error);
  }
}

export function tooLongPaste(characters: number): Refused {
  return new Refused("data.tooMuchText", { characters, limit: MOST_PASTED });
}

const READERS: Readonly<Record<string, (bytes: Uint8Array) => OwnData>> = {
  json: (bytes) => embeddings(readJson(readText(bytes))),
  csv: (bytes) => embeddings(readCsv(readText(bytes))),
  tsv: (bytes) => embeddings(readCsv(readText(bytes))),
  txt: (bytes) => embeddings(readPlain(readText(bytes))),
  npy: (bytes) => embeddings(readNpy(bytes)),
  npz: (bytes) => embeddings(readNpy(bytes)),
  safetensors: (bytes) => ({ kind: "weights", weights: readSafetensors(bytes) }),
  // Not read, but the reader says what to save instead.
  pt: (bytes) => ({ kind: "weights", weights: readSafetensors(bytes) }),
  pth: (bytes) => ({ kind: "weights", weights: readSafetensors(bytes) }),
};

/** The files that the page reads, for a file dialog. */
export const ACCEPTED = ".json,.csv,.tsv,.txt,.npy,.safetensors";

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

export const holdsWeights = ({ name }: File): boolean => /^(?:safetensors|pth?)$/.test(extensionOf(name));

async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    // A folder, or a file that is gone by now.
    throw new Refused("data.unreadable", {}, { cause });
  }
}

/** @throws Refused, for files that are too large before anything of them is read */
export async function readFile(file: File): Promise<OwnData> {
  const extension = extensionOf(file.name);
  const reader = Object.hasOwn(READERS, extension) ? READERS[extension] : undefined;
  if (!reader) throw new Refused("data.otherKind");
  if (file.size > MOST_BYTES) {
    const megabytes = (file.size / 2 ** 20).toFixed(1);
    throw new Refused("data.tooBig", { megabytes, limit: MOST_BYTES / 2 ** 20 });
  }
  const bytes = await bytesOf(file);
  try {
    return reader(bytes);
  } catch (error) {
    throw refusalOf(error);
  }
}
