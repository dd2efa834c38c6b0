// Reads PyTorch's reference values, makes the layers they were made with, and compares.
import fs from "node:fs";
import { expect } from "vitest";
import {
  type Attention,
  CausalAttention,
  MultiHeadAttention,
  MultiHeadAttentionWrapper,
  SelfAttentionV1,
  SelfAttentionV2,
  SimplifiedSelfAttention,
  type Tensor,
  tensor,
} from "../../web/api/index.js";

/** A tensor as the files hold it: what is not finite is a word. */
export interface GoldenTensor {
  readonly shape: number[];
  readonly data: (number | "nan" | "inf" | "-inf")[];
}

export type GoldenTensors = Readonly<Record<string, GoldenTensor>>;

/** A class, its arguments under PyTorch's names, and one pass through it. */
export interface GoldenCase {
  readonly name: string;
  readonly kind: LayerName;
  readonly input: "inputs" | "batch";
  readonly seed?: number;
  readonly args?: Readonly<Record<string, number | boolean>>;
  readonly training?: boolean;
  readonly state_dict?: GoldenTensors;
  readonly trace: GoldenTensors;
}

export interface Book {
  readonly inputs: GoldenTensor;
  readonly batch: GoldenTensor;
  readonly printed: Readonly<Record<string, number[][]>>;
  readonly cases: readonly GoldenCase[];
}

export interface RandomCase extends Omit<GoldenCase, "input" | "name" | "seed"> {
  readonly seed: number;
  readonly input: GoldenTensor;
  readonly output_float64: GoldenTensor;
}

export function readGolden<Content>(name: string): Content {
  return JSON.parse(fs.readFileSync(new URL(`../golden/${name}.json`, import.meta.url), "utf8"));
}

const WORDS = { nan: Number.NaN, inf: Infinity, "-inf": -Infinity };

export const numbersOf = ({ data }: GoldenTensor): number[] =>
  data.map((value) => (typeof value === "number" ? value : WORDS[value]));

export const toTensor = (golden: GoldenTensor): Tensor => tensor(numbersOf(golden), golden.shape);

/** The article's six tokens, (6, 3). */
export const SENTENCE = [
  [0.43, 0.15, 0.89],
  [0.55, 0.87, 0.66],
  [0.57, 0.85, 0.64],
  [0.22, 0.58, 0.33],
  [0.77, 0.25, 0.1],
  [0.05, 0.8, 0.55],
];

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The stages of a golden trace under our names. */
export const stagesOf = (trace: GoldenTensors): [string, GoldenTensor][] =>
  Object.entries(trace).map(([name, stage]) => [camelCase(name), stage]);

const CLASSES = {
  SimplifiedSelfAttention,
  SelfAttentionV1,
  SelfAttentionV2,
  CausalAttention,
  MultiHeadAttentionWrapper,
  MultiHeadAttention,
};

export type LayerName = keyof typeof CLASSES;
/** A layer of any class, whose stages go by any name. */
export type Layer = Attention<Readonly<Record<string, Tensor>>>;
export const LAYER_NAMES = Object.keys(CLASSES) as LayerName[];

/** The classes that have a mask, and so a context length and dropout. */
export const CAUSAL_NAMES = ["CausalAttention", "MultiHeadAttentionWrapper", "MultiHeadAttention"] as const;

/** The class, whose constructor checks at run time what the types cannot say here. */
export const classOf = (kind: LayerName) => CLASSES[kind] as new (options: object) => Layer;

/** @param args under PyTorch's names, or ours */
export function makeLayer(kind: LayerName, args: Readonly<Record<string, unknown>> = {}): Layer {
  const options = Object.fromEntries(Object.entries(args).map(([name, value]) => [camelCase(name), value]));
  return new (classOf(kind))(options);
}

/** A layer of any class over inputs (6, 3); `more` are arguments under PyTorch's names. */
export function makeSmall(kind: LayerName, more: Readonly<Record<string, unknown>> = {}): Layer {
  const sizes = kind === "SimplifiedSelfAttention" ? {} : { d_in: 3, d_out: 2 };
  const context = CAUSAL_NAMES.some((name) => name === kind) ? { context_length: 6 } : {};
  const heads = kind.startsWith("MultiHead") ? { num_heads: 2 } : {};
  return makeLayer(kind, { ...sizes, ...context, ...heads, ...more });
}

/** A stage that must be there. */
export function stageOf<Stage>(trace: Readonly<Record<string, Stage>>, name: string): Stage {
  const stage = trace[name];
  if (stage === undefined) throw new Error(`the trace lacks ${name}`);
  return stage;
}

/** The bits of float32 values, so that -0 is not 0. */
export const bitsOf = (values: ArrayLike<number>): number[] => [...new Uint32Array(Float32Array.from(values).buffer)];

export function expectSameBits(got: Tensor, expected: Tensor): void {
  expect(got.shape).toEqual(expected.shape);
  expect(bitsOf(got.data)).toEqual(bitsOf(expected.data));
}

/** The largest difference; infinite where one is finite or NaN and the other is not. */
export function largestDifference(got: ArrayLike<number>, expected: ArrayLike<number>): number {
  const differences = Array.from(got, (value, index) => {
    const other = expected[index] ?? Number.NaN;
    const difference = Object.is(value, other) || value === other ? 0 : Math.abs(value - other);
    return Number.isNaN(difference) ? Infinity : difference;
  });
  return differences.reduce((a, b) => Math.max(a, b), got.length === expected.length ? 0 : Infinity);
}

export function expectClose(got: Tensor, expected: GoldenTensor, tolerance: number): void {
  expect(got.shape).toEqual(expected.shape);
  expect(largestDifference(got.data, numbersOf(expected))).toBeLessThanOrEqual(tolerance);
}

/** The largest magnitude. */
export const magnitudeOf = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
