// The picture: the layer's heads as cells, lines or tables, with the scales their colours are read by.

import { html, nothing, type TemplateResult } from "lit";
import type { HeadData, HeadPin, HeadPinEvent } from "../element/attention-head.js";
import type { HeadsChangeEvent } from "../element/attention-head-select.js";
import { headLetter } from "../element/heads.js";
import { type LinesHead, shareOf } from "../element/lines.js";
import { largestMagnitude, valueAt } from "../element/matrix.js";
import { headWords, linesWords, selectWords } from "../element/scene/picture-words.js";
import { say } from "../element/scene/problems.js";
import { VIEWS } from "../element/scene/state.js";
import type { App, Model } from "./app.js";
import { exportView } from "./view-export.js";
import { sampleSwitch } from "./view-input.js";

function isDropping(head: HeadData): boolean {
  return head.kept !== undefined && Array.from(head.kept.data).includes(0);
}

/** Indices of the heads drawn: those chosen that the layer has, or all. */
function shownHeads({ state }: Model, count: number): number[] {
  const all = Array.from({ length: count }, (_, head) => head);
  const chosen = all.filter((head) => state.shown?.has(head));
  return chosen.length > 0 ? chosen : all;
}

function viewSwitch({ t, state }: Model, app: App): TemplateResult {
  return html`<div class="segments" role="group" aria-label=${t("heads.view")}>
    ${VIEWS.map(
      (view) => html`<button type="button" aria-pressed=${view === state.view}
      @click=${() => app.look({ view })}>${t(`heads.view.${view}`)}</button>`,
    )}
  </div>`;
}

function headSelect(model: Model, app: App, count: number): TemplateResult | typeof nothing {
  if (count < 2) return nothing;
  return html`<attention-head-select .count=${count} .selected=${shownHeads(model, count)} ?keys=${true}
    .lines=${model.state.view === "lines"} .words=${selectWords(model.t)}
    @heads-change=${({ detail: { heads, all } }: HeadsChangeEvent) => app.showHeads(all ? undefined : new Set(heads))}></attention-head-select>`;
}

export function headsView(model: Model, app: App): TemplateResult {
  const { t, result, sample } = model;
  const heads = result?.samples[sample] ?? [];
  return html`<section class="heads" aria-labelledby="heads-title">
    <div class="section-head"><h2 id="heads-title">${t("heads.title")}</h2>
      <div class="switches">${sampleSwitch(model, app)} ${result ? viewSwitch(model, app) : nothing}</div></div>
    ${
      result
        ? html`${headSelect(model, app, heads.length)} ${picture(model, app, heads)} ${maskEdit(model, app, heads)}
          ${exportView(model, shownHeads(model, heads.length), heads)}`
        : missingPicture(model)
    }
  </section>`;
}

function picture(model: Model, app: App, heads: readonly HeadData[]): TemplateResult {
  return model.state.view === "lines" ? linesPicture(model, app, heads) : headPictures(model, app, heads);
}

function linesPicture(model: Model, app: App, heads: readonly HeadData[]): TemplateResult {
  const { t, state, input, sample } = model;
  const lines = shownHeads(model, heads.length).flatMap((index): LinesHead[] => {
    const head = heads[index];
    return head ? [{ index, weights: head.weights, hidden: head.mask }] : [];
  });
  const share = (100 * shareOf(lines, state.threshold).kept).toFixed(0);
  return html`<div class="threshold">
      <label for="threshold">${t("heads.threshold")} <output>${state.threshold.toFixed(2)}</output></label>
      <input id="threshold" type="range" min="0" max="1" step="0.01" .value=${String(state.threshold)}
        aria-describedby="share" @input=${(event: Event) => app.look({ threshold: Number((event.currentTarget as HTMLInputElement).value) })} />
      <p class="hint" id="share" role="status">${t("heads.share", { share })}</p>
    </div>
    <attention-lines .heads=${lines} .tokens=${input?.words[sample] ?? []} .threshold=${state.threshold}
      .words=${linesWords(t)}></attention-lines>`;
}

function headPictures(model: Model, app: App, heads: readonly HeadData[]): TemplateResult {
  const { t, state, input, sample } = model;
  const weightLimit = largestMagnitude(
    heads.map(({ weights }) => weights),
    1,
  );
  const contextLimit = largestMagnitude(heads.map(({ context }) => context)) || 1;
  const one = (head: HeadData, index: number) => html`<attention-head .index=${index} .only=${heads.length === 1}
      .data=${head} .tokens=${input?.words[sample] ?? []} .weightLimit=${weightLimit} .contextLimit=${contextLimit}
      .words=${headWords(t, headLetter(index), isDropping(head))} .view=${state.view} .pin=${pinOf(model, index)}
      @head-pin=${(event: HeadPinEvent) => pin(event, app, index)}></attention-head>`;
  return html`<div class="scales">
      <attention-scale kind="weights" .label=${t("legend.weights")} .limit=${weightLimit}></attention-scale>
      <attention-scale kind="signed" .label=${t("heads.contextScale")} .limit=${contextLimit}></attention-scale>
      <p class="hint">${t("heads.hint")}${heads[0]?.mask ? nothing : html` ${t("heads.noMask")}`}</p>
    </div>
    ${shownHeads(model, heads.length).map((index) => {
      const head = heads[index];
      return head ? one(head, index) : nothing;
    })}`;
}

/** A pinned cell of a mask can be turned: one key, hidden from one query or not. */
function maskEdit(model: Model, app: App, heads: readonly HeadData[]): TemplateResult {
  const { t, state, input, sample } = model;
  const { pin } = state;
  const mask = pin?.panel === "mask" ? heads[pin.head]?.mask : undefined;
  const words = input?.words[sample] ?? [];
  if (!pin || !mask || pin.row >= mask.rows || pin.column >= mask.columns)
    return html`<p class="hint">${heads[0]?.mask ? t("heads.maskHint") : nothing}</p>`;
  const hidden = valueAt(mask, pin.row, pin.column) !== 0;
  const key = state.layer === "MultiHeadAttentionWrapper" ? `heads.${pin.head}.mask` : "mask";
  const values = { query: words[pin.row] ?? "", key: words[pin.column] ?? "" };
  return html`<p class="mask-edit" role="status">${t(hidden ? "cell.masked" : "cell.visible", values)}
    <button type="button" @click=${() => app.editMask(key, pin.row * state.contextLength + pin.column, !hidden)}>
      ${t(hidden ? "heads.show" : "heads.hide")}</button></p>`;
}

function pinOf({ state: { pin } }: Model, head: number): HeadPin | undefined {
  return pin?.head === head ? { panel: pin.panel, row: pin.row, column: pin.column } : undefined;
}

/** The page keeps the pin, so that a link has it and one head at a time holds it. */
function pin(event: HeadPinEvent, app: App, head: number): void {
  event.preventDefault();
  app.pin(event.detail ? { head, ...event.detail } : undefined);
}

/** Why there is no picture; while the module loads, nothing needs to be said twice. */
function missingPicture({ t, problem }: Model): TemplateResult | typeof nothing {
  if (!problem) return nothing;
  return html`<p class="problem" role="alert">${t("problem.picture")} ${say(problem, t)}</p>`;
}
