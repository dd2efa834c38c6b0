// The chapter "simplified": dot products of the embeddings themselves, and what softmax makes of them.

import { html, type TemplateResult } from "lit";
import { matrixAt } from "../../element/matrix.js";
import { fixed } from "../../element/numbers.js";
import { rich } from "../../element/rich.js";
import { chosen, type Figure, figures, queryChoice, tokenChoice } from "./figure.js";
import { numbered, pictureView, scalesView, signedLimit, sumView } from "./figure-pictures.js";
import { simplifiedPass } from "./passes.js";
import type { Chapter } from "./story.js";

// More products than these do not fit one sentence.
const MOST_PRODUCTS = 8;

/** The dot product of two embeddings, every product written out; the sum is the layer's own score. */
function productView({ story, token }: Figure, key: number, score: number): TemplateResult {
  const { words, x } = story;
  const width = x.shape[1] ?? 0;
  const at = (row: number, column: number) => fixed(x.data[row * width + column] ?? Number.NaN, 2);
  const shown = Array.from({ length: Math.min(width, MOST_PRODUCTS) }, (_, column) => column);
  const products = shown.map((column) => `${at(token, column)} × ${at(key, column)}`);
  if (width > shown.length) products.push("…");
  return html`<p class="product"><span class="pair" translate="no">${words[token]} · ${words[key]}</span>
    <span class="sum">${products.map((product, index) => html`<span class="term">${index === 0 ? "= " : "+ "}${product}</span> `)}</span>
    <strong class="score">= ${fixed(score, 4)}</strong></p>`;
}

function draw(figure: Figure): TemplateResult {
  const { model, story, token } = figure;
  const { t } = model;
  const pass = simplifiedPass(story.x);
  const x = matrixAt(story.x);
  const scores = matrixAt(pass.scores);
  const weights = matrixAt(pass.weights);
  const context = matrixAt(pass.context);
  const key = chosen(model, "simplified.key", story.words.length, 0);
  const limits = { scores: signedLimit([scores]), weights: 1, values: signedLimit([x, context]) };
  const columns = numbered(x.columns);
  return html`
    <div class="figure">
      <div class="choosing">${queryChoice(figure)} ${tokenChoice(figure, t("simplified.key"), "simplified.key", key)}</div>
      <div role="status">${productView(figure, key, pass.scores.at(token, key))}</div>
    </div>
    <p class="text">${rich(t("simplified.lead"))}</p>
    <div class="figure">
      ${scalesView(figure, limits)}
      <div class="pictures">
        ${pictureView(figure, { stage: "scores", code: "x @ x.T", matrix: scores, kind: "signed", limit: limits.scores, key: { mark: "simplified.key", index: key } })}
        ${pictureView(figure, { stage: "weights", code: "softmax(scores)", matrix: weights, kind: "weights", limit: 1 })}
        ${pictureView(figure, { stage: "context", code: "weights @ x", matrix: context, kind: "signed", limit: limits.values, columns })}
        ${sumView(figure, { scores, weights, values: x, context }, limits)}
      </div>
    </div>
    <p class="text">${rich(t("simplified.all"))}</p>
    <p class="text">${rich(t("simplified.none"))}</p>`;
}

export const simplifiedChapter: Chapter = { id: "simplified", view: figures("simplified", 1, draw) };
