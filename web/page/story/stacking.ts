// The chapter "stacking": heads with matrices of their own, their contexts side by side.

import { html, nothing, type TemplateResult } from "lit";
import { Tensor } from "../../api/index.js";
import { compareDigits } from "../../element/digits.js";
import { headLetter, headSwatch } from "../../element/heads.js";
import { type Matrix, matrixAt, valueAt } from "../../element/matrix.js";
import { fixed } from "../../element/numbers.js";
import { rich } from "../../element/rich.js";
import { pythonCall } from "../../element/scene/layers.js";
import { PRINTED } from "../../element/scene/presets.js";
import type { Settings } from "../../element/scene/state.js";
import type { Model } from "../app.js";
import { choice, D_OUT, type Figure, figures, queryChoice } from "./figure.js";
import { matrixView, numbered, pictureView, scalesView, signedLimit } from "./figure-pictures.js";
import { transposed, type WrapperPass, wrapperPass } from "./passes.js";
import type { Chapter } from "./story.js";

// More heads under one another are no longer compared.
const MOST_HEADS = 4;
// As many texts as the article's batch has.
const MOST_TEXTS = 2;

const ROLES = [
  { role: "query", stage: "queries" },
  { role: "key", stage: "keys" },
  { role: "value", stage: "values" },
] as const;
type Role = (typeof ROLES)[number];

function headsOf({ state }: Model): number {
  const { numHeads } = state;
  return Number.isInteger(numHeads) && numHeads >= 1 ? Math.min(numHeads, MOST_HEADS) : 2;
}

function roleOf({ model }: Figure): Role {
  const stage = model.state.marks.get("stacking.matrix");
  return ROLES.find((role) => role.stage === stage) ?? ROLES[2];
}

function roleChoice({ model: { t }, app }: Figure, current: Role): TemplateResult {
  const options = ROLES.map(({ stage }) => ({ value: stage, label: t(`simplified.stage.${stage}`) }));
  return choice(app, t("stacking.matrix"), "stacking.matrix", options, current.stage);
}

function headView(figure: Figure, pass: WrapperPass, head: number, role: Role, limit: number): TemplateResult {
  const { t } = figure.model;
  const letter = headLetter(head);
  // As the article names them: Wv1 is the first head's.
  const name = `W${role.role.charAt(0)}${head + 1}`;
  const of = t("heads.head", { letter });
  const columns = numbered(D_OUT);
  const matrix = matrixAt(
    transposed(pass.state[`heads.${head}.W_${role.role}.weight`] ?? new Tensor(new Float32Array(), [0, 0])),
  );
  const hidden = matrixAt(pass.masked);
  const stage = (which: "weights" | "context" | Role["stage"]) => matrixAt(pass[which], head);
  return html`<div class="head" data-head=${head}>
    <h4>${headSwatch(head, 18)} ${of}</h4>
    <div class="pictures">
      ${matrixView(figure, name, matrix, limit)}
      ${pictureView(figure, { stage: role.stage, code: `x @ ${name}`, matrix: stage(role.stage), kind: "signed", limit, columns, of, followed: role.role === "query" })}
      ${pictureView(figure, { stage: "weights", code: "", matrix: stage("weights"), kind: "weights", limit: 1, hidden, of })}
      ${pictureView(figure, { stage: "context", code: `Z${head + 1}`, matrix: stage("context"), kind: "signed", limit, columns, of })}
    </div>
  </div>`;
}

/** The followed query's row of Z, head by head. */
function rowView({ story, token }: Figure, z: Matrix, heads: number): TemplateResult {
  const part = (head: number) =>
    Array.from({ length: D_OUT }, (_, column) => fixed(valueAt(z, token, head * D_OUT + column), 4)).join(", ");
  return html`<p class="joined"><span class="pair" translate="no">${story.words[token]}</span>
    ${Array.from({ length: heads }, (_, head) => html`<span class="part">${headSwatch(head)} ${headLetter(head)} [${part(head)}]</span> `)}</p>`;
}

function joinedView(figure: Figure, pass: WrapperPass, heads: number, limit: number): TemplateResult {
  const z = matrixAt(pass.output);
  const columns = Array.from({ length: z.columns }, (_, column) => {
    return `${headLetter(Math.floor(column / D_OUT))}${(column % D_OUT) + 1}`;
  });
  const parts = Array.from({ length: heads }, (_, head) => `Z${head + 1}`);
  return html`<div class="joining">
    ${pictureView(figure, { stage: "context", code: `torch.cat([${parts.join(", ")}], dim=-1)`, matrix: z, kind: "signed", limit, columns, of: "Z" })}
    <div role="status">${rowView(figure, z, heads)}</div>
  </div>`;
}

function stackView(figure: Figure, heads: number): TemplateResult {
  const { model, story } = figure;
  const pass = wrapperPass(story.x, D_OUT, heads, model.state.seed);
  const role = roleOf(figure);
  const matrices = Object.entries(pass.state).flatMap(([key, matrix]) => (key.includes("mask") ? [] : [matrix]));
  const limit = signedLimit([...matrices, pass.queries, pass.keys, pass.values, pass.context]);
  return html`<div class="figure">
    <div class="choosing">${queryChoice(figure)} ${roleChoice(figure, role)}</div>
    ${scalesView(figure, { weights: 1, values: limit })}
    <div class="stack" data-heads=${heads}>
      <div>${Array.from({ length: heads }, (_, head) => headView(figure, pass, head, role, limit))}</div>
      ${joinedView(figure, pass, heads, limit)}
    </div>
    ${model.state.numHeads > heads ? html`<p class="hint">${model.t("stacking.cut", { heads, numHeads: model.state.numHeads })}</p>` : nothing}
  </div>`;
}

/** The texts of the reader's batch, as many and as long as the figures show. */
function batchOf({ model: { input }, story }: Figure): Tensor {
  const tokens = story.words.length;
  const [batch = 1, all = tokens, dIn = 1] = input?.x.shape ?? [];
  const texts = Math.min(batch, MOST_TEXTS);
  const data = Array.from({ length: texts }, (_, text) => [
    ...(input?.x.data.subarray(text * all * dIn, text * all * dIn + tokens * dIn) ?? []),
  ]);
  return new Tensor(Float32Array.from(data.flat()), [texts, tokens, dIn]);
}

/** The article's call on the reader's batch, printed; compared digit by digit while it is the article's. */
function printView(figure: Figure, heads: number): TemplateResult {
  const { t, state } = figure.model;
  const x = batchOf(figure);
  const [, tokens = 1, dIn = 1] = x.shape;
  const settings: Settings = {
    layer: "MultiHeadAttentionWrapper",
    numHeads: heads,
    dOut: D_OUT,
    contextLength: tokens,
    qkvBias: false,
    dropout: 0,
    dropoutMethod: "default",
    seed: state.seed,
    training: true,
  };
  const { output } = wrapperPass(x, D_OUT, heads, state.seed);
  const printed = String(output);
  const article = state.source.kind === "article" && state.seed === "123" ? PRINTED[settings.layer] : undefined;
  const comparison = article === undefined ? undefined : compareDigits(printed, article);
  const { numbers = 0, numbersAgreeing = 0, digits = 0, digitsAgreeing = 0 } = comparison ?? {};
  const agreement = numbers === numbersAgreeing ? "agreement.all" : "agreement.some";
  return html`<div class="figure printed">
    <pre class="call-text" translate="no">${pythonCall(settings, dIn)}
context_vecs.shape: torch.Size([${output.shape.join(", ")}])</pre>
    <div><attention-print data-print="stacking" .label=${t("stacking.print")} .pieces=${comparison?.left ?? [{ text: printed }]}></attention-print>
    ${comparison ? html`<p class="hint">${t(agreement, { numbers, numbersAgreeing, digits, digitsAgreeing })}</p>` : nothing}</div>
  </div>`;
}

function draw(figure: Figure): TemplateResult {
  const { model } = figure;
  const { t } = model;
  const heads = headsOf(model);
  return html`${stackView(figure, heads)}
    <p class="text">${rich(t("stacking.lead", { heads }))}</p>
    ${printView(figure, heads)}
    <p class="text">${rich(t("stacking.shape", { heads, dOut: D_OUT, width: heads * D_OUT }))}</p>`;
}

export const stackingChapter: Chapter = { id: "stacking", view: figures("stacking", 1, draw) };
