// The layer's trainable weights as tables to edit, sorted by head where heads have their own.

import { html, nothing, type TemplateResult } from "lit";
import type { CellEditEvent } from "../element/attention-table.js";
import { headLetter, headSwatch } from "../element/heads.js";
import { largestMagnitude } from "../element/matrix.js";
import type { Parameter } from "../element/scene/compute.js";
import type { App, Model } from "./app.js";
import type { Translate } from "./i18n.js";

const OWN_HEAD = /^heads\.(\d+)\./;

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

/** The wrapper's heads have matrices of their own; every other class has one group. */
function groups(parameters: readonly Parameter[]): Map<number | undefined, Parameter[]> {
  const result = new Map<number | undefined, Parameter[]>();
  for (const parameter of parameters) {
    const match = OWN_HEAD.exec(parameter.key);
    const head = match ? Number(match[1]) : undefined;
    result.set(head, [...(result.get(head) ?? []), parameter]);
  }
  return result;
}

/** In MultiHeadAttention the rows of queries, keys and values are shared out among the heads, in order. */
function rowHeads({ state }: Model, { key, matrix }: Parameter): number[] | undefined {
  if (state.layer !== "MultiHeadAttention" || !key.startsWith("W_")) return undefined;
  const headDim = matrix.rows / state.numHeads;
  return Array.from({ length: matrix.rows }, (_, row) => Math.floor(row / headDim));
}

function shapeInWords(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

function tableView(model: Model, app: App, parameter: Parameter, limit: number): TemplateResult {
  const { t, state, tableDrafts } = model;
  const { key, shape, matrix } = parameter;
  return html`<attention-table data-key=${key} .label=${`${key.replace(OWN_HEAD, "")} ${shapeInWords(shape)}`} .matrix=${matrix} .limit=${limit}
    .rowLabels=${numbered(matrix.rows)} .columnLabels=${shape.length === 1 ? [] : numbered(matrix.columns)}
    .rowHeads=${rowHeads(model, parameter)} .edited=${new Set(state.weights.get(key)?.keys())}
    .drafts=${tableDrafts.get(key) ?? new Map<number, string>()}
    .cellLabel=${(row: number, column: number) => t("weights.cell", { key, row: row + 1, column: column + 1 })}
    @cell-edit=${({ detail: { index, text } }: CellEditEvent) => app.editWeight(key, index, text, matrix.data[index] ?? Number.NaN)}></attention-table>`;
}

function invalidSentence(
  t: Translate,
  model: Model,
  parameters: readonly Parameter[],
): TemplateResult | typeof nothing {
  const text = parameters.flatMap(({ key }) => [...(model.tableDrafts.get(key)?.values() ?? [])]).at(-1);
  return text === undefined ? nothing : html`<p class="problem" role="alert">${t("problem.number", { text })}</p>`;
}

function groupView(
  model: Model,
  app: App,
  head: number | undefined,
  parameters: readonly Parameter[],
  limit: number,
): TemplateResult {
  const title =
    head === undefined
      ? nothing
      : html`<h3>${headSwatch(head, 18)}${model.t("heads.head", { letter: headLetter(head) })}</h3>`;
  return html`<div class="weight-group">${title}
    <div class="tables">${parameters.map((parameter) => tableView(model, app, parameter, limit))}</div>
  </div>`;
}

function noteOf({ t, state }: Model, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return t("weights.none");
  const origin = t(state.ownWeights ? "weights.own" : "weights.note");
  return state.layer === "MultiHeadAttention" ? `${origin} ${t("weights.rows")}` : origin;
}

export function weightsView(model: Model, app: App): TemplateResult {
  const { t, state, result } = model;
  const parameters = result?.parameters ?? [];
  const limit = largestMagnitude(parameters.map(({ matrix }) => matrix)) || 1;
  const isChanged =
    state.weights.size > 0 ||
    state.ownWeights !== undefined ||
    parameters.some(({ key }) => (model.tableDrafts.get(key)?.size ?? 0) > 0);
  return html`<section class="weights" aria-labelledby="weights-title">
    <div class="section-head"><h2 id="weights-title">${t("weights.title")}</h2>
      <button type="button" ?disabled=${!isChanged} @click=${app.resetWeights}>${t("weights.reset")}</button></div>
    <p class="hint">${result ? noteOf(model, parameters) : nothing}</p>
    ${invalidSentence(t, model, parameters)}
    ${[...groups(parameters)].map(([head, group]) => groupView(model, app, head, group, limit))}
  </section>`;
}
