// The reader's own data: a panel to paste numbers into, to drop files on, or to open them from.

import { html, nothing, type TemplateResult } from "lit";
import { LONGEST_TEXT, MOST } from "../element/scene/input.js";
import type { App, Model } from "./app.js";
import { ACCEPTED, MOST_BYTES, MOST_PASTED, tooLongPaste } from "./own-data.js";
import { type Desk, deskOf } from "./own-data-desk.js";

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;

/** A file that misses the panel must not replace the page. */
export function ignoreStrayDrops(page: Window): void {
  for (const type of ["dragover", "drop"] as const) {
    page.addEventListener(type, (event) => {
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    });
  }
}

function onDragOver(event: DragEvent): void {
  if (!hasFiles(event)) return;
  event.preventDefault();
  (event.currentTarget as HTMLElement).toggleAttribute("data-over", true);
}

function onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
  const panel = currentTarget as HTMLElement;
  if (!(relatedTarget instanceof Node && panel.contains(relatedTarget))) panel.removeAttribute("data-over");
}

function onDrop(event: DragEvent, desk: Desk): void {
  (event.currentTarget as HTMLElement).removeAttribute("data-over");
  if (!hasFiles(event)) return;
  event.preventDefault();
  void desk.takeFiles(event.dataTransfer?.files ?? []);
}

function onPaste(event: ClipboardEvent, desk: Desk): void {
  const files = event.clipboardData?.files ?? [];
  const { length } = event.clipboardData?.getData("text") ?? "";
  if (files.length === 0 && length <= MOST_PASTED) return;
  event.preventDefault();
  if (files.length > 0) void desk.takeFiles(files);
  else desk.refuse(tooLongPaste(length));
}

function onChoose(event: Event, desk: Desk): void {
  const field = event.currentTarget as HTMLInputElement;
  const files = [...(field.files ?? [])];
  // So that the same file can be opened again once it has been mended.
  field.value = "";
  void desk.takeFiles(files);
}

function onUse(event: Event, desk: Desk): void {
  const panel = (event.currentTarget as HTMLElement).closest(".own-data");
  desk.takeText(panel?.querySelector("textarea")?.value ?? "");
}

function notesView({ t }: Model, desk: Desk, isRefusal: boolean): TemplateResult[] {
  return desk.notes
    .filter((note) => note.isRefusal === isRefusal)
    .map(
      ({ key, values, name }) =>
        html`<p>${name === undefined ? nothing : html`<bdi>${name}</bdi>: `}${t(key, values)}</p>`,
    );
}

function weightsSentence({ t, state, result }: Model): string {
  if (state.ownWeights?.size === 0) return t("data.weights.lost");
  const unused = result?.unused ?? [];
  return unused.length === 0 ? t("data.weights.used") : t("data.weights.unused", { names: unused.join(", ") });
}

function weightsView(model: Model, app: App): TemplateResult | typeof nothing {
  if (!model.state.ownWeights) return nothing;
  return html`<div class="own-weights"><p class="hint">${weightsSentence(model)}</p>
    <button type="button" @click=${app.resetWeights}>${model.t("data.weights.drop")}</button></div>`;
}

export function ownDataView(model: Model, app: App): TemplateResult {
  const { t } = model;
  const desk = deskOf(app, model);
  const limits = { tokens: LONGEST_TEXT, dIn: MOST.dIn, batch: MOST.batch, megabytes: MOST_BYTES / 2 ** 20 };
  const refused = notesView(model, desk, true);
  return html`<div class="own-data" role="group" aria-labelledby="own-title" @dragover=${onDragOver}
    @dragleave=${onDragLeave} @drop=${(event: DragEvent) => onDrop(event, desk)}
    @paste=${(event: ClipboardEvent) => onPaste(event, desk)}>
    <h3 id="own-title">${t("data.title")}</h3>
    <p class="hint" id="own-hint">${t("data.hint")}</p>
    <div class="control"><label for="own-text">${t("data.paste")}</label>
      <textarea id="own-text" rows="3" autocomplete="off" spellcheck="false" aria-describedby="own-hint own-limits"
        placeholder="[[0.43, 0.15, 0.89],&#10; [0.55, 0.87, 0.66]]"></textarea></div>
    <div class="own-actions">
      <button type="button" @click=${(event: Event) => onUse(event, desk)}>${t("data.use")}</button>
      <label class="file"><input type="file" multiple accept=${ACCEPTED} aria-describedby="own-hint own-limits"
        @change=${(event: Event) => onChoose(event, desk)} />${t("data.open")}</label>
      <span class="hint">${t("data.drop")}</span>
    </div>
    <p class="hint" id="own-limits">${t("data.limits", limits)}</p>
    <div role="status" class="own-taken">${notesView(model, desk, false)}</div>
    ${refused.length > 0 ? html`<div role="alert" class="problem">${refused}</div>` : nothing}
    ${weightsView(model, app)}
  </div>`;
}
