// What the figures of the first chapters are drawn from, and the choices a reader makes in them.

import { html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { problemOf, say } from "../../element/scene/problems.js";
import type { App, Model } from "../app.js";
import { type ChapterId, type StoryInput, storyInput } from "./story.js";

/** As in the book that the article is from: every matrix of the first chapters has two columns. */
export const D_OUT = 2;

/** What a chapter's figures are drawn from. */
export interface Figure {
  readonly model: Model;
  readonly app: App;
  readonly chapter: ChapterId;
  readonly story: StoryInput;
  /** The query whose row is followed. */
  readonly token: number;
}

/** A place in a list, counted from 1 in a mark; what makes no sense is the default. */
export function chosen({ state }: Model, mark: string, count: number, otherwise: number): number {
  const text = state.marks.get(mark) ?? "";
  const index = /^[1-9]\d{0,3}$/.test(text) ? Number(text) - 1 : otherwise;
  return index < count ? index : Math.min(otherwise, count - 1);
}

/**
 * A chapter's figures, computed and drawn anew only when something they show has changed.
 *
 * @param token the query followed until the reader chooses one
 */
export function figures(
  chapter: ChapterId,
  token: number,
  draw: (figure: Figure) => TemplateResult,
): (model: Model, app: App) => TemplateResult {
  return (model, app) => {
    const story = storyInput(model);
    const { state, language, t } = model;
    if (!story || story.words.length === 0) return html`<p class="hint">${t("simplified.noInput")}</p>`;
    const marks = [...state.marks].filter(([name]) => name.startsWith(`${chapter}.`)).join();
    const { seed, numHeads, source, inputs, dIn } = state;
    return html`${guard([language, seed, numHeads, source, inputs, dIn, model.sample, marks], () => {
      try {
        const followed = chosen(model, `${chapter}.token`, story.words.length, token);
        return draw({ model, app, chapter, story, token: followed });
      } catch (error) {
        return html`<p class="problem">${say(problemOf(error), t)}</p>`;
      }
    })}`;
  };
}

export interface Option {
  readonly value: string;
  readonly label: string | TemplateResult;
}

/** Real radio buttons, so that arrow keys work as everywhere. */
export function choice(
  app: App,
  legend: string,
  mark: string,
  options: readonly Option[],
  current: string,
): TemplateResult {
  return html`<fieldset class="choice"><legend>${legend}</legend><div class="options">${options.map(
    ({
      value,
      label,
    }) => html`<label class="option"><input type="radio" name=${mark} value=${value} .checked=${value === current}
      @change=${() => app.mark(mark, value)} />${label}</label>`,
  )}</div></fieldset>`;
}

export function tokenChoice({ app, story }: Figure, legend: string, mark: string, current: number): TemplateResult {
  const options = story.words.map((word, index) => ({
    value: String(index + 1),
    label: html`<span translate="no">${word}</span>`,
  }));
  return choice(app, legend, mark, options, String(current + 1));
}

export function queryChoice(figure: Figure): TemplateResult {
  const { model, chapter, token } = figure;
  return tokenChoice(figure, model.t("simplified.query"), `${chapter}.token`, token);
}
