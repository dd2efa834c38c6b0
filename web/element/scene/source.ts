// What goes into the layer: where the embeddings come from, and their spelling in the URL hash.

import type { TensorLike } from "../matrix.js";
import { parseNumber } from "../numbers.js";

export type Source =
  /** The article's batch: the same six tokens twice. */
  | { readonly kind: "article" }
  /** A line a sample; each word has a vector of its own. */
  | { readonly kind: "text"; readonly text: string }
  /** Drawn from the seed. */
  | { readonly kind: "random"; readonly batch: number; readonly tokens: number }
  /** The reader's own embeddings, (tokens, d_in) or (batch, tokens, d_in). */
  | { readonly kind: "own"; readonly x: TensorLike; readonly words?: readonly string[] }
  /** A link to embeddings that were too large to travel in it. */
  | { readonly kind: "missing" };

/** State entries of the reader's own, by PyTorch's names. */
export type OwnWeights = ReadonlyMap<string, TensorLike>;

// Browsers and chat programs cut longer links; 6,000 numbers are far more than a picture shows.
const LONGEST = 32_000;

const TOO_LARGE = "-";

/** Little-endian float32 as base64url, the form that needs no escapes in a hash. */
function writeNumbers(data: ArrayLike<number>): string {
  const bytes = new Uint8Array(Float32Array.from(data).buffer);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function readNumbers(text: string, count: number): Float32Array | undefined {
  if (!/^[\w-]*$/.test(text) || Math.ceil((count * 4 * 4) / 3) !== text.length) return undefined;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new Float32Array(Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer);
}

function writeTensor({ data, shape }: TensorLike): string {
  return `${shape.join("x")}.${writeNumbers(data)}`;
}

function readTensor(text: string): TensorLike | undefined {
  const match = /^(\d{1,6}(?:x\d{1,6}){0,2})\.([\w-]*)$/.exec(text);
  if (!match) return undefined;
  const shape = (match[1] ?? "").split("x").map(Number);
  const count = shape.reduce((product, size) => product * size, 1);
  const data = readNumbers(match[2] ?? "", count);
  return data && count > 0 ? { data, shape } : undefined;
}

export function writeSource(source: Source, params: URLSearchParams): void {
  if (source.kind === "article") return;
  params.set("from", source.kind);
  if (source.kind === "text") params.set("words", source.text);
  if (source.kind === "random") {
    params.set("batch", String(source.batch));
    params.set("tokens", String(source.tokens));
  }
  if (source.kind === "own") {
    const text = writeTensor(source.x);
    params.set("own", text.length > LONGEST ? TOO_LARGE : text);
    if (source.words && text.length <= LONGEST) params.set("words", JSON.stringify(source.words));
  }
}

function readWords(text: string | null): readonly string[] | undefined {
  try {
    const words: unknown = JSON.parse(text ?? "");
    return Array.isArray(words) && words.every((word) => typeof word === "string") ? words : undefined;
  } catch {
    return undefined;
  }
}

function readOwn(params: URLSearchParams): Source {
  const text = params.get("own") ?? "";
  if (text === TOO_LARGE) return { kind: "missing" };
  const x = readTensor(text);
  if (!x || x.shape.length < 2) return { kind: "article" };
  const words = readWords(params.get("words"));
  return words?.length === x.shape.at(-2) && words ? { kind: "own", x, words } : { kind: "own", x };
}

function size(text: string | null, otherwise: number): number {
  const value = parseNumber(text ?? "");
  return value !== undefined && Number.isFinite(value) ? value : otherwise;
}

export function readSource(params: URLSearchParams): Source {
  switch (params.get("from")) {
    case "text": {
      const text = params.get("words") ?? "";
      return text.trim() === "" ? { kind: "article" } : { kind: "text", text };
    }
    case "random":
      return { kind: "random", batch: size(params.get("batch"), 2), tokens: size(params.get("tokens"), 6) };
    case "own":
      return readOwn(params);
    case "missing":
      return { kind: "missing" };
    default:
      return { kind: "article" };
  }
}

/** Own weights as `key.shape.numbers` words; those of a layer too large for a link stay behind. */
export function writeOwnWeights(weights: OwnWeights): string {
  const text = [...weights].map(([key, tensor]) => `${key}~${writeTensor(tensor)}`).join(" ");
  return text.length > LONGEST ? TOO_LARGE : text;
}

/** Undefined where there are none; an empty map where they were too large for the link. */
export function readOwnWeights(text: string | null): OwnWeights | undefined {
  if (text === null) return undefined;
  const entries = text.split(" ").flatMap((word): [string, TensorLike][] => {
    const [key = "", numbers = ""] = word.split("~");
    const tensor = /^[A-Za-z][\w.]*$/.test(key) ? readTensor(numbers) : undefined;
    return tensor ? [[key, tensor]] : [];
  });
  return entries.length > 0 || text === TOO_LARGE ? new Map(entries) : undefined;
}
