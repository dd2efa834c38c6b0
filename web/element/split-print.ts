// The tensor of each step of the weight split as PyTorch prints it: the same numbers, other brackets.

import { Tensor } from "../api/index.js";
import type { Matrix } from "./matrix.js";
import { sideBySide } from "./side-by-side.js";
import { type SplitData, type SplitStep, wholeOf } from "./split-figure.js";

function print(values: ArrayLike<number>, shape: readonly number[]): string {
  return String(new Tensor(Float32Array.from(values), shape));
}

function printMatrix({ data, rows, columns }: Matrix): string {
  return print(data, [rows, columns]);
}

export function printOf(step: SplitStep, data: SplitData): string {
  const { heads, tokens, headDim } = wholeOf(data);
  if (step === "apart") return data.products.map(printMatrix).join("\n");
  if (step === "joined") return printMatrix(data.joined);
  if (step === "transpose") {
    const sorted = data.split.flatMap((matrix) => Array.from(matrix.data));
    return print(sorted, [heads, tokens, headDim]);
  }
  const rows = sideBySide(data.split);
  return step === "view" ? print(rows.data, [tokens, heads, headDim]) : printMatrix(rows);
}
