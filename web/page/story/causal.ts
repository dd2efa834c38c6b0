// The chapter "causal": one head with its mask, cut from the buffer that the layer keeps, and with dropout.

import { html, type TemplateResult } from "lit";
import { Tensor } from "../../api/index.js";
import { largestMagnitude, matrixAt } from "../../element/matrix.js";
import { rich } from "../../element/rich.js";
import { chosen, D_OUT, type Figure, figures, queryChoice } from "./figure.js";
import { type Limits, numbered, pictureView, scalesView, signedLimit, sumView } from "./figure-pictures.js";
import { type CausalPass, causalPass } from "./passes.js";
import type { Chapter } from "./story.js";

/** Longer than any text here, so that the mask must be cut. */
const CONTEXT_LENGTH = 8;
const HALF = 0.5;

interface Slider {
  readonly mark: string;
  readonly label: TemplateResult;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
}

function sliderView({ app }: Figure, { mark, label, min, max, step, value }: Slider): TemplateResult {
  const id = mark.replace(".", "-");
  return html`<div class="slider"><label for=${id}>${label}</label>
    <input type="range" id=${id} min=${min} max=${max} step=${step} .value=${String(value)}
      @input=${(event: Event) => app.mark(mark, (event.currentTarget as HTMLInputElement).value)} />
    <output for=${id}>${value}</output></div>`;
}

/** The buffer with the corner that is taken, and what was taken. */
function cutView(figure: Figure): TemplateResult {
  const { model, story } = figure;
  const { t } = model;
  const all = story.words.length;
  const tokens = chosen(model, "causal.tokens", all, all - 1) + 1;
  const dIn = story.x.shape[1] ?? 1;
  const pass = headPass(figure, 0, "default", new Tensor(story.x.data.slice(0, tokens * dIn), [tokens, dIn]));
  const hidden = matrixAt(pass.masked);
  const words = story.words.slice(0, tokens);
  const label = html`${t("causal.tokens")} <code>num_tokens</code>`;
  return html`<div class="figure">
    ${sliderView(figure, { mark: "causal.tokens", label, min: 1, max: all, step: 1, value: tokens })}
    <div class="pictures cut">
      <figure class="picture" data-stage="buffer">
        <figcaption>${t("causal.buffer")} <code>self.mask</code><span class="shape">${CONTEXT_LENGTH} × ${CONTEXT_LENGTH}</span></figcaption>
        <attention-buffer .matrix=${matrixAt(pass.buffer)} .tokens=${tokens}
          .label=${t("causal.bufferLabel", { contextLength: CONTEXT_LENGTH, tokens })}></attention-buffer>
      </figure>
      <span class="arrow" aria-hidden="true">→</span>
      ${pictureView(
        { ...figure, story: { ...story, words } },
        {
          stage: "masked",
          code: "mask.bool()[:num_tokens, :num_tokens]",
          matrix: hidden,
          kind: "mask",
          limit: 1,
          hidden,
          followed: false,
        },
      )}
    </div>
  </div>`;
}

function headPass(
  { model, story }: Figure,
  dropout: number,
  dropoutMethod: "default" | "mkl",
  x: Tensor = story.x,
): CausalPass {
  return causalPass(x, { dOut: D_OUT, contextLength: CONTEXT_LENGTH, dropout, dropoutMethod }, model.state.seed);
}

function rowView(figure: Figure): TemplateResult {
  const pass = headPass(figure, 0, "default");
  const hidden = matrixAt(pass.masked);
  const scores = matrixAt(pass.scores);
  const scaled = matrixAt(pass.scaled);
  const weights = matrixAt(pass.weights);
  const values = matrixAt(pass.values);
  const context = matrixAt(pass.context);
  const limits = { scores: signedLimit([scores]), weights: 1, values: signedLimit([values, context]) };
  return html`<div class="figure">
    ${queryChoice(figure)} ${scalesView(figure, limits)}
    <div class="pictures">
      ${pictureView(figure, { stage: "scores", code: "queries @ keys.T", matrix: scores, kind: "signed", limit: limits.scores })}
      ${pictureView(figure, { stage: "scaled", code: "masked_fill_(mask, -inf)", matrix: scaled, kind: "signed", limit: limits.scores, hidden })}
      ${pictureView(figure, { stage: "weights", code: "softmax", matrix: weights, kind: "weights", limit: 1, hidden })}
      ${pictureView(figure, { stage: "context", code: "weights @ values", matrix: context, kind: "signed", limit: limits.values, columns: numbered(D_OUT) })}
      ${sumView(figure, { scores, scaled, weights, values, context, hidden }, limits)}
    </div>
  </div>`;
}

const METHODS = ["default", "mkl"] as const;

function methodView(figure: Figure, method: (typeof METHODS)[number], pass: CausalPass, limits: Required<Limits>) {
  const { t } = figure.model;
  const hidden = matrixAt(pass.masked);
  const kept = matrixAt(pass.dropoutMask);
  const dropped = matrixAt(pass.droppedWeights);
  const of = t(`causal.method.${method}`);
  const scores = matrixAt(pass.scores);
  const values = matrixAt(pass.values);
  const context = matrixAt(pass.context);
  return html`<div class="method" data-method=${method}>
    <h4>${of} <code>dropoutMethod: "${method}"</code></h4>
    <div class="pictures">
      ${pictureView(figure, { stage: "dropoutMask", code: "", matrix: kept, kind: "mask", limit: 1, kept, of })}
      ${pictureView(figure, { stage: "droppedWeights", code: "dropout(weights)", matrix: dropped, kind: "weights", limit: limits.weights, hidden, kept, of })}
      ${sumView(figure, { scores, weights: dropped, values, context, hidden, kept }, limits, of)}
    </div>
  </div>`;
}

function probabilityOf({ model }: Figure): number {
  const text = model.state.marks.get("causal.p") ?? "";
  return /^0(\.\d)?$/.test(text) ? Number(text) : HALF;
}

function dropoutView(figure: Figure): TemplateResult {
  const p = probabilityOf(figure);
  const label = html`${figure.model.t("causal.p")} <code>p</code>`;
  const passes = METHODS.map((method) => ({ method, pass: headPass(figure, p, method) }));
  const limits = {
    weights: largestMagnitude(
      passes.map(({ pass }) => matrixAt(pass.droppedWeights)),
      1,
    ),
    scores: signedLimit(passes.map(({ pass }) => pass.scores)),
    values: signedLimit(passes.flatMap(({ pass }) => [pass.values, pass.context])),
  };
  return html`<div class="figure">
    ${sliderView(figure, { mark: "causal.p", label, min: 0, max: 0.9, step: 0.1, value: p })}
    ${scalesView(figure, limits)}
    <div class="methods">${passes.map(({ method, pass }) => methodView(figure, method, pass, limits))}</div>
  </div>`;
}

function draw(figure: Figure): TemplateResult {
  const { t, state } = figure.model;
  return html`${cutView(figure)}
    <p class="text">${rich(t("causal.lead", { contextLength: CONTEXT_LENGTH }))}</p>
    ${rowView(figure)}
    <p class="text">${rich(t("causal.scores"))}</p>
    ${dropoutView(figure)}
    <p class="text">${rich(t("causal.dropout", { p: probabilityOf(figure), seed: state.seed }))}</p>`;
}

export const causalChapter: Chapter = { id: "causal", view: figures("causal", 3, draw) };
