// What a pass of the trained model shows: what is predicted, what came after a word before, and where each head looks.

import { type Matrix, valueAt } from "../../element/matrix.js";
import { CONTEXT, type Heads, type Pass, type TrainedModel } from "./trained-compute.js";

export interface Guess {
  readonly id: number;
  readonly logit: number;
}

/** The model's guess at the word after one token. */
export interface Prediction {
  /** The three words with the largest logits, largest first. */
  readonly top: readonly Guess[];
  /** Where the same word stood before, the latest last. */
  readonly earlier: readonly number[];
  /** The words that came after it there, the latest first; without edits they are one. */
  readonly expected: readonly number[];
  /** Whether the guess is one of them; absent where the word is new. */
  readonly right: boolean | undefined;
}

export interface HeadReading {
  readonly weights: Matrix;
  /** Mean weight on earlier occurrences of the same word, over the tokens that have any. */
  readonly finds: number;
  /** Mean weight on the tokens right after those. */
  readonly follows: number;
}

export interface Reading {
  readonly ids: readonly number[];
  readonly predictions: readonly Prediction[];
  readonly heads: readonly HeadReading[];
  readonly masked: Matrix;
  readonly right: number;
  /** How many tokens have a previous occurrence. */
  readonly known: number;
}

/** From this mean weight on, a head is named after where it looks. */
export const NAMED_FROM = 0.5;

/** The list repeated to fill the context, with single words put in place of others. */
export function sequenceOf(list: readonly number[], edits: ReadonlyMap<number, number>): number[] {
  return Array.from({ length: CONTEXT }, (_, position) => edits.get(position) ?? list[position % list.length] ?? 0);
}

function earlierOf(ids: readonly number[], position: number): number[] {
  return ids.slice(0, position).flatMap((id, index) => (id === ids[position] ? [index] : []));
}

function topOf(logits: Matrix, row: number, count: number): Guess[] {
  return Array.from({ length: logits.columns }, (_, id) => ({ id, logit: valueAt(logits, row, id) }))
    .sort((a, b) => b.logit - a.logit)
    .slice(0, count);
}

function predictionOf(ids: readonly number[], logits: Matrix, position: number): Prediction {
  const top = topOf(logits, position, 3);
  const earlier = earlierOf(ids, position);
  const expected = [...new Set(earlier.map((index) => ids[index + 1] ?? Number.NaN).reverse())];
  const right = expected.length === 0 ? undefined : expected.includes(top[0]?.id ?? Number.NaN);
  return { top, earlier, expected, right };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean weight that tokens with earlier occurrences put `step` places after those. */
function meanAfter(weights: Matrix, predictions: readonly Prediction[], step: 0 | 1): number {
  const shares = predictions.flatMap(({ earlier }, row) => {
    if (earlier.length === 0) return [];
    return [earlier.reduce((sum, position) => sum + valueAt(weights, row, position + step), 0)];
  });
  return mean(shares);
}

export function read(ids: readonly number[], { weights, masked, logits }: Pass): Reading {
  const predictions = ids.map((_, position) => predictionOf(ids, logits, position));
  return {
    ids,
    predictions,
    masked,
    heads: weights.map((matrix) => ({
      weights: matrix,
      finds: meanAfter(matrix, predictions, 0),
      follows: meanAfter(matrix, predictions, 1),
    })),
    right: predictions.filter(({ right }) => right).length,
    known: predictions.filter(({ right }) => right !== undefined).length,
  };
}

let last: { readonly key: string; readonly model: TrainedModel; readonly reading: Reading } | undefined;

/** The reading of a sequence; the last one is kept, as the page is drawn more often than the sequence changes. */
export function readSequence(model: TrainedModel, ids: readonly number[], off: Heads): Reading {
  const key = `${ids.join()};${[...off].sort().join()}`;
  if (last?.key !== key || last.model !== model) last = { key, model, reading: read(ids, model.run(ids, off)) };
  return last.reading;
}
