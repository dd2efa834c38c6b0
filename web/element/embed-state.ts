// What elements are told by attributes and properties, as a state: the permalink first, then what is given one by one.

import { parseNumber } from "./numbers.js";
import { InputError, LONGEST_CHARACTERS, LONGEST_TEXT, MOST } from "./scene/input.js";
import type { Drafts, Field } from "./scene/problems.js";
import type { Source } from "./scene/source.js";
import { fromParams, isInteger, LAYERS, type State } from "./scene/state.js";
import { samplesOf } from "./scene/words.js";

/** What the element is told; undefined where it is not told. */
export interface Told {
  readonly permalink: string | undefined;
  readonly text: string | undefined;
  readonly layer: string | undefined;
  readonly seed: string | undefined;
  readonly heads: string | undefined;
  readonly dIn: string | undefined;
  readonly dOut: string | undefined;
  readonly contextLength: string | undefined;
  readonly dropout: string | undefined;
  readonly mode: string | undefined;
  readonly unmasked: boolean;
  readonly source: Source | undefined;
  readonly ownWeights: State["ownWeights"];
}

interface Read {
  readonly state: State;
  /** What was given and is no value: said instead of a picture. */
  readonly drafts: Drafts;
}

const NUMBERS: readonly (readonly [keyof Told & string, Field])[] = [
  ["heads", "numHeads"],
  ["dOut", "dOut"],
  ["contextLength", "contextLength"],
  ["dropout", "dropout"],
];

function readNumbers(told: Told): { numbers: Partial<State>; drafts: Map<Field, string> } {
  const drafts = new Map<Field, string>();
  const numbers: Record<string, number> = {};
  for (const [name, field] of NUMBERS) {
    const text = told[name];
    if (typeof text !== "string") continue;
    const value = parseNumber(text);
    if (value === undefined || !Number.isFinite(value)) drafts.set(field, text);
    else numbers[field] = value;
  }
  return { numbers, drafts };
}

function sourceOf({ source, text }: Told): Source | undefined {
  if (source) return source;
  return text === undefined || text.trim() === "" ? undefined : { kind: "text", text };
}

/** As many tokens and samples as the page draws. @throws InputError */
function checkSource(source: Source): void {
  if (source.kind !== "own") return;
  const [, tokens = 1, batch = 1] = [...source.x.shape].reverse();
  if (source.x.data.length === 0) throw new InputError("data.nothing", {});
  if (tokens > LONGEST_TEXT) throw new InputError("data.tooLong", { tokens, limit: LONGEST_TEXT });
  if (batch > MOST.batch) throw new InputError("data.tooMany", { batch, limit: MOST.batch });
}

/** One of the words there are, or undefined where none is given. @throws InputError */
export function choiceOf<T extends string>(choices: readonly T[], text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((one) => one === text);
  if (choice === undefined) throw new InputError("problem.choice", { text, choices: choices.join(", ") });
  return choice;
}

/** @throws InputError */
function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = parseNumber(text);
  if (value === undefined || !Number.isFinite(value)) throw new InputError("problem.number", { text });
  return value;
}

function tokensOf(source: Source): number {
  if (source.kind === "text")
    return source.text.length > LONGEST_CHARACTERS ? 0 : (samplesOf(source.text)[0]?.length ?? 0);
  if (source.kind === "own") return source.x.shape.at(-2) ?? 0;
  return source.kind === "random" ? source.tokens : 6;
}

/**
 * A context that the author left open is as long as the text needs.
 *
 * @throws InputError for a word that is none of those there are, and a number that is none
 */
export function readTold(told: Told): Read {
  const base = fromParams(new URLSearchParams((told.permalink ?? "").replace(/^.*#/s, "")));
  const { numbers, drafts } = readNumbers(told);
  const source = sourceOf(told) ?? base.source;
  checkSource(source);
  const { seed } = told;
  if (seed !== undefined && !isInteger(seed)) drafts.set("seed", seed);
  const dIn = numberOf(told.dIn);
  const mode = choiceOf(["train", "eval"], told.mode);
  return {
    drafts,
    state: {
      ...base,
      ...numbers,
      ...(told.contextLength === undefined ? { contextLength: Math.max(base.contextLength, tokensOf(source)) } : {}),
      ...(dIn === undefined ? {} : { dIn }),
      ...(seed === undefined || drafts.has("seed") ? {} : { seed }),
      ...(told.ownWeights ? { ownWeights: told.ownWeights } : {}),
      layer: choiceOf(LAYERS, told.layer) ?? base.layer,
      training: mode === undefined ? base.training : mode === "train",
      masked: base.masked && !told.unmasked,
      source,
    },
  };
}
