// One head large, as lines or cells, with where it looks from the chosen token and what the model says comes next.

import { html, nothing, type TemplateResult } from "lit";
import type { Side, TokenPinEvent } from "../../element/attention-lines.js";
import type { Cell } from "../../element/attention-matrix.js";
import { headSwatch } from "../../element/heads.js";
import { type LinesHead, shareOf } from "../../element/lines.js";
import { type Matrix, valueAt } from "../../element/matrix.js";
import { fixed } from "../../element/numbers.js";
import { linesWords, matrixWords, weightInWords } from "../../element/scene/picture-words.js";
import type { App, Model } from "../app.js";
import { type Choice, choosePosition, chooseView, headName, LARGE_VIEWS } from "./trained-choice.js";
import { HEADS_PER_LAYER } from "./trained-compute.js";
import type { Reading } from "./trained-reading.js";
import { wordOf } from "./trained-words.js";

// Weaker lines would be a veil over those that matter.
const LINES_FROM = 0.1;

/** One head, drawn large. */
interface Large {
  readonly weights: Matrix;
  readonly words: readonly string[];
  readonly hidden: Matrix;
  /** Its index in its layer. */
  readonly letter: number;
}

/** Where a head looks from one token, in words. */
function lookSentence({ t, language }: Model, reading: Reading, head: number, position: number): string {
  const weights = reading.heads[head]?.weights;
  const word = (at: number) => wordOf(reading.ids[at] ?? 0, language);
  if (!weights) return "";
  const row = Array.from({ length: position + 1 }, (_, key) => valueAt(weights, position, key));
  const strongest = row.indexOf(Math.max(...row));
  const values = {
    name: headName(head),
    word: word(position),
    number: position + 1,
    weight: fixed(row[strongest] ?? 0, 2),
    key: word(strongest),
    keyNumber: strongest + 1,
  };
  const { earlier = [] } = reading.predictions[position] ?? {};
  if (earlier.length === 0) return t("trained.looksFirst", values);
  if (earlier.includes(strongest - 1)) return t("trained.looksAfter", values);
  return t(earlier.includes(strongest) ? "trained.looksAt" : "trained.looksElsewhere", values);
}

function nextWords(model: Model, choice: Choice, reading: Reading): TemplateResult | typeof nothing {
  const { t, language } = model;
  const prediction = reading.predictions[choice.position];
  if (!prediction) return nothing;
  const { top, expected, right } = prediction;
  const followed = expected.map((id) => t("trained.quoted", { word: wordOf(id, language) })).join(t("trained.or"));
  const verdict =
    expected.length === 0
      ? t("trained.nothingKnown")
      : t(right ? "trained.nextRight" : "trained.nextWrong", { followed });
  return html`<div class="next-words">
    <table>
      <caption>${t("trained.next", { word: wordOf(reading.ids[choice.position] ?? 0, language), number: choice.position + 1 })}</caption>
      <thead><tr><th scope="col">${t("trained.nextWord")}</th><th scope="col">${t("trained.logit")}</th></tr></thead>
      <tbody>${top.map(
        ({ id, logit }) =>
          html`<tr data-expected=${expected.includes(id)}><td>${wordOf(id, language)}${expected.includes(id) ? " ✓" : ""}</td><td>${fixed(logit, 2)}</td></tr>`,
      )}</tbody>
    </table>
    <p class="hint">${verdict}</p>
  </div>`;
}

function linesPicture(
  { t }: Model,
  app: App,
  choice: Choice,
  { weights, words, hidden, letter }: Large,
): TemplateResult {
  const heads: LinesHead[] = [{ index: letter, weights, hidden }];
  const share = (100 * shareOf(heads, LINES_FROM).kept).toFixed(0);
  return html`<div class="large-lines"><attention-lines .heads=${heads} .tokens=${words} .threshold=${LINES_FROM} .words=${linesWords(t)}
      .pinned=${{ side: "query", index: choice.position } satisfies Side}
      @token-pin=${(event: TokenPinEvent) => {
        event.preventDefault();
        if (event.detail?.side === "query") choosePosition(app, event.detail.index);
      }}></attention-lines>
    <p class="hint">${t("trained.share", { threshold: LINES_FROM.toFixed(2), share })}</p></div>`;
}

function cellsPicture({ t }: Model, name: string, choice: Choice, { weights, words, hidden }: Large): TemplateResult {
  const tokenName = (position: number) => t("trained.tokenName", { word: words[position] ?? "", number: position + 1 });
  const describe = (cell: Cell) => weightInWords(t, cell, tokenName(cell.row), tokenName(cell.column));
  return html`<attention-matrix kind="weights" .label=${t("trained.large", { name })} .matrix=${weights} .hiddenCells=${hidden}
    .limit=${1} .rowAxis=${t("axis.query")} .columnAxis=${t("axis.key")} .rowLabels=${words} .columnLabels=${words}
    .describe=${describe} .activeRow=${choice.position} .words=${matrixWords(t)}></attention-matrix>`;
}

export function detailView(model: Model, app: App, choice: Choice, reading: Reading): TemplateResult | typeof nothing {
  const { t, language } = model;
  const { head, position, view } = choice;
  const weights = reading.heads[head]?.weights;
  if (!weights) return nothing;
  const name = headName(head);
  const words = reading.ids.map((id) => wordOf(id, language));
  const large = { weights, words, hidden: reading.masked, letter: head % HEADS_PER_LAYER };
  return html`<div class="detail" data-view=${view}>
    <div class="section-head"><h4>${headSwatch(large.letter)} ${t("trained.head", { name })}</h4>
      <div class="segments" role="group" aria-label=${t("heads.view")}>${LARGE_VIEWS.map(
        (one) =>
          html`<button type="button" aria-pressed=${one === view} @click=${() => chooseView(app, one)}>${t(`heads.view.${one}`)}</button>`,
      )}</div></div>
    <p role="status" class="look">${lookSentence(model, reading, head, position)}</p>
    ${nextWords(model, choice, reading)}
    ${view === "lines" ? linesPicture(model, app, choice, large) : cellsPicture(model, name, choice, large)}
  </div>`;
}
