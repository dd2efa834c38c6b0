// The chapter "questions": what readers ask, answered, with the numbers computed on the spot.

import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { headLetter, headSwatch } from "../../element/heads.js";
import { fixed } from "../../element/numbers.js";
import { rich } from "../../element/rich.js";
import type { Translate } from "../i18n.js";
import { type Draw, type Drawn, maskRows, type TwoClasses, twoClasses } from "./questions-compute.js";
import type { Chapter } from "./story.js";

const QUESTIONS = ["classes", "halves", "mask", "dropout"] as const;
type Question = (typeof QUESTIONS)[number];

const four = (value: number | undefined) => fixed(value ?? Number.NaN, 4);

function drawnView({ key, tensor }: Drawn): TemplateResult {
  const [rows = 1, columns = tensor.data.length] = tensor.shape.length === 2 ? tensor.shape : [1, tensor.data.length];
  const row = (index: number) =>
    [...tensor.data.subarray(index * columns, (index + 1) * columns)].map((value) => four(value).padStart(7)).join(" ");
  return html`<code>${key}</code><pre translate="no">${Array.from({ length: rows }, (_, index) => row(index)).join("\n")}</pre>`;
}

function drawView(t: Translate, { wrapper, split, same }: Draw, step: number): TemplateResult {
  const numbers = wrapper.tensor.data.length;
  const isSame = same === numbers;
  const verdict = isSame ? t("questions.draws.same", { numbers }) : t("questions.draws.other");
  return html`<tr class=${isSame ? "same" : "other"}><th scope="row">${step + 1}</th><td>${drawnView(wrapper)}</td>
    <td>${split ? drawnView(split) : t("questions.draws.nothing")}
      ${split ? html`<p class="bits"><span aria-hidden="true">${isSame ? "=" : "≠"}</span> ${verdict}</p>` : nothing}</td></tr>`;
}

/** Numbers by head, as they stand side by side in a row. */
function byHead(values: readonly number[], width: number): TemplateResult[] {
  return Array.from({ length: values.length / width }, (_, head) => {
    const part = values.slice(head * width, (head + 1) * width).map(four);
    return html`<span class="part">${headSwatch(head)} ${headLetter(head)} [${part.join(", ")}]</span> `;
  });
}

/** The first number printed, out of the two before it: every factor written out, the result the layer's own. */
function projectionView({ mergedRow, outputRow, projection }: TwoClasses): TemplateResult {
  const { weight, bias } = projection;
  const terms = mergedRow.map((value, column) => `${four(weight.at(0, column))} × ${four(value)}`);
  return html`<span class="part">${[...terms, four(bias.at(0))].join(" + ")} =</span> <strong>${four(outputRow[0])}</strong>`;
}

function classesView(t: Translate): TemplateResult {
  const both = twoClasses();
  const { draws, wrapperRow, mergedRow } = both;
  return html`<div class="figure">
    <div class="draws" tabindex="0" role="region" aria-label=${t("questions.draws.title")}><table>
      <caption>${t("questions.draws.title")}</caption>
      <thead><tr><th scope="col">${t("questions.draws.step")}</th><th scope="col"><code>MultiHeadAttentionWrapper</code></th><th scope="col"><code>MultiHeadAttention</code></th></tr></thead>
      <tbody>${draws.map((draw, step) => drawView(t, draw, step))}</tbody>
    </table></div>
    <dl class="rows">
      <dt>${t("questions.rows.wrapper")}</dt><dd>${byHead(wrapperRow, wrapperRow.length / 2)}</dd>
      <dt>${t("questions.rows.merged")}</dt><dd>${byHead(mergedRow, mergedRow.length / 2)}</dd>
      <dt>${t("questions.rows.output")}</dt><dd>${projectionView(both)}</dd>
    </dl>
  </div>`;
}

function dropoutView(t: Translate): TemplateResult {
  return html`<dl class="rows masks">${(["default", "mkl"] as const).map(
    (method) => html`<dt>${t(`causal.method.${method}`)}</dt><dd><code>${maskRows(method).join(" ")}</code></dd>`,
  )}</dl>`;
}

function figureOf(t: Translate, question: Question): TemplateResult | typeof nothing {
  if (question === "classes") return classesView(t);
  return question === "dropout" ? dropoutView(t) : nothing;
}

export const questionsChapter: Chapter = {
  id: "questions",
  view: ({ t, language }) =>
    html`${guard([language], () =>
      QUESTIONS.map(
        (question) => html`<div class="question" data-question=${question}><h4>${t(`questions.${question}.title`)}</h4>
          ${figureOf(t, question)}<p class="text">${rich(t(`questions.${question}`))}</p></div>`,
      ),
    )}`,
};
