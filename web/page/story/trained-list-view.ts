// The list the reader types, the 64 words to pick from, and what is said about words that are not among them.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { App, Model } from "../app.js";
import { type Choice, chooseList, EXAMPLE, toggleWord } from "./trained-choice.js";
import { isWhole, LONGEST, nearestWords, SHORTEST, WORDS, wordOf, writeList } from "./trained-words.js";

// Enough for 15 words with room for mistakes; links stay short.
const LONGEST_TEXT = 300;
const MOST_COMPLAINTS = 3;

/** The list as the field shows it: in the reader's language where every word is known, as typed otherwise. */
function shownText({ language }: Model, { list, text }: Choice): string {
  return isWhole(list) ? writeList(list.ids, language) : text;
}

function randomList(): string {
  const count = SHORTEST + Math.floor(Math.random() * 8);
  const names = WORDS.en.map((name) => ({ name, order: Math.random() })).sort((a, b) => a.order - b.order);
  return names
    .slice(0, count)
    .map(({ name }) => name)
    .join(" ");
}

function unknownWord(model: Model, app: App, choice: Choice, word: string): TemplateResult {
  const { t, language } = model;
  const withInstead = (name: string) => choice.list.typed.map((one) => (one === word ? name : one)).join(" ");
  return html`<p class="problem">${t("trained.unknown", { word })}
    ${nearestWords(word, language, choice.list.ids).map(
      (name) => html`<button type="button" lang=${language} aria-label=${t("trained.replace", { word, name })}
        @click=${() => chooseList(model, app, withInstead(name))}>${name}</button>`,
    )}</p>`;
}

function complaints(model: Model, app: App, choice: Choice): TemplateResult[] {
  const { t, language } = model;
  const { ids, unknown, repeated, surplus } = choice.list;
  const say = (text: string) => html`<p class="problem">${text}</p>`;
  const range = { shortest: SHORTEST, longest: LONGEST };
  return [
    ...unknown.slice(0, MOST_COMPLAINTS).map((word) => unknownWord(model, app, choice, word)),
    ...repeated.slice(0, 1).map((id) => say(t("trained.repeated", { word: wordOf(id, language) }))),
    ...(ids.length < SHORTEST ? [say(t("trained.short", { count: ids.length, ...range }))] : []),
    ...(surplus.length > 0 ? [say(t("trained.long", { count: surplus.length, ...range }))] : []),
  ];
}

function vocabulary(model: Model, app: App, choice: Choice): TemplateResult {
  const { t, language } = model;
  const { ids } = choice.list;
  return html`<details class="vocabulary">
    <summary>${t("trained.vocabulary", { count: WORDS.en.length })}</summary>
    <div class="words" role="group" aria-label=${t("trained.vocabularyGroup")}>
      ${WORDS[language].map((word, id) => {
        const isIn = ids.includes(id);
        return html`<button type="button" aria-pressed=${isIn} ?disabled=${!isIn && ids.length >= LONGEST}
          @click=${() => toggleWord(model, app, choice, id)}>${word}</button>`;
      })}
    </div>
  </details>`;
}

export function listView(model: Model, app: App, choice: Choice): TemplateResult {
  const { t } = model;
  const problems = complaints(model, app, choice);
  return html`<div class="list">
    <label class="list-label" for="trained-list">${t("trained.list")}</label>
    <div class="list-entry">
      <input id="trained-list" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength=${LONGEST_TEXT}
        .value=${live(shownText(model, choice))} aria-describedby="trained-list-notes"
        aria-invalid=${problems.length > 0 ? "true" : nothing}
        @change=${(event: Event) => chooseList(model, app, (event.currentTarget as HTMLInputElement).value)} />
      <button type="button" @click=${() => chooseList(model, app, randomList())}>${t("trained.random")}</button>
      <button type="button" ?disabled=${choice.text === EXAMPLE} @click=${() => chooseList(model, app, EXAMPLE)}>${t("trained.example")}</button>
    </div>
    <div id="trained-list-notes" role="status">${
      problems.length > 0
        ? problems
        : html`<p class="hint">${t("trained.listHint", { shortest: SHORTEST, longest: LONGEST })}</p>`
    }</div>
    ${vocabulary(model, app, choice)}
  </div>`;
}
