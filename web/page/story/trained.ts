// The chapter "heads that mean something": a small trained model continues a repeated list, and its heads show how.

import { html, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { rich } from "../../element/rich.js";
import type { App, Model } from "../app.js";
import type { Chapter } from "./story.js";
import { choiceOf } from "./trained-choice.js";
import type { TrainedModel } from "./trained-compute.js";
import { detailView } from "./trained-detail-view.js";
import { headsView } from "./trained-heads-view.js";
import { listView } from "./trained-list-view.js";
import { loadTrainedModel, trainedModel } from "./trained-model.js";
import { readSequence } from "./trained-reading.js";
import { sequenceView } from "./trained-sequence-view.js";

// How far below the screen the chapter may be when its weights are fetched.
const NEAR = "800px";

let observer: IntersectionObserver | undefined;

/** Calls `near` once the element comes near the screen. */
function whenNear(element: Element | undefined, near: () => void): void {
  observer?.disconnect();
  if (!element) return;
  observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer?.disconnect();
      near();
    },
    { rootMargin: NEAR },
  );
  observer.observe(element);
}

function waitingView({ t }: Model, load: () => void): TemplateResult {
  const loading = trainedModel();
  switch (loading.status) {
    case "failed":
      return html`<p class="problem" role="alert">${t("trained.failed", { message: loading.message })}</p>
        <button type="button" @click=${load}>${t("trained.retry")}</button>`;
    case "loading":
      return html`<p class="hint" role="status">${t("trained.loading")}</p>`;
    default:
      return html`<button type="button" @click=${load} ${ref((element) => whenNear(element, load))}>${t("trained.load")}</button>`;
  }
}

function modelView(model: Model, app: App, trained: TrainedModel): TemplateResult {
  const choice = choiceOf(model);
  const list = listView(model, app, choice);
  if (choice.ids.length === 0) return html`${list} ${whyView(model)}`;
  const reading = readSequence(trained, choice.ids, choice.off);
  return html`${list} ${sequenceView(model, app, choice, reading)} ${headsView(model, app, choice, reading)}
    ${detailView(model, app, choice, reading)} ${whyView(model)}`;
}

function whyView({ t }: Model): TemplateResult {
  return html`<div class="why">
    <p>${rich(t("trained.why"))} <a href="https://arxiv.org/abs/2209.11895">${t("trained.source")}</a></p>
    <p class="hint">${rich(t("trained.training"))}</p>
  </div>`;
}

function view(model: Model, app: App): TemplateResult {
  const { t } = model;
  const loading = trainedModel();
  const load = () => void loadTrainedModel(app.redraw);
  return html`<p>${rich(t("trained.intro"))}</p>
    <div class="trained-model">${
      loading.status === "ready"
        ? modelView(model, app, loading.model)
        : html`${waitingView(model, load)} ${whyView(model)}`
    }</div>`;
}

export const trainedChapter: Chapter = { id: "trained", view };
