// The chapter "questions": what readers ask, answered.

import { html } from "lit";
import { rich } from "../rich.js";
import type { Chapter } from "./story.js";

const QUESTIONS = ["halves", "classes", "mask", "dropout"] as const;

export const questionsChapter: Chapter = {
  id: "questions",
  view: ({ t }) =>
    html`${QUESTIONS.map(
      (question) =>
        html`<div class="question"><h4>${t(`questions.${question}.title`)}</h4><p>${rich(t(`questions.${question}`))}</p></div>`,
    )}`,
};
