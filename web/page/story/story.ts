// The story: its chapters in the article's order, each a section with a figure computed from the reader's own tokens.

import { html, nothing, type TemplateResult } from "lit";
import { Tensor } from "../../api/index.js";
import { STORY_TOKENS } from "../../element/scene/story-layer.js";
import type { App, Model } from "../app.js";
import type { StringKey } from "../i18n.js";
import { StoryChapter } from "./story-chapter.js";

// Here, because a module imported for its effects alone is left out of the bundle.
customElements.define("story-chapter", StoryChapter);

export const CHAPTERS = [
  "simplified",
  "trainable",
  "causal",
  "stacking",
  "split",
  "steps",
  "costs",
  "trained",
  "questions",
] as const;
export type ChapterId = (typeof CHAPTERS)[number];

export interface Chapter {
  readonly id: ChapterId;
  /** Drawn when the module is ready. */
  readonly view: (model: Model, app: App) => TemplateResult;
}

/** What the chapters compute on: the first tokens of the reader's chosen sample. */
export interface StoryInput {
  readonly words: readonly string[];
  /** (tokens, d_in) */
  readonly x: Tensor;
}

export function storyInput({ input, sample }: Model): StoryInput | undefined {
  if (!input) return undefined;
  const { x, words } = input;
  const [, all = 0, dIn = 0] = x.shape;
  const tokens = Math.min(all, STORY_TOKENS);
  const start = sample * all * dIn;
  return {
    words: (words[sample] ?? []).slice(0, tokens),
    x: new Tensor(x.data.slice(start, start + tokens * dIn), [tokens, dIn]),
  };
}

export function chapterTitle(id: ChapterId): StringKey {
  return `${id}.title`;
}

/** Scrolls to a chapter and puts the focus on its heading, so that keys go on from there. */
export async function goTo(id: ChapterId): Promise<void> {
  const heading = document.querySelector<HTMLElement>(`#${id}-title`);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "start" });
  // Chapters above that are drawn only now push it away.
  await Promise.all(Array.from(document.querySelectorAll("story-chapter"), (chapter) => chapter.updateComplete));
  if (document.activeElement === heading) heading?.scrollIntoView({ block: "start" });
}

function contentsView({ t }: Model): TemplateResult {
  return html`<nav class="chapters" aria-label=${t("story.chapters")}>
    <ol>${CHAPTERS.map((id) => html`<li><button type="button" @click=${() => goTo(id)}>${t(chapterTitle(id))}</button></li>`)}</ol>
  </nav>`;
}

function nextButton({ t }: Model, id: ChapterId): TemplateResult | typeof nothing {
  const next = CHAPTERS[CHAPTERS.indexOf(id) + 1];
  if (!next) return nothing;
  return html`<button type="button" class="next" @click=${() => goTo(next)}>${t("story.next", { title: t(chapterTitle(next)) })}</button>`;
}

function chapterView(model: Model, app: App, { id, view }: Chapter): TemplateResult {
  const { t } = model;
  return html`<section class="chapter ${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title" tabindex="-1"><span class="number">${CHAPTERS.indexOf(id) + 1}</span> ${t(chapterTitle(id))}</h3>
    <story-chapter .draw=${() => view(model, app)}></story-chapter> ${nextButton(model, id)}
  </section>`;
}

export function storyView(model: Model, app: App, chapters: readonly Chapter[]): TemplateResult {
  const { t, engine } = model;
  return html`<section class="story" aria-labelledby="story-title">
    <h2 id="story-title">${t("story.title")}</h2>
    ${contentsView(model)} ${engine === "ready" ? chapters.map((chapter) => chapterView(model, app, chapter)) : nothing}
  </section>`;
}
