// The batch that goes in: which text is drawn, and its embeddings as an editable table.

import { html, nothing, type TemplateResult } from "lit";
import type { CellEditEvent } from "../element/attention-table.js";
import { largestMagnitude, matrixAt } from "../element/matrix.js";
import { type App, INPUT, type Model } from "./app.js";
import { BATCH_SHAPE, TOKENS } from "./presets.js";
import type { State } from "./state.js";

const SAMPLE_SIZE = BATCH_SHAPE[1] * BATCH_SHAPE[2];
const COLUMNS = Array.from({ length: BATCH_SHAPE[2] }, (_, column) => String(column + 1));

export function sampleSwitch({ t, state }: Model, app: App): TemplateResult {
  return html`<div class="segments" role="group" aria-label=${t("input.sample")}>
    ${Array.from(
      { length: BATCH_SHAPE[0] },
      (_, sample) => html`<button type="button" aria-pressed=${sample === state.sample}
      @click=${() => app.choose({ sample })}>${t("input.text", { number: sample + 1 })}</button>`,
    )}
  </div>`;
}

function areTextsEqual(input: Float32Array): boolean {
  return input.subarray(0, SAMPLE_SIZE).every((value, index) => Object.is(value, input[index + SAMPLE_SIZE]));
}

/** Table indices count within one text; edits and drafts count within the batch. */
function indicesOfSample(all: Iterable<number>, sample: number): number[] {
  return Array.from(all, (index) => index - sample * SAMPLE_SIZE).filter((index) => index >= 0 && index < SAMPLE_SIZE);
}

function invalidSentence({ t, tableDrafts }: Model): TemplateResult | typeof nothing {
  const text = [...(tableDrafts.get(INPUT)?.values() ?? [])].at(-1);
  return text === undefined ? nothing : html`<p class="problem" role="alert">${t("problem.number", { text })}</p>`;
}

function hasChanges(state: State, model: Model): boolean {
  return state.inputs.size > 0 || (model.tableDrafts.get(INPUT)?.size ?? 0) > 0;
}

export function inputView(model: Model, app: App): TemplateResult {
  const { t, state, input } = model;
  const number = state.sample + 1;
  const start = state.sample * SAMPLE_SIZE;
  const matrix = matrixAt({ data: input, shape: BATCH_SHAPE }, state.sample);
  const drafts = model.tableDrafts.get(INPUT) ?? new Map<number, string>();
  const draftsHere = new Map(
    indicesOfSample(drafts.keys(), state.sample).map((index) => [index, drafts.get(index + start) ?? ""]),
  );
  return html`<section class="input" aria-labelledby="input-title">
    <h2 id="input-title">${t("input.title")}</h2>
    <attention-table .label=${t("input.table", { number })} .matrix=${matrix} .rowLabels=${TOKENS} .columnLabels=${COLUMNS}
      .limit=${largestMagnitude([{ ...matrix, data: input }]) || 1} .drafts=${draftsHere}
      .edited=${new Set(indicesOfSample(state.inputs.keys(), state.sample))}
      .cellLabel=${(row: number, column: number) => t("input.cell", { number, token: TOKENS[row] ?? "", column: column + 1 })}
      @cell-edit=${(event: CellEditEvent) => app.editInput(start + event.detail.index, event.detail.text)}></attention-table>
    ${invalidSentence(model)}
    <p class="hint">${t(areTextsEqual(input) ? "input.same" : "input.different")}</p>
    <button type="button" ?disabled=${!hasChanges(state, model)} @click=${app.resetInputs}>${t("input.reset")}</button>
  </section>`;
}
