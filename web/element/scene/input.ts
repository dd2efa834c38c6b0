// The batch that goes in, (batch, tokens, d_in), and the words its tokens are called by.

import { Generator, Tensor } from "../../api/index.js";
import type { TensorLike } from "../matrix.js";
import { BATCH, BATCH_SHAPE, TOKENS } from "./presets.js";
import type { State } from "./state.js";
import { embeddingsOf, samplesOf } from "./words.js";

export interface Input {
  /** (batch, tokens, d_in), the reader's edits in it. */
  readonly x: Tensor;
  /** Per sample, the word of each token. */
  readonly words: readonly (readonly string[])[];
}

// Past this, a picture of weights is wider than any screen.
export const LONGEST_TEXT = 512;
export const MOST = { batch: 16, dIn: 64 };
// Several times what any 512 words have; more would only keep the segmenter busy.
export const LONGEST_CHARACTERS = 20_000;

/** A source that makes no batch; `key` names the sentence. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly key:
    | "problem.choice"
    | "problem.limit"
    | "problem.number"
    | "problem.size.integer"
    | "data.lines"
    | "data.longText"
    | "data.nothing"
    | "data.tooLong"
    | "data.tooMany";
  readonly values: Readonly<Record<string, string | number>>;

  constructor(key: InputError["key"], values: InputError["values"]) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

function checkSize(value: number, limit: number): void {
  if (!Number.isInteger(value) || value < 1) throw new InputError("problem.size.integer", { value });
  if (value > limit) throw new InputError("problem.limit", { limit });
}

function numbered(batch: number, tokens: number): string[][] {
  return Array.from({ length: batch }, () => Array.from({ length: tokens }, (_, token) => String(token + 1)));
}

function textInput(text: string, seed: string, dIn: number) {
  checkSize(dIn, MOST.dIn);
  if (text.length > LONGEST_CHARACTERS) {
    throw new InputError("data.longText", { characters: text.length, limit: LONGEST_CHARACTERS });
  }
  const words = samplesOf(text);
  const tokens = words[0]?.length ?? 0;
  if (tokens === 0) throw new InputError("data.nothing", {});
  const odd = words.findIndex((line) => line.length !== tokens);
  if (odd !== -1) {
    throw new InputError("data.lines", { first: tokens, line: odd + 1, other: words[odd]?.length ?? 0 });
  }
  if (tokens > LONGEST_TEXT) throw new InputError("data.tooLong", { tokens, limit: LONGEST_TEXT });
  if (words.length > MOST.batch) throw new InputError("data.tooMany", { batch: words.length, limit: MOST.batch });
  return { data: embeddingsOf(words.flat(), seed, dIn), shape: [words.length, tokens, dIn], words };
}

function randomInput(batch: number, tokens: number, seed: string, dIn: number) {
  checkSize(batch, MOST.batch);
  checkSize(tokens, LONGEST_TEXT);
  checkSize(dIn, MOST.dIn);
  const generator = new Generator(BigInt(seed));
  try {
    const { data } = generator.rand(batch, tokens, dIn);
    return { data, shape: [batch, tokens, dIn], words: numbered(batch, tokens) };
  } finally {
    generator.dispose();
  }
}

function ownInput({ data, shape }: TensorLike, words: readonly string[] | undefined) {
  const [dIn = 1, tokens = 1, batch = 1] = [...shape].reverse();
  const names = words ? Array.from({ length: batch }, () => [...words]) : numbered(batch, tokens);
  return { data: Float32Array.from(data), shape: [batch, tokens, dIn], words: names };
}

function sourceInput({ source, seed, dIn }: State) {
  switch (source.kind) {
    case "text":
      return textInput(source.text, seed, dIn);
    case "random":
      return randomInput(source.batch, source.tokens, seed, dIn);
    case "own":
      return ownInput(source.x, source.words);
    default: {
      const words = Array.from({ length: BATCH_SHAPE[0] }, () => [...TOKENS]);
      return { data: Float32Array.from(BATCH), shape: [...BATCH_SHAPE], words };
    }
  }
}

/**
 * @throws InputError for a source that makes no batch
 * @throws AttentionError where the generator is not ready or refuses the seed
 */
export function inputOf(state: State): Input {
  const { data, shape, words } = sourceInput(state);
  for (const [index, value] of state.inputs) if (index < data.length) data[index] = value;
  return { x: new Tensor(data, shape), words };
}

/** The value a cell has before the reader's edit of it. */
export function uneditedValue(state: State, index: number): number {
  return inputOf({ ...state, inputs: new Map() }).x.data[index] ?? Number.NaN;
}
