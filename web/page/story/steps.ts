// The chapter "steps": one pass through multi-head attention, stage by stage, beside the code of both classes.

import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { StepsChangeEvent } from "../../element/attention-steps.js";
import type { Input } from "../../element/scene/input.js";
import { stepsOf } from "../../element/scene/steps-compute.js";
import { readSteps, writeSteps } from "../../element/scene/steps-marks.js";
import { stepsWords } from "../../element/scene/steps-words.js";
import type { App, Model } from "../app.js";
import { layerKey } from "./layer-key.js";
import { writeMarks } from "./marks.js";
import type { Chapter } from "./story.js";

function figureView(model: Model, app: App, input: Input): TemplateResult {
  const { t, state } = model;
  const { data, articles } = stepsOf(state, input, model.sample);
  const { step, heads, dialect, layer } = readSteps(state);
  return html`${articles.includes(layer) ? html`<p class="hint">${t("steps.isArticles")}</p>` : nothing}
    <attention-steps .data=${data} .words=${stepsWords(t)} .step=${step}
      .heads=${heads} .dialect=${dialect} .layer=${layer} .headings=${true}
      @steps-change=${({ detail }: StepsChangeEvent) => writeMarks(model, app, writeSteps(detail))}></attention-steps>`;
}

export const stepsChapter: Chapter = {
  id: "steps",
  view: (model, app) => {
    const { t, input } = model;
    if (!input) return html`<p class="hint">${t("steps.noInput")}</p>`;
    return html`<p>${t("steps.lead")}</p>
      ${guard(layerKey(model, "steps"), () => figureView(model, app, input))}`;
  },
};
