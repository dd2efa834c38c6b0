// The wrapper of heads and the weight split made from it, side by side: the same weights, compared in every bit.

import { html, nothing, type TemplateResult } from "lit";
import type { Cell } from "../element/attention-matrix.js";
import { headLetter } from "../element/heads.js";
import { largestMagnitude, type Matrix, matrixAt } from "../element/matrix.js";
import { rich } from "../element/rich.js";
import { matrixWords, valueInWords } from "../element/scene/picture-words.js";
import { OnDemand } from "./on-demand.js";
import { type Comparison, sampleOf, type Twins, twins } from "./proofs-compute.js";
import { asDifference, type Proof, partsView } from "./proofs-parts.js";

// More rows say nothing new; all of them are compared.
const MOST_ROWS = 12;

export const comparisons = new OnDemand<Twins>();

function together(parts: readonly Comparison[]): Comparison {
  return {
    numbers: parts.reduce((sum, { numbers }) => sum + numbers, 0),
    same: parts.reduce((sum, { same }) => sum + same, 0),
    difference: Math.max(...parts.map(({ difference }) => difference)),
  };
}

function columnNames({ wrapper, numHeads }: Twins): string[] {
  const headDim = (wrapper.shape.at(-1) ?? 1) / numHeads;
  return Array.from(
    { length: headDim * numHeads },
    (_, column) => `${headLetter(Math.floor(column / headDim))}${(column % headDim) + 1}`,
  );
}

function firstRows(matrix: Matrix): Matrix {
  const rows = Math.min(matrix.rows, MOST_ROWS);
  return { ...matrix, rows, data: Array.prototype.slice.call(matrix.data, 0, rows * matrix.columns) };
}

function pictureView(proof: Proof, name: string, matrix: Matrix, limit: number, columns: string[]): TemplateResult {
  const { model } = proof;
  const { t } = model;
  const words = model.input?.words[model.sample] ?? [];
  const describe = (cell: Cell) =>
    t("cell.context", { token: words[cell.row] ?? "", column: cell.column + 1, value: valueInWords(cell) });
  return html`<figure class="picture"><figcaption><code>${name}</code></figcaption>
    <attention-matrix kind="signed" .label=${name} .matrix=${matrix} .limit=${limit} .decimals=${4} .rowAxis=${t("axis.token")}
      .columnAxis=${t("axis.value")} .rowLabels=${words} .columnLabels=${columns} .words=${matrixWords(t)} .describe=${describe}></attention-matrix></figure>`;
}

function rowView(proof: Proof, name: string, { numbers, same, difference }: Comparison): TemplateResult {
  const { t } = proof.model;
  const bits = same === numbers ? t("proofs.twins.all", { numbers }) : t("proofs.twins.some", { numbers, same });
  return html`<tr><th scope="row">${rich(name)}</th><td><span aria-hidden="true">${same === numbers ? "=" : "≈"}</span> ${bits}</td>
    <td>${asDifference(difference)}</td></tr>`;
}

function doneView(proof: Proof, parts: readonly Twins[]): TemplateResult {
  const { model } = proof;
  const { t } = model;
  const shown = parts[model.sample];
  if (!shown) return html``;
  const [wrapper, split] = [firstRows(matrixAt(shown.wrapper)), firstRows(matrixAt(shown.split))];
  const limit = largestMagnitude([wrapper, split]) || 1;
  const columns = columnNames(shown);
  const rows = shown.wrapper.shape[0] ?? 0;
  return html`<div class="pictures">
      ${pictureView(proof, "MultiHeadAttentionWrapper", wrapper, limit, columns)}
      ${pictureView(proof, "MultiHeadAttention.fromWrapper", split, limit, columns)}
    </div>
    ${rows > wrapper.rows ? html`<p class="hint">${t("proofs.twins.cut", { shown: wrapper.rows, rows })}</p>` : nothing}
    <div role="status"><table class="comparison"><thead><tr><th scope="col">${t("proofs.twins.against")}</th>
        <th scope="col">${t("proofs.twins.bits")}</th><th scope="col">${t("proofs.twins.difference")}</th></tr></thead>
      <tbody>${rowView(proof, t("proofs.twins.merged"), together(parts.map(({ merged }) => merged)))}
        ${rowView(proof, t("proofs.twins.output"), together(parts.map(({ output }) => output)))}</tbody></table></div>`;
}

export function twinsView(proof: Proof): TemplateResult {
  const { model, input, result, from } = proof;
  const { t, state } = model;
  const compute = (sample: number) => twins(state, sampleOf(input.x, sample));
  const done = (parts: readonly Twins[]) => doneView(proof, parts);
  const isLong = result.difference === undefined;
  const isDropping = state.training && state.dropout > 0;
  return html`<div class="proof" data-proof="twins"><h3>${t("proofs.twins.title")}</h3>
    <p class="hint">${rich(t("proofs.twins"))}${isDropping ? html` ${t("proofs.twins.eval")}` : nothing}</p>
    ${isLong ? partsView(proof, { job: comparisons, start: t("proofs.twins.start"), compute, done }) : done(comparisons.now(from, input.x.shape[0] ?? 0, compute))}
  </div>`;
}
