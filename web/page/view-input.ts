// The batch that goes in: its source, which sample is drawn, and its embeddings as an editable table.

import { html, nothing, type TemplateResult } from "lit";
import type { CellEditEvent } from "../element/attention-table.js";
import { largestMagnitude, type Matrix, matrixAt } from "../element/matrix.js";
import { parseNumber, shortest } from "../element/numbers.js";
import { type Input, LONGEST_CHARACTERS } from "../element/scene/input.js";
import { say } from "../element/scene/problems.js";
import type { Source } from "../element/scene/source.js";
import { type App, INPUT, type Model } from "./app.js";
import type { StringKey } from "./i18n.js";
import { ownDataView } from "./view-own-data.js";

// A table of more rows is no longer read, only scrolled; the picture below shows all.
const MOST_ROWS = 64;

export function sampleSwitch({ t, input, sample }: Model, app: App): TemplateResult | typeof nothing {
  const [batch = 0] = input?.x.shape ?? [];
  if (batch < 2) return nothing;
  return html`<div class="segments" role="group" aria-label=${t("input.sample")}>
    ${Array.from(
      { length: batch },
      (_, index) => html`<button type="button" aria-pressed=${index === sample}
      @click=${() => app.look({ sample: index })}>${t("input.text", { number: index + 1 })}</button>`,
    )}
  </div>`;
}

const SOURCES = ["article", "text", "random", "own"] as const;

/** The source to begin with when a kind is chosen; own data has none until some is given. */
function firstOf(kind: (typeof SOURCES)[number], { t }: Model): Source | undefined {
  switch (kind) {
    case "article":
      return { kind };
    case "text":
      return { kind, text: t("input.firstText") };
    case "random":
      return { kind, batch: 2, tokens: 6 };
    case "own":
      return undefined;
  }
}

function sourceSwitch(model: Model, app: App): TemplateResult {
  const { t, state } = model;
  const current = state.source.kind === "missing" ? "own" : state.source.kind;
  return html`<fieldset class="control">
    <legend>${t("input.source")}</legend>
    <div class="radios">${SOURCES.map(
      (kind) => html`<label><input type="radio" name="source" value=${kind} .checked=${kind === current}
        ?disabled=${kind === "own" && current !== "own"} @change=${() => {
          const source = firstOf(kind, model);
          if (source) app.chooseSource(source, kind === "article" ? { dIn: 3 } : {});
        }} />${t(`input.source.${kind}` as StringKey)}</label>`,
    )}</div>
  </fieldset>`;
}

function sizeField(name: string, label: string, code: string, value: number, take: (value: number) => void) {
  return html`<div class="control small"><label for=${name}>${label} <code>${code}</code></label>
    <input id=${name} type="text" inputmode="numeric" autocomplete="off" .value=${shortest(value)} @change=${(
      event: Event,
    ) => {
      const field = event.currentTarget as HTMLInputElement;
      const number = parseNumber(field.value);
      if (number === undefined || !Number.isFinite(number)) field.value = shortest(value);
      else take(number);
    }} /></div>`;
}

function sourceFields({ t, state, language }: Model, app: App): TemplateResult | typeof nothing {
  const { source, dIn } = state;
  const width = sizeField("d-in", t("input.dIn"), "d_in", dIn, (value) => app.chooseSource(source, { dIn: value }));
  if (source.kind === "text") {
    return html`<div class="control"><label for="words">${t("input.words")}</label>
      <textarea id="words" rows="2" maxlength=${LONGEST_CHARACTERS} lang=${language} aria-describedby="words-note" .value=${source.text}
        @change=${(event: Event) => app.chooseSource({ kind: "text", text: (event.currentTarget as HTMLTextAreaElement).value })}></textarea>
      <p class="hint" id="words-note">${t("input.words.hint")}</p></div>
      <div class="sizes">${width}</div>`;
  }
  if (source.kind === "random") {
    const { batch, tokens } = source;
    return html`<div class="sizes">
      ${sizeField("batch", t("input.batch"), "b", batch, (value) => app.chooseSource({ ...source, batch: value }))}
      ${sizeField("tokens", t("input.tokens"), "num_tokens", tokens, (value) => app.chooseSource({ ...source, tokens: value }))}
      ${width}</div>`;
  }
  return source.kind === "missing" ? html`<p class="hint">${t("input.missing")}</p>` : nothing;
}

function areSamplesEqual({ x }: Input): boolean {
  const size = x.data.length / (x.shape[0] ?? 1);
  return x.data.every((value, index) => Object.is(value, x.data[index % size]));
}

/** Table indices count within one sample; edits and drafts count within the batch. */
function indicesOfSample(all: Iterable<number>, start: number, size: number): number[] {
  return Array.from(all, (index) => index - start).filter((index) => index >= 0 && index < size);
}

function invalidSentence({ t, tableDrafts }: Model): TemplateResult | typeof nothing {
  const text = [...(tableDrafts.get(INPUT)?.values() ?? [])].at(-1);
  return text === undefined ? nothing : html`<p class="problem" role="alert">${t("problem.number", { text })}</p>`;
}

function hasChanges({ state, tableDrafts }: Model): boolean {
  return state.inputs.size > 0 || (tableDrafts.get(INPUT)?.size ?? 0) > 0;
}

function tableView(model: Model, app: App, input: Input): TemplateResult {
  const { t, state, sample } = model;
  const [batch = 1, tokens = 1, dIn = 1] = input.x.shape;
  const [number, start, size] = [sample + 1, sample * tokens * dIn, tokens * dIn];
  const whole = matrixAt(input.x, sample);
  const rows = Math.min(tokens, MOST_ROWS);
  const matrix: Matrix = { ...whole, rows };
  const drafts = model.tableDrafts.get(INPUT) ?? new Map<number, string>();
  const draftsHere = new Map(
    indicesOfSample(drafts.keys(), start, size).map((index) => [index, drafts.get(index + start) ?? ""]),
  );
  const words = input.words[sample] ?? [];
  return html`<attention-table .label=${t("input.table", { number })} .matrix=${matrix} .rowLabels=${words}
      .columnLabels=${Array.from({ length: dIn }, (_, column) => String(column + 1))}
      .limit=${largestMagnitude([{ ...matrix, data: input.x.data }]) || 1} .drafts=${draftsHere}
      .edited=${new Set(indicesOfSample(state.inputs.keys(), start, size))}
      .cellLabel=${(row: number, column: number) => t("input.cell", { number, token: words[row] ?? "", column: column + 1 })}
      @cell-edit=${(event: CellEditEvent) => app.editInput(start + event.detail.index, event.detail.text)}></attention-table>
    ${tokens > rows ? html`<p class="hint">${t("input.cut", { rows, tokens })}</p>` : nothing}
    ${invalidSentence(model)}
    ${batch < 2 ? nothing : html`<p class="hint">${t(areSamplesEqual(input) ? "input.same" : "input.different")}</p>`}`;
}

export function inputView(model: Model, app: App): TemplateResult {
  const { t, input, problem } = model;
  return html`<section class="input" aria-labelledby="input-title">
    <h2 id="input-title">${t("input.title")}</h2>
    ${sourceSwitch(model, app)} ${sourceFields(model, app)}
    ${problem && problem.field === undefined && !input ? html`<p class="problem">${say(problem, t)}</p>` : nothing}
    ${input ? tableView(model, app, input) : nothing}
    <button type="button" ?disabled=${!hasChanges(model)} @click=${app.resetInputs}>${t("input.reset")}</button>
    ${ownDataView(model, app)}
  </section>`;
}
