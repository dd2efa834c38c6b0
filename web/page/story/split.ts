// The chapter "split": the wrapper's matrices become one, its products one product, and view and transpose make heads of it.

import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { SplitChangeEvent, SplitFacts, SplitWords } from "../../element/attention-split.js";
import { rich } from "../../element/rich.js";
import { walkWords } from "../../element/scene/walk-words.js";
import { PROJECTIONS } from "../../element/split-figure.js";
import type { App, Model } from "../app.js";
import type { Translate } from "../i18n.js";
import { layerKey } from "./layer-key.js";
import { indexMark, wordMark, writeMarks } from "./marks.js";
import { splitsOf } from "./split-compute.js";
import { type Chapter, type StoryInput, storyInput } from "./story.js";

function wordsOf(t: Translate): SplitWords {
  return {
    ...walkWords(t),
    names: {
      apart: t("split.name.apart"),
      joined: t("split.name.joined"),
      product: t("split.name.product"),
      view: t("split.name.view"),
      transpose: t("split.name.transpose"),
    },
    projection: t("split.projection"),
    projections: { queries: t("steps.stage.queries"), keys: t("steps.stage.keys"), values: t("steps.stage.values") },
    follow: t("split.follow"),
    wrapper: t("split.wrapper"),
    split: t("split.split"),
    print: t("split.print"),
    scale: t("split.scale"),
    text: (facts) => textOf(t, facts),
    picture: (step, token, numbers) => t("split.picture", { step, token, numbers }),
    cut: (drawn, whole) =>
      t("split.cut", {
        heads: drawn.heads,
        allHeads: whole.heads,
        tokens: drawn.tokens,
        allTokens: whole.tokens,
        headDim: drawn.headDim,
        allHeadDim: whole.headDim,
        dIn: drawn.dIn,
        allDIn: whole.dIn,
      }),
  };
}

function textOf(t: Translate, facts: SplitFacts): ReturnType<typeof rich> {
  const { step, of, heads, headDim, tokens, equal, all } = facts;
  const values = { of: t(`steps.stage.${of}`), heads, headDim, tokens, dOut: heads * headDim, equal, all };
  const text = rich(t(`split.text.${step}`, values));
  if (step !== "transpose") return text;
  return [...text, " ", t(equal === all ? "split.same" : "split.other", values)];
}

function onChange(model: Model, app: App, { detail }: SplitChangeEvent): void {
  const of = detail.of === PROJECTIONS[0] ? "" : detail.of;
  writeMarks(model, app, { "split.step": detail.step, "split.of": of, "split.token": detail.token });
}

function figureView(model: Model, app: App, input: StoryInput): TemplateResult {
  const { t, state } = model;
  const { splits, isArticles } = splitsOf(state, input, model.input?.x.shape[0] ?? 1);
  return html`${isArticles ? html`<p class="hint">${t("steps.isArticles")}</p>` : nothing}
    <attention-split .data=${splits} .words=${wordsOf(t)} .step=${indexMark(state, "split.step")}
      .of=${wordMark(state, "split.of", PROJECTIONS)} .token=${indexMark(state, "split.token")}
      @split-change=${(event: SplitChangeEvent) => onChange(model, app, event)}></attention-split>`;
}

export const splitChapter: Chapter = {
  id: "split",
  view: (model, app) => {
    const { t } = model;
    const input = storyInput(model);
    if (!input) return html`<p class="hint">${t("steps.noInput")}</p>`;
    return html`<p>${rich(t("split.lead"))}</p>
      ${guard(layerKey(model, "split"), () => figureView(model, app, input))}`;
  },
};
