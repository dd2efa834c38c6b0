// The chapter "trainable": queries, keys and values from matrices that can learn, and why scores are divided.

import { html, type TemplateResult } from "lit";
import { type Cell, headroomFor } from "../../element/attention-matrix.js";
import { matrixAt } from "../../element/matrix.js";
import { rich } from "../../element/rich.js";
import { matrixWords, valueInWords } from "../../element/scene/picture-words.js";
import { choice, D_OUT, type Figure, figures, queryChoice } from "./figure.js";
import { matrixView, numbered, pictureView, scalesView, signedLimit, sumView } from "./figure-pictures.js";
import { type TrainablePass, trainablePass, type Version, weightsByWidth } from "./passes.js";
import { type Chapter, chapterTitle } from "./story.js";

const VERSIONS = ["V1", "V2"] as const;
const WIDTHS = [2, 8, 32, 128, 512];

function versionOf({ model }: Figure): Version {
  return model.state.marks.get("trainable.class") === "V2" ? "V2" : "V1";
}

function versionChoice({ model: { t }, app }: Figure, version: Version): TemplateResult {
  const options = VERSIONS.map((one) => ({ value: one, label: html`<code>SelfAttention${one}</code>` }));
  return html`${choice(app, t("trainable.class"), "trainable.class", options, version)}
    <p class="hint">${rich(t(`trainable.${version}`))}</p>`;
}

const ROLES = [
  { role: "query", stage: "queries" },
  { role: "key", stage: "keys" },
  { role: "value", stage: "values" },
] as const;

/** A matrix above what it makes of the embeddings, column over column. */
function roleView(
  figure: Figure,
  pass: TrainablePass,
  { role, stage }: (typeof ROLES)[number],
  limit: number,
): TemplateResult {
  const matrix = matrixAt(pass.matrices[role]);
  const name = `W_${role}${versionOf(figure) === "V1" ? "" : ".weight.T"}`;
  const columns = numbered(matrix.columns);
  return html`<div class="role" data-role=${role}>
    ${matrixView(figure, name, matrix, limit)}
    ${pictureView(figure, { stage, code: `x @ ${name}`, matrix: matrixAt(pass[stage]), kind: "signed", limit, columns, followed: stage === "queries" })}
  </div>`;
}

function rolesView(figure: Figure, pass: TrainablePass): TemplateResult {
  const x = matrixAt(figure.story.x);
  const { matrices, queries, keys, values } = pass;
  const limit = signedLimit([x, ...Object.values(matrices), queries, keys, values]);
  return html`<div class="figure">
    ${versionChoice(figure, versionOf(figure))} ${queryChoice(figure)} ${scalesView(figure, { values: limit })}
    <div class="pictures roles">
      ${pictureView(figure, { stage: "x", code: "x", matrix: x, kind: "signed", limit, columns: numbered(x.columns) })}
      ${ROLES.map((role) => roleView(figure, pass, role, limit))}
    </div>
  </div>`;
}

function rowView(figure: Figure, pass: TrainablePass): TemplateResult {
  const scores = matrixAt(pass.scores);
  const scaled = matrixAt(pass.scaled);
  const weights = matrixAt(pass.weights);
  const values = matrixAt(pass.values);
  const context = matrixAt(pass.context);
  const limits = { scores: signedLimit([scores]), weights: 1, values: signedLimit([values, context]) };
  return html`<div class="figure">
    ${scalesView(figure, limits)}
    <div class="pictures">
      ${pictureView(figure, { stage: "scores", code: "queries @ keys.T", matrix: scores, kind: "signed", limit: limits.scores })}
      ${pictureView(figure, { stage: "weights", code: `softmax(scores / ${D_OUT}**0.5)`, matrix: weights, kind: "weights", limit: 1 })}
      ${pictureView(figure, { stage: "context", code: "weights @ values", matrix: context, kind: "signed", limit: limits.values, columns: numbered(D_OUT) })}
      ${sumView(figure, { scores, scaled, weights, values, context }, limits)}
    </div>
  </div>`;
}

/** The same query's weights in wider and wider layers, with and without the division. */
function widthsView(figure: Figure): TemplateResult {
  const { model, story, token } = figure;
  const { t } = model;
  const { words } = story;
  const { plain, scaled } = weightsByWidth(versionOf(figure), story.x, token, WIDTHS, model.state.seed);
  const picture = (which: "plain" | "scaled", code: string) => {
    const matrix = matrixAt(which === "plain" ? plain : scaled);
    const name = t(`trainable.${which}`);
    return html`<figure class="picture" data-stage=${which}>
      <figcaption>${name} <code>${code}</code></figcaption>
      <attention-matrix kind="weights" .label=${`${name} (${t(chapterTitle("trainable"))})`} .matrix=${matrix} .limit=${1}
        .rowLabels=${WIDTHS.map(String)} .columnLabels=${words} .rowAxis=${"d_out ↓"} .columnAxis=${t("axis.key")} .headroom=${headroomFor(words)}
        .words=${matrixWords(t)} .describe=${(cell: Cell) =>
          t("trainable.widthCell", {
            width: WIDTHS[cell.row] ?? 0,
            key: words[cell.column] ?? "",
            value: valueInWords(cell),
          })}></attention-matrix>
    </figure>`;
  };
  return html`<div class="figure widths">
    <p class="hint">${t("trainable.widths", { token: words[token] ?? "" })}</p>
    <div class="pictures">${picture("plain", "softmax(scores)")} ${picture("scaled", "softmax(scores / d_out**0.5)")}</div>
  </div>`;
}

function draw(figure: Figure): TemplateResult {
  const { model, story } = figure;
  const { t } = model;
  const pass = trainablePass(versionOf(figure), story.x, D_OUT, model.state.seed);
  return html`${rolesView(figure, pass)}
    <p class="text">${rich(t("trainable.lead"))}</p>
    ${rowView(figure, pass)}
    <p class="text">${rich(t("trainable.scores"))}</p>
    ${widthsView(figure)}
    <p class="text">${rich(t("trainable.why"))}</p>`;
}

export const trainableChapter: Chapter = { id: "trainable", view: figures("trainable", 1, draw) };
