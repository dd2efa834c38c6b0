// Whether weights of the reader's own fit the chosen class, and which sizes the layer takes from them.

import { AttentionError } from "../api/index.js";
import { isMask, withLayer } from "../element/scene/compute.js";
import { MOST } from "../element/scene/input.js";
import { fieldsOf } from "../element/scene/layers.js";
import { problemBefore, problemOf } from "../element/scene/problems.js";
import type { OwnWeights } from "../element/scene/source.js";
import type { LayerName, Settings, State } from "../element/scene/state.js";
import { showShape } from "../formats/tensor.js";
import { Refused } from "./own-data.js";

/** What choosing the weights changes: sizes that follow from their shapes. */
export type Sizes = Partial<Pick<Settings, "dOut" | "numHeads" | "contextLength" | "qkvBias">> & { dIn?: number };

const HEAD = /^heads\.(\d{1,4})\./;

/** The class that has entries of such names; one without a mask may be either of two. */
function classOf(weights: OwnWeights): LayerName | undefined {
  const keys = [...weights.keys()];
  if (keys.some((key) => HEAD.test(key))) return "MultiHeadAttentionWrapper";
  if (weights.has("out_proj.weight")) return "MultiHeadAttention";
  if (weights.has("W_query")) return "SelfAttentionV1";
  if (weights.has("W_query.weight")) return weights.has("mask") ? "CausalAttention" : "SelfAttentionV2";
  return undefined;
}

function checkClass(weights: OwnWeights, layer: LayerName): void {
  const found = classOf(weights);
  if (layer === "SimplifiedSelfAttention") throw new Refused("data.weights.none", { layer });
  if (!found) throw new Refused("data.weights.names", { names: listed([...weights.keys()]) });
  if (found === layer || (found === "SelfAttentionV2" && layer === "CausalAttention")) return;
  throw new Refused("data.weights.class", { found, layer });
}

const MOST_NAMED = 3;

/** The first few names, and a sign that there are more. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  return [...shown, ...(names.length > MOST_NAMED ? ["…"] : [])].join(", ");
}

function matrixSizes(weights: OwnWeights, key: string): readonly [number, number] {
  const shape = weights.get(key)?.shape ?? [];
  const [rows, columns] = shape;
  if (shape.length === 2 && rows !== undefined && columns !== undefined) return [rows, columns];
  if (weights.has(key)) throw new Refused("data.weights.rank", { key, shape: showShape(shape) });
  throw new Refused("data.weights.missing", { names: key });
}

function sizesOf(weights: OwnWeights, layer: LayerName): Required<Pick<Sizes, "dIn" | "dOut">> & Sizes {
  if (layer === "SelfAttentionV1") {
    const [dIn, dOut] = matrixSizes(weights, "W_query");
    return { dIn, dOut };
  }
  const prefix = layer === "MultiHeadAttentionWrapper" ? "heads.0." : "";
  const [dOut, dIn] = matrixSizes(weights, `${prefix}W_query.weight`);
  const heads = new Set([...weights.keys()].flatMap((key) => HEAD.exec(key)?.[1] ?? []));
  const contextLength = weights.get(`${prefix}mask`)?.shape[0];
  return {
    dIn,
    dOut,
    qkvBias: weights.has(`${prefix}W_query.bias`),
    ...(prefix === "" ? {} : { numHeads: heads.size }),
    ...(contextLength === undefined ? {} : { contextLength }),
  };
}

const NAMES = { numHeads: "num_heads", dOut: "d_out", contextLength: "context_length" } as const;

function checkLimits(state: State): void {
  const problem = problemBefore(state, new Map(), fieldsOf(state.layer));
  const field = problem?.field;
  if (field !== "numHeads" && field !== "dOut" && field !== "contextLength") return;
  const limit = problem?.values.limit ?? "";
  throw new Refused("data.weights.limit", { name: NAMES[field], value: state[field], limit });
}

/** Names and shapes, entry by entry; only masks may be left out, which then stay causal. */
function checkEntries(weights: OwnWeights, expected: Readonly<Record<string, { readonly shape: readonly number[] }>>) {
  const unexpected = [...weights.keys()].filter((key) => !Object.hasOwn(expected, key));
  if (unexpected.length > 0) throw new Refused("data.weights.unexpected", { names: listed(unexpected) });
  const missing = Object.keys(expected).filter((key) => !weights.has(key) && !isMask(key));
  if (missing.length > 0) throw new Refused("data.weights.missing", { names: listed(missing) });
  for (const [key, { shape }] of weights) {
    const [got, wanted] = [showShape(shape), showShape(expected[key]?.shape ?? [])];
    if (got !== wanted) throw new Refused("data.weights.shape", { key, shape: got, expected: wanted });
  }
}

/** Sources whose embeddings can be made of any width. */
const isFlexible = ({ source }: State) => source.kind === "text" || source.kind === "random";

/**
 * The sizes that the layer takes from the weights.
 *
 * @param shape of what goes in: (batch, tokens, d_in)
 * @throws Refused for weights of another class, of other shapes, or for embeddings of another width
 */
export function sizesFor(weights: OwnWeights, state: State, shape: readonly number[]): Sizes {
  checkClass(weights, state.layer);
  const [, tokens = 0, width = 0] = shape;
  const { dIn, ...sizes } = sizesOf(weights, state.layer);
  if (dIn !== width && !(isFlexible(state) && dIn <= MOST.dIn)) throw new Refused("data.weights.width", { dIn, width });
  const { ownWeights: _own, ...rest } = state;
  const next: State = { ...rest, ...sizes, weights: new Map() };
  checkLimits(next);
  checkEntries(weights, entriesOf(next, dIn));
  if (fieldsOf(state.layer).includes("contextLength") && tokens > next.contextLength) {
    throw new Refused("data.weights.tokens", { tokens, contextLength: next.contextLength });
  }
  return dIn === width ? sizes : { ...sizes, dIn };
}

function entriesOf(state: State, dIn: number) {
  try {
    return withLayer(state, dIn, (layer) => layer.stateDict());
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    const { key, values } = problemOf(error);
    throw new Refused(key, values, { cause: error });
  }
}
