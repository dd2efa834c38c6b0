// What train.py wrote about the trained model: PyTorch's numbers for a few lists.
import fs from "node:fs";
import type { Golden } from "./support.js";

export interface TrainedCase {
  readonly length: number;
  readonly ids: readonly number[];
  /** Of the first token of the second pass and of the last token, (2, 64). */
  readonly logits: Golden;
  /** From the last token, (layers, heads, tokens). */
  readonly last_weights: Golden;
  /** The word with the largest logit after each token. */
  readonly predicted: readonly number[];
}

export interface TrainedGolden {
  readonly accuracy: number;
  /** Per head: mean weight on the token before, and on the one after the previous occurrence. */
  readonly measures: readonly (readonly number[])[];
  readonly cases: readonly TrainedCase[];
}

export const trainedGolden: TrainedGolden = JSON.parse(
  fs.readFileSync(new URL("../golden/trained.json", import.meta.url), "utf8"),
);
