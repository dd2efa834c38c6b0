// What keeps a picture from being drawn, said in the reader's language and tied to the control it belongs to.

import { AttentionError } from "../../api/index.js";
import { isStringKey, type StringKey, type Translate, type Values } from "../i18n.js";
import { InputError } from "./input.js";
import { isInteger, type Settings, type State } from "./state.js";

/** The controls that take typed text. */
export type Field = "numHeads" | "dOut" | "contextLength" | "dropout" | "seed";

export interface Problem {
  /** The control beside which the sentence stands. */
  readonly field: Field | undefined;
  readonly key: StringKey;
  readonly values: Values;
}

/** What was typed into controls and is no value for them; it stays there to be mended. */
export type Drafts = ReadonlyMap<Field, string>;

// Eight heads have colours of their own; wider or longer layers would make pictures that no one reads.
const LIMITS: Partial<Record<keyof Settings, number>> = { numHeads: 8, dOut: 64, contextLength: 512 };

const FIELDS: Readonly<Record<string, Field>> = {
  numHeads: "numHeads",
  num_heads: "numHeads",
  dOut: "dOut",
  d_out: "dOut",
  contextLength: "contextLength",
  context_length: "contextLength",
  dropout: "dropout",
  seed: "seed",
  x: "contextLength",
};

/** Faults the API is not asked about: text that is no number, and layers too large to draw. */
export function problemBefore(state: State, drafts: Drafts, fields: readonly Field[]): Problem | undefined {
  for (const field of fields) {
    const text = drafts.get(field);
    if (text !== undefined)
      return { field, key: field === "seed" ? "problem.seed" : "problem.number", values: { text } };
    const limit = LIMITS[field];
    const value = state[field];
    if (limit !== undefined && typeof value === "number" && value > limit) {
      return { field, key: "problem.limit", values: { limit } };
    }
  }
  return undefined;
}

/** An error as a sentence of ours; anything unforeseen is a fault of this page and is thrown on. */
export function problemOf(error: unknown): Problem {
  if (error instanceof InputError) return { field: undefined, key: error.key, values: error.values };
  if (!(error instanceof AttentionError)) throw error;
  const field = FIELDS[error.argument];
  const key = `problem.${error.key}`;
  const values = Object.fromEntries(
    Object.entries(error.values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : String(value),
    ]),
  );
  if (isStringKey(key)) return { field, key, values };
  return { field, key: "problem.other", values: { message: error.message } };
}

export function say(problem: Problem, t: Translate): string {
  return t(problem.key, problem.values);
}

/** Reads a control's text into the state, or says that it is no value for it. */
export function readField(field: Field, text: string, parse: (text: string) => number | undefined) {
  if (field === "seed") {
    const plain = text.normalize("NFKC").replace("\u2212", "-").trim();
    return isInteger(plain) ? { seed: plain } : undefined;
  }
  const value = parse(text);
  return value !== undefined && Number.isFinite(value) ? { [field]: value } : undefined;
}
