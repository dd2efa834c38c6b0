// The page's whole state and its one spelling in the URL hash: state <-> URLSearchParams.

import { parseNumber, shortest } from "../element/numbers.js";
import { BATCH_SHAPE, WRAPPER } from "./presets.js";

/** The article's family, in the article's order. */
export const LAYERS = [
  "SimplifiedSelfAttention",
  "SelfAttentionV1",
  "SelfAttentionV2",
  "CausalAttention",
  "MultiHeadAttentionWrapper",
  "MultiHeadAttention",
] as const;
export type LayerName = (typeof LAYERS)[number];

export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a layer is made from. Numbers are as typed: whether they make sense is for the API to say. */
export interface Settings {
  readonly layer: LayerName;
  readonly numHeads: number;
  readonly dOut: number;
  readonly contextLength: number;
  readonly qkvBias: boolean;
  readonly dropout: number;
  readonly dropoutMethod: "default" | "mkl";
  /** A whole number of any length, as text. */
  readonly seed: string;
  readonly training: boolean;
}

/** Values the reader put in place of the article's embeddings or the seed's weights. */
export type Edits = ReadonlyMap<string, ReadonlyMap<number, number>>;

export interface State extends Settings {
  /** Absent: the browser's. */
  readonly language?: Language;
  /** Which sample of the batch is drawn. */
  readonly sample: number;
  /** By flat index into the batch. */
  readonly inputs: ReadonlyMap<number, number>;
  /** By state_dict key, then flat index. */
  readonly weights: Edits;
}

export const INITIAL: State = { ...WRAPPER, sample: 0, inputs: new Map(), weights: new Map() };

const INPUT_COUNT = BATCH_SHAPE[0] * BATCH_SHAPE[1] * BATCH_SHAPE[2];

export function isInteger(text: string): boolean {
  return /^[+-]?\d{1,20}$/.test(text);
}

/** Edits as `key.index_value` words, a space between them. */
function writeEdits(edits: Edits): string {
  const words: string[] = [];
  for (const [key, values] of edits) {
    for (const [index, value] of values) words.push(`${key}.${index}_${shortest(value)}`);
  }
  return words.join(" ");
}

function readEdits(text: string): Edits {
  const edits = new Map<string, Map<number, number>>();
  for (const word of text.split(" ")) {
    const match = /^([A-Za-z][\w.]*)\.(\d{1,6})_([^_]+)$/.exec(word);
    const value = parseNumber(match?.[3] ?? "");
    if (!match?.[1] || value === undefined) continue;
    const values = edits.get(match[1]) ?? new Map<number, number>();
    edits.set(match[1], values.set(Number(match[2]), value));
  }
  return edits;
}

export function toParams(state: State): URLSearchParams {
  const params = new URLSearchParams({
    class: state.layer,
    heads: shortest(state.numHeads),
    d_out: shortest(state.dOut),
    context_length: shortest(state.contextLength),
    qkv_bias: String(state.qkvBias),
    dropout: shortest(state.dropout),
    dropout_method: state.dropoutMethod,
    seed: state.seed,
    mode: state.training ? "train" : "eval",
    text: String(state.sample + 1),
  });
  if (state.inputs.size > 0) params.set("x", writeEdits(new Map([["x", state.inputs]])));
  if (state.weights.size > 0) params.set("w", writeEdits(state.weights));
  if (state.language) params.set("lang", state.language);
  return params;
}

function oneOf<T extends string>(choices: readonly T[], text: string | null): T | undefined {
  return choices.find((choice) => choice === text);
}

function finite(text: string | null, otherwise: number): number {
  const value = parseNumber(text ?? "");
  return value !== undefined && Number.isFinite(value) ? value : otherwise;
}

/** Reads a hash. What is missing or makes no sense falls back to the article's value, one field at a time. */
export function fromParams(params: URLSearchParams): State {
  const inputs = readEdits(params.get("x") ?? "").get("x") ?? new Map<number, number>();
  const language = oneOf(LANGUAGES, params.get("lang"));
  const seed = params.get("seed") ?? "";
  const sample = finite(params.get("text"), 1) - 1;
  return {
    layer: oneOf(LAYERS, params.get("class")) ?? INITIAL.layer,
    numHeads: finite(params.get("heads"), INITIAL.numHeads),
    dOut: finite(params.get("d_out"), INITIAL.dOut),
    contextLength: finite(params.get("context_length"), INITIAL.contextLength),
    qkvBias: params.get("qkv_bias") === "true",
    dropout: finite(params.get("dropout"), INITIAL.dropout),
    dropoutMethod: oneOf(["default", "mkl"], params.get("dropout_method")) ?? INITIAL.dropoutMethod,
    seed: isInteger(seed) ? seed : INITIAL.seed,
    training: params.get("mode") !== "eval",
    sample: Number.isInteger(sample) && sample >= 0 && sample < BATCH_SHAPE[0] ? sample : 0,
    inputs: new Map([...inputs].filter(([index]) => index < INPUT_COUNT)),
    weights: readEdits(params.get("w") ?? ""),
    ...(language ? { language } : {}),
  };
}

/** The preset's settings, nothing edited; language and sample stay. */
export function withPreset(state: State, settings: Settings): State {
  return { ...state, ...settings, inputs: new Map(), weights: new Map() };
}

export function isPreset(state: State, settings: Settings): boolean {
  const keys = Object.keys(settings) as (keyof Settings)[];
  return state.inputs.size === 0 && state.weights.size === 0 && keys.every((key) => state[key] === settings[key]);
}

/** The edits with one value put in. */
export function withEdit(edits: Edits, key: string, index: number, value: number): Edits {
  return new Map([...edits, [key, new Map([...(edits.get(key) ?? []), [index, value]])]]);
}
