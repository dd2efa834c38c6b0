// The tensor of each step of the weight split as PyTorch prints it: the same numbers, other brackets.

import { Tensor } from "../api/index.js";
import { type Matrix, valueAt } from "./matrix.js";
import { type SplitData, type SplitStep, wholeOf } from "./split-figure.js";

function print(values: readonly number[], shape: readonly number[]): string {
  return String(new Tensor(Float32Array.from(values), shape));
}

function printMatrix({ data, rows, columns }: Matrix): string {
  return print(Array.from(data), [rows, columns]);
}

export function printOf(step: SplitStep, data: SplitData): string {
  const { heads, tokens, headDim } = wholeOf(data);
  if (step === "apart") return data.products.map(printMatrix).join("\n");
  if (step === "joined") return printMatrix(data.joined);
  const sorted = data.split.flatMap((matrix) => Array.from(matrix.data));
  if (step === "transpose") return print(sorted, [heads, tokens, headDim]);
  const rows = Array.from({ length: tokens }, (_, token) =>
    data.split.map((matrix) => Array.from({ length: headDim }, (_value, column) => valueAt(matrix, token, column))),
  ).flat(2);
  return print(rows, step === "view" ? [tokens, heads, headDim] : [tokens, heads * headDim]);
}
