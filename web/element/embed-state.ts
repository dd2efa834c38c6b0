// The attributes of <attention-heads> as a state: the permalink first, then what is given one by one.

import { parseNumber } from "./numbers.js";
import type { Drafts, Field } from "./scene/problems.js";
import type { Source } from "./scene/source.js";
import { fromParams, LAYERS, type State, VIEWS } from "./scene/state.js";
import { samplesOf } from "./scene/words.js";

/** What the element is told; undefined where it is not told. */
export interface Given {
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
  readonly view: string | undefined;
  readonly unmasked: boolean;
  readonly source: Source | undefined;
  readonly ownWeights: State["ownWeights"];
}

interface Read {
  readonly state: State;
  /** What was given and is no value: said instead of a picture. */
  readonly drafts: Drafts;
}

const NUMBERS: readonly (readonly [keyof Given & string, Field])[] = [
  ["heads", "numHeads"],
  ["dOut", "dOut"],
  ["contextLength", "contextLength"],
  ["dropout", "dropout"],
];

function readNumbers(given: Given): { numbers: Partial<State>; drafts: Map<Field, string> } {
  const drafts = new Map<Field, string>();
  const numbers: Record<string, number> = {};
  for (const [name, field] of NUMBERS) {
    const text = given[name];
    if (typeof text !== "string") continue;
    const value = parseNumber(text);
    if (value === undefined || !Number.isFinite(value)) drafts.set(field, text);
    else numbers[field] = value;
  }
  return { numbers, drafts };
}

function sourceOf({ source, text }: Given): Source | undefined {
  if (source) return source;
  return text === undefined || text.trim() === "" ? undefined : { kind: "text", text };
}

function tokensOf(source: Source): number {
  if (source.kind === "text") return samplesOf(source.text)[0]?.length ?? 0;
  if (source.kind === "own") return source.x.shape.at(-2) ?? 0;
  return source.kind === "random" ? source.tokens : 6;
}

/** A context that the author left open is as long as the text needs. */
export function readGiven(given: Given): Read {
  const base = fromParams(new URLSearchParams((given.permalink ?? "").replace(/^.*#/s, "")));
  const { numbers, drafts } = readNumbers(given);
  const source = sourceOf(given) ?? base.source;
  const seed = given.seed?.trim();
  if (seed !== undefined && !/^[+-]?\d{1,20}$/.test(seed)) drafts.set("seed", seed);
  const dIn = parseNumber(given.dIn ?? "");
  return {
    drafts,
    state: {
      ...base,
      ...numbers,
      ...(given.contextLength === undefined ? { contextLength: Math.max(base.contextLength, tokensOf(source)) } : {}),
      ...(dIn === undefined ? {} : { dIn }),
      ...(seed === undefined || drafts.has("seed") ? {} : { seed }),
      ...(given.ownWeights ? { ownWeights: given.ownWeights } : {}),
      layer: LAYERS.find((name) => name === given.layer) ?? base.layer,
      view: VIEWS.find((name) => name === given.view) ?? base.view,
      training: given.mode === undefined ? base.training : given.mode !== "eval",
      masked: base.masked && !given.unmasked,
      source,
    },
  };
}
