// The picture: every head of the layer, with the scales its colours are read by.

import { html, nothing, type TemplateResult } from "lit";
import type { HeadData, HeadWords } from "../element/attention-head.js";
import { headLetter } from "../element/heads.js";
import { largestMagnitude } from "../element/matrix.js";
import type { App, Model } from "./app.js";
import type { Translate } from "./i18n.js";
import { say } from "./problems.js";
import { sampleSwitch } from "./view-input.js";
import { valueInWords, weightInWords } from "./view-legend.js";

function wordsOf(t: Translate, letter: string, dropping: boolean): HeadWords {
  return {
    head: t("heads.head", { letter }),
    mask: t("heads.mask"),
    weights: t(dropping ? "heads.weightsDropped" : "heads.weights"),
    context: t("heads.context"),
    query: t("axis.query"),
    key: t("axis.key"),
    token: t("axis.token"),
    value: t("axis.value"),
    maskCell: (cell, query, key) => t(cell.state === "hidden" ? "cell.masked" : "cell.visible", { query, key }),
    weightCell: (cell, query, key) => weightInWords(t, cell, query, key),
    contextCell: (cell, token) => t("cell.context", { token, column: cell.column + 1, value: valueInWords(cell) }),
  };
}

function isDropping(head: HeadData): boolean {
  return head.kept !== undefined && Array.from(head.kept.data).includes(0);
}

export function headsView(model: Model, app: App): TemplateResult {
  const { t, result, input, sample } = model;
  return html`<section class="heads" aria-labelledby="heads-title">
    <div class="section-head"><h2 id="heads-title">${t("heads.title")}</h2>${sampleSwitch(model, app)}</div>
    ${result ? picture(t, result.samples[sample] ?? [], input?.words[sample] ?? []) : missingPicture(model)}
  </section>`;
}

function picture(t: Translate, heads: readonly HeadData[], words: readonly string[]): TemplateResult {
  const weightLimit = largestMagnitude(
    heads.map(({ weights }) => weights),
    1,
  );
  const contextLimit = largestMagnitude(heads.map(({ context }) => context)) || 1;
  return html`<div class="scales">
      <attention-scale kind="weights" .label=${t("legend.weights")} .limit=${weightLimit}></attention-scale>
      <attention-scale kind="signed" .label=${t("heads.contextScale")} .limit=${contextLimit}></attention-scale>
      <p class="hint">${t("heads.hint")}${heads[0]?.mask ? nothing : html` ${t("heads.noMask")}`}</p>
    </div>
    ${heads.map(
      (head, index) => html`<attention-head .index=${index} .only=${heads.length === 1} .data=${head} .tokens=${words}
      .weightLimit=${weightLimit} .contextLimit=${contextLimit} .words=${wordsOf(t, headLetter(index), isDropping(head))}></attention-head>`,
    )}`;
}

/** Why there is no picture; while the module loads, nothing needs to be said twice. */
function missingPicture({ t, problem }: Model): TemplateResult | typeof nothing {
  if (!problem) return nothing;
  return html`<p class="problem" role="alert">${t("problem.picture")} ${say(problem, t)}</p>`;
}
