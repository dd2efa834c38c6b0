// Saving what is shown: the chosen heads' picture, and their numbers, under names that say what they hold.

import { html, nothing, type TemplateResult } from "lit";
import type { ExportTable } from "../element/attention-export.js";
import type { HeadData } from "../element/attention-head.js";
import { headLetter } from "../element/heads.js";
import type { Matrix } from "../element/matrix.js";
import { pythonCall } from "../element/scene/layers.js";
import { exportWords } from "../element/scene/picture-words.js";
import type { Model } from "./app.js";

/** One head of those shown, by its place in the layer. */
interface ShownHead {
  readonly index: number;
  readonly data: HeadData;
}

/** What is drawn, when the reader asks for it. */
const picture = (): Element[] =>
  Array.from(document.querySelectorAll(".heads :is(attention-scale, attention-head, attention-lines)"));

function tablesOf({ t, input, sample }: Model, heads: readonly ShownHead[]): ExportTable[] {
  const words = input?.words[sample] ?? [];
  const table = (name: "weights" | "context" | "mask", columnLabels: readonly string[]): ExportTable => ({
    ...{ name, label: t(`heads.${name}`), rowLabels: words, columnLabels },
    heads: heads.flatMap(({ index, data: { [name]: matrix } }) => (matrix ? [lettered(index, matrix)] : [])),
  });
  const lettered = (index: number, matrix: Matrix) => ({ letter: headLetter(index), matrix });
  const columns = heads[0]?.data.context.columns ?? 0;
  const numbered = Array.from({ length: columns }, (_, column) => String(column + 1));
  return [table("weights", words), table("context", numbered), table("mask", words)].filter(
    (one) => one.heads.length > 0,
  );
}

/** Buttons that save the heads at the given places. */
export function exportView(
  model: Model,
  shown: readonly number[],
  all: readonly HeadData[],
): TemplateResult | typeof nothing {
  const { t, state, sample } = model;
  const heads = shown.flatMap((index): ShownHead[] => {
    const data = all[index];
    return data ? [{ index, data }] : [];
  });
  if (heads.length === 0) return nothing;
  const letters = heads.map(({ index }) => headLetter(index)).join("");
  const values = { layer: state.layer, seed: state.seed, text: sample + 1, heads: letters };
  // A table has no picture: its numbers are what is saved.
  return html`<attention-export .name=${[state.layer, `seed-${state.seed}`, `text-${sample + 1}`, letters].join("-")}
    .heading=${t("pictures.fileTitle", values)} .description=${pythonCall(state)}
    .picture=${state.view === "values" ? undefined : picture} .tables=${tablesOf(model, heads)}
    .words=${exportWords(t)}></attention-export>`;
}
