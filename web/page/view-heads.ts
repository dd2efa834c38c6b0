// The picture of the layer's heads, how it is looked at, and the pinned cell of a mask that can be turned.

import { html, nothing, type TemplateResult } from "lit";
import type { PictureCaption, PictureChangeEvent } from "../element/attention-picture.js";
import { valueAt } from "../element/matrix.js";
import { pythonCall } from "../element/scene/layers.js";
import { say } from "../element/scene/problems.js";
import { VIEWS } from "../element/scene/state.js";
import type { App, Model } from "./app.js";
import { sampleSwitch } from "./view-input.js";

function viewSwitch({ t, state }: Model, app: App): TemplateResult {
  return html`<div class="segments" role="group" aria-label=${t("heads.view")}>
    ${VIEWS.map(
      (view) => html`<button type="button" aria-pressed=${view === state.view}
      @click=${() => app.look({ view })}>${t(`heads.view.${view}`)}</button>`,
    )}
  </div>`;
}

export function headsView(model: Model, app: App): TemplateResult {
  const { t, result } = model;
  return html`<section class="heads" aria-labelledby="heads-title">
    <div class="section-head"><h2 id="heads-title">${t("heads.title")}</h2>
      <div class="switches">${sampleSwitch(model, app)} ${result ? viewSwitch(model, app) : nothing}</div></div>
    ${result ? html`${picture(model, app)} ${maskEdit(model, app)}` : missingPicture(model)}
  </section>`;
}

function captionOf({ state, input, sample }: Model): PictureCaption {
  const description = pythonCall(state, input?.x.shape.at(-1));
  return { layer: state.layer, seed: state.seed, text: sample + 1, description };
}

function picture(model: Model, app: App): TemplateResult {
  const { t, state, input, result, sample } = model;
  return html`<attention-picture .heads=${result?.samples[sample] ?? []} .tokens=${input?.words[sample] ?? []}
    .view=${state.view} .shown=${state.shown} .threshold=${state.threshold} .pin=${state.pin} .keys=${!state.hidden.has("keys")} .headings=${true} .t=${t}
    .caption=${captionOf(model)} @picture-change=${({ detail }: PictureChangeEvent) => {
      if ("shown" in detail) app.showHeads(detail.shown);
      if ("pin" in detail) app.pin(detail.pin);
      if (detail.threshold !== undefined) app.look({ threshold: detail.threshold });
    }}></attention-picture>`;
}

/** A pinned cell of a mask can be turned: one key, hidden from one query or not. */
function maskEdit(model: Model, app: App): TemplateResult {
  const { t, state, result, input, sample } = model;
  const { pin } = state;
  const heads = result?.samples[sample] ?? [];
  const mask = pin?.panel === "mask" ? heads[pin.head]?.mask : undefined;
  const words = input?.words[sample] ?? [];
  if (!pin || !mask || pin.row >= mask.rows || pin.column >= mask.columns)
    return html`<p class="hint">${heads[0]?.mask && state.view === "cells" ? t("heads.maskHint") : nothing}</p>`;
  const hidden = valueAt(mask, pin.row, pin.column) !== 0;
  const key = state.layer === "MultiHeadAttentionWrapper" ? `heads.${pin.head}.mask` : "mask";
  const values = { query: words[pin.row] ?? "", key: words[pin.column] ?? "" };
  return html`<p class="mask-edit" role="status">${t(hidden ? "cell.masked" : "cell.visible", values)}
    <button type="button" @click=${() => app.editMask(key, pin.row * state.contextLength + pin.column, !hidden)}>
      ${t(hidden ? "heads.show" : "heads.hide")}</button></p>`;
}

/** Why there is no picture; while the module loads, nothing needs to be said twice. */
function missingPicture({ t, problem }: Model): TemplateResult | typeof nothing {
  if (!problem) return nothing;
  return html`<p class="problem" role="alert">${t("problem.picture")} ${say(problem, t)}</p>`;
}
