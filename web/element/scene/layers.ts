// Which controls each class of the article has, and the PyTorch call that the settings amount to.

import { BATCH_SHAPE } from "./presets.js";
import type { Field } from "./problems.js";
import type { LayerName, Settings } from "./state.js";

const CAUSAL: readonly Field[] = ["dOut", "contextLength", "dropout", "seed"];

const FIELDS: Readonly<Record<LayerName, readonly Field[]>> = {
  SimplifiedSelfAttention: [],
  SelfAttentionV1: ["dOut", "seed"],
  SelfAttentionV2: ["dOut", "seed"],
  CausalAttention: CAUSAL,
  MultiHeadAttentionWrapper: ["numHeads", ...CAUSAL],
  MultiHeadAttention: ["numHeads", ...CAUSAL],
};

export function fieldsOf(layer: LayerName): readonly Field[] {
  return FIELDS[layer];
}

export function hasBias(layer: LayerName): boolean {
  return layer !== "SimplifiedSelfAttention" && layer !== "SelfAttentionV1";
}

export function isMultiHead(layer: LayerName): boolean {
  return fieldsOf(layer).includes("numHeads");
}

export function hasDropout(layer: LayerName): boolean {
  return fieldsOf(layer).includes("dropout");
}

/** The number as Python writes a float. */
function float(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** The lines that make this layer in PyTorch, with the article's class. */
export function pythonCall(settings: Settings, dIn: number = BATCH_SHAPE[2]): string {
  const { layer, seed } = settings;
  const fields = fieldsOf(layer);
  const options = [
    ...(fields.includes("dOut") ? [`d_in=${dIn}`, `d_out=${settings.dOut}`] : []),
    ...(fields.includes("contextLength") ? [`context_length=${settings.contextLength}`] : []),
    ...(fields.includes("dropout") ? [`dropout=${float(settings.dropout)}`] : []),
    ...(fields.includes("numHeads") ? [`num_heads=${settings.numHeads}`] : []),
    ...(hasBias(layer) && settings.qkvBias ? ["qkv_bias=True"] : []),
  ];
  // Short enough for a phone: what shapes the layer on one line, the rest on the next.
  const lines = [options.slice(0, 3).join(", "), options.slice(3).join(", ")].filter((line) => line !== "");
  const call = options.length > 2 ? `${layer}(\n    ${lines.join(",\n    ")})` : `${layer}(${options.join(", ")})`;
  const text = `layer = ${call}${settings.training ? "" : ".eval()"}\nprint(layer(batch))`;
  return fields.includes("seed") ? `torch.manual_seed(${seed})\n${text}` : text;
}
