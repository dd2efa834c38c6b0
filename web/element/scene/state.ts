// The page's whole state and its one spelling in the URL hash: state <-> URLSearchParams.

import { LANGUAGES, type Language } from "../i18n.js";
import { parseNumber, shortest } from "../numbers.js";
import { BATCH_SHAPE, WRAPPER } from "./presets.js";
import { type OwnWeights, readOwnWeights, readSource, type Source, writeOwnWeights, writeSource } from "./source.js";

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

/** How the picture shows a head's weights. */
export const VIEWS = ["cells", "lines", "values"] as const;
export type View = (typeof VIEWS)[number];

/** Parts of the page that a link may leave out. */
export const PARTS = ["legend", "presets", "input", "layer", "output", "weights", "proofs", "story", "keys"] as const;
export type Part = (typeof PARTS)[number];

/** A head's pictures, as `<attention-head>` names them. */
const PANELS = ["mask", "weights", "context"] as const;

/** A cell of a head's picture that the reader pinned. */
export interface Pin {
  readonly head: number;
  readonly panel: (typeof PANELS)[number];
  readonly row: number;
  readonly column: number;
}

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
  readonly source: Source;
  /** Width of an embedding where the source leaves it open: text and random batches. */
  readonly dIn: number;
  /** Which sample of the batch is drawn. */
  readonly sample: number;
  /** By flat index into the batch. */
  readonly inputs: ReadonlyMap<number, number>;
  /** By state_dict key, then flat index; `mask` entries too. */
  readonly weights: Edits;
  readonly ownWeights?: OwnWeights;
  /** Whether the causal mask is on. */
  readonly masked: boolean;
  readonly view: View;
  /** The heads drawn; absent: all. */
  readonly shown?: ReadonlySet<number>;
  /** Lines below this weight are left out. */
  readonly threshold: number;
  readonly pin?: Pin;
  readonly hidden: ReadonlySet<Part>;
  /** What chapters of the story remember, by `chapter.name`. */
  readonly marks: ReadonlyMap<string, string>;
}

/** How the page is looked at: what changes no number. */
export type Look = Pick<State, "language" | "sample" | "view" | "threshold" | "hidden" | "marks">;

/** What decides every number of a pass, the rest of a state being how it is looked at: two equal lists, equal numbers. */
export function circumstances(state: State): readonly unknown[] {
  const { layer, numHeads, dOut, contextLength, qkvBias, dropout, dropoutMethod, seed, training } = state;
  const { source, dIn, inputs, weights, ownWeights, masked } = state;
  return [
    ...[layer, numHeads, dOut, contextLength, qkvBias, dropout, dropoutMethod, seed, training],
    ...[source, dIn, inputs, weights, ownWeights, masked],
  ];
}

export const INITIAL: State = {
  ...WRAPPER,
  source: { kind: "article" },
  dIn: BATCH_SHAPE[2],
  sample: 0,
  inputs: new Map(),
  weights: new Map(),
  masked: true,
  view: "cells",
  threshold: 0.1,
  hidden: new Set(),
  marks: new Map(),
};

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
  writeSource(state.source, params);
  if (state.dIn !== INITIAL.dIn) params.set("d_in", shortest(state.dIn));
  if (!state.masked) params.set("mask", "off");
  writeView(state, params);
  if (state.ownWeights) params.set("own_w", writeOwnWeights(state.ownWeights));
  if (state.inputs.size > 0) params.set("x", writeEdits(new Map([["x", state.inputs]])));
  if (state.weights.size > 0) params.set("w", writeEdits(state.weights));
  if (state.language) params.set("lang", state.language);
  return params;
}

/** How the picture is looked at: only what differs from the first look is spelled out. */
function writeView({ view, shown, threshold, pin, hidden, marks }: State, params: URLSearchParams): void {
  if (view !== INITIAL.view) params.set("view", view);
  if (shown) params.set("show", [...shown].map((head) => head + 1).join(" "));
  if (threshold !== INITIAL.threshold) params.set("threshold", shortest(threshold));
  if (pin) params.set("pin", `${pin.panel} ${[pin.head, pin.row, pin.column].map((index) => index + 1).join(" ")}`);
  if (hidden.size > 0) params.set("hide", [...hidden].join(" "));
  for (const [name, value] of marks) params.set(`m.${name}`, value);
}

/** Whole numbers from 1, as indices from 0; anything else is left out. */
function readIndices(text: string | null): number[] {
  return (text ?? "")
    .split(" ")
    .filter((word) => /^[1-9]\d{0,4}$/.test(word))
    .map((word) => Number(word) - 1);
}

function readPin(text: string): Pin | undefined {
  const [name, ...rest] = text.split(" ");
  const panel = PANELS.find((choice) => choice === name);
  const [head, row, column] = readIndices(rest.join(" "));
  return panel && head !== undefined && row !== undefined && column !== undefined
    ? { head, panel, row, column }
    : undefined;
}

function readView(params: URLSearchParams): Pick<State, "view" | "shown" | "threshold" | "pin" | "hidden" | "marks"> {
  const shown = readIndices(params.get("show"));
  const pin = readPin(params.get("pin") ?? "");
  const threshold = finite(params.get("threshold"), INITIAL.threshold);
  const marks = [...params].filter(([name]) => /^m\.[a-z]+\.[a-zA-Z]+$/.test(name));
  return {
    view: oneOf(VIEWS, params.get("view")) ?? INITIAL.view,
    ...(shown.length > 0 ? { shown: new Set(shown) } : {}),
    threshold: threshold >= 0 && threshold <= 1 ? threshold : INITIAL.threshold,
    ...(pin ? { pin } : {}),
    hidden: new Set((params.get("hide") ?? "").split(" ").flatMap((word) => oneOf(PARTS, word) ?? [])),
    marks: new Map(marks.map(([name, value]) => [name.slice(2), value])),
  };
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
  const ownWeights = readOwnWeights(params.get("own_w"));
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
    source: readSource(params),
    dIn: finite(params.get("d_in"), INITIAL.dIn),
    sample: Number.isInteger(sample) && sample >= 0 ? sample : 0,
    inputs,
    weights: readEdits(params.get("w") ?? ""),
    ...(ownWeights ? { ownWeights } : {}),
    masked: params.get("mask") !== "off",
    ...readView(params),
    ...(language ? { language } : {}),
  };
}

/** A preset: what goes in and the layer it goes through. */
export type Preset = Settings & Partial<Pick<State, "source" | "dIn" | "inputs" | "weights" | "masked">>;

/** The preset's layer and input, nothing edited; language and how the picture is looked at stay. */
export function withPreset(state: State, preset: Preset): State {
  const { ownWeights: _own, pin: _pin, shown: _shown, ...kept } = state;
  const { source, dIn, inputs, weights, masked } = INITIAL;
  return { ...kept, source, dIn, inputs, weights, masked, ...preset, sample: 0 };
}

/** Whether the state is the preset, however the picture is looked at. */
export function isPreset(state: State, preset: Preset): boolean {
  const spelled = (one: State) => {
    const { source, dIn, inputs, weights, masked, language: _language, ownWeights, ...settings } = one;
    const looks = { ...INITIAL, ...settings, view: INITIAL.view, threshold: INITIAL.threshold };
    const { pin: _pin, shown: _shown, ...plain } = looks;
    const whole = {
      ...plain,
      source,
      dIn,
      inputs,
      weights,
      masked,
      sample: 0,
      hidden: new Set<Part>(),
      marks: new Map(),
    };
    return String(toParams(ownWeights ? { ...whole, ownWeights } : whole));
  };
  return spelled(state) === spelled(withPreset(state, preset));
}

/** The edits with one value put in. */
export function withEdit(edits: Edits, key: string, index: number, value: number): Edits {
  return new Map([...edits, [key, new Map([...(edits.get(key) ?? []), [index, value]])]]);
}
