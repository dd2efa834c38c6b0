// What the model reads and predicts: every token of the repeated list with the word it says comes next.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { App, Model } from "../app.js";
import { type Choice, chooseEdit, choosePosition, forgetEdits } from "./trained-choice.js";
import { CONTEXT } from "./trained-compute.js";
import type { Prediction, Reading } from "./trained-reading.js";
import { WORDS, wordOf } from "./trained-words.js";

function guessView({ t, language }: Model, { top, right, expected }: Prediction): TemplateResult | typeof nothing {
  const [guess] = top;
  if (right === undefined || !guess) return nothing;
  const verdict = right ? t("trained.right") : t("trained.wrong", { word: wordOf(expected[0] ?? 0, language) });
  return html`<span class="guess" data-right=${right}><span class="spoken">${t("trained.predicts")}</span><span
    aria-hidden="true">→ </span>${wordOf(guess.id, language)}<span class="verdict" aria-hidden="true"> ${right ? "✓" : "✗"}</span><span
    class="spoken">${verdict}</span></span>`;
}

function tokenView(model: Model, app: App, choice: Choice, reading: Reading, position: number): TemplateResult {
  const { t, language } = model;
  const { ids, predictions } = reading;
  const prediction = predictions[position];
  return html`<label class="token" ?data-edited=${choice.edits.has(position)}>
    <input type="radio" name="trained-token" value=${position + 1} .checked=${live(position === choice.position)}
      @change=${() => choosePosition(app, position)} />
    <span class="spoken">${t("trained.token", { number: position + 1 })}</span>
    <span class="word">${wordOf(ids[position] ?? 0, language)}</span>
    ${prediction ? guessView(model, prediction) : nothing}
  </label>`;
}

function passView(model: Model, app: App, choice: Choice, reading: Reading, pass: number): TemplateResult {
  const length = choice.list.ids.length;
  const start = pass * length;
  const positions = Array.from({ length: Math.min(length, CONTEXT - start) }, (_, index) => start + index);
  return html`<div class="pass">
    <span class="pass-number">${model.t("trained.pass", { number: pass + 1 })}</span>
    <div class="tokens">${positions.map((position) => tokenView(model, app, choice, reading, position))}</div>
  </div>`;
}

function editView(model: Model, app: App, choice: Choice, reading: Reading): TemplateResult {
  const { t, language } = model;
  const { position, edits } = choice;
  const current = reading.ids[position] ?? 0;
  return html`<div class="edit">
    <label for="trained-edit">${t("trained.edit", { number: position + 1, word: wordOf(current, language) })}</label>
    <select id="trained-edit" @change=${(event: Event) => {
      chooseEdit(model, app, choice, Number((event.currentTarget as HTMLSelectElement).value));
    }}>${WORDS[language].map(
      (word, id) => html`<option value=${id} .selected=${live(id === current)}>${word}</option>`,
    )}</select>
    <button type="button" ?disabled=${edits.size === 0} @click=${() => forgetEdits(model, app)}>${t("trained.forgetEdits")}</button>
    <p class="hint">${t("trained.editHint")}</p>
  </div>`;
}

export function sequenceView(model: Model, app: App, choice: Choice, reading: Reading): TemplateResult {
  const { t } = model;
  const passes = Math.ceil(CONTEXT / choice.list.ids.length);
  return html`<fieldset class="sequence">
      <legend>${t("trained.sequence", { count: CONTEXT })}</legend>
      <p class="hint">${t("trained.sequenceHint")}</p>
      ${Array.from({ length: passes }, (_, pass) => passView(model, app, choice, reading, pass))}
    </fieldset>
    ${editView(model, app, choice, reading)}`;
}
