// The chapter "steps": one pass through multi-head attention, stage by stage, beside the code of both classes.

import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { StepsChangeEvent } from "../../element/attention-steps.js";
import type { Input } from "../../element/scene/input.js";
import type { State } from "../../element/scene/state.js";
import { stepsOf } from "../../element/scene/steps-compute.js";
import { stepsWords } from "../../element/scene/steps-words.js";
import { DIALECTS } from "../../element/steps-code.js";
import { MULTI_HEAD_CLASSES } from "../../element/steps-data.js";
import type { App, Model } from "../app.js";
import { layerKey } from "./layer-key.js";
import { indexMark, wordMark, writeMarks } from "./marks.js";
import type { Chapter } from "./story.js";

/** The heads drawn: head A to begin with; none stands for all. */
function headsMark(state: State): number[] {
  const text = state.marks.get("steps.heads") ?? "1";
  return text.split(" ").flatMap((word) => (/^[1-9]\d?$/.test(word) ? [Number(word) - 1] : []));
}

function onChange(model: Model, app: App, { detail }: StepsChangeEvent): void {
  const { step, heads, dialect, layer } = detail;
  const shown = heads.length === 0 ? "all" : heads.map((head) => head + 1).join(" ");
  writeMarks(model, app, {
    "steps.step": step,
    "steps.heads": shown === "1" ? "" : shown,
    "steps.code": dialect === DIALECTS[0] ? "" : dialect,
    "steps.layer": layer === MULTI_HEAD_CLASSES[0] ? "" : layer,
  });
}

function figureView(model: Model, app: App, input: Input): TemplateResult {
  const { t, state } = model;
  const { data, articles } = stepsOf(state, input, model.sample);
  const layer = wordMark(state, "steps.layer", MULTI_HEAD_CLASSES);
  return html`${articles.includes(layer) ? html`<p class="hint">${t("steps.isArticles")}</p>` : nothing}
    <attention-steps .data=${data} .words=${stepsWords(t)} .step=${indexMark(state, "steps.step")}
      .heads=${headsMark(state)} .dialect=${wordMark(state, "steps.code", DIALECTS)} .layer=${layer}
      @steps-change=${(event: StepsChangeEvent) => onChange(model, app, event)}></attention-steps>`;
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
