// The layer's controls, PyTorch's names beside their meaning.

import { html, nothing, type TemplateResult } from "lit";
import { shortest } from "../element/numbers.js";
import { fieldsOf, hasBias, hasDropout } from "../element/scene/layers.js";
import { type Field, say } from "../element/scene/problems.js";
import { LAYERS, type State } from "../element/scene/state.js";
import type { App, Model } from "./app.js";
import type { StringKey } from "./i18n.js";

interface Control {
  readonly field: Field;
  readonly name: StringKey;
  readonly python: string;
  /** Step of the buttons; none for the seed, where neighbours mean nothing. */
  readonly step?: number;
}

const CONTROLS: readonly Control[] = [
  { field: "numHeads", name: "layer.numHeads", python: "num_heads", step: 1 },
  { field: "dOut", name: "layer.dOut", python: "d_out", step: 1 },
  { field: "contextLength", name: "layer.contextLength", python: "context_length", step: 1 },
  { field: "dropout", name: "layer.dropout", python: "dropout", step: 0.1 },
  { field: "seed", name: "layer.seed", python: "manual_seed" },
];

function hintOf({ t, state, input }: Model, field: Field): string | undefined {
  const { numHeads, dOut, contextLength, layer } = state;
  if (field === "dOut" && layer === "MultiHeadAttentionWrapper") {
    return t("layer.dOut.perHead", { numHeads, dOut, width: numHeads * dOut });
  }
  if (field === "dOut" && layer === "MultiHeadAttention") {
    return t("layer.dOut.total", { numHeads, dOut, headDim: dOut / numHeads });
  }
  if (field === "contextLength") {
    const tokens = input?.x.shape[1] ?? contextLength;
    return contextLength === tokens
      ? t("layer.contextLength.exact", { tokens })
      : t("layer.contextLength.cut", { contextLength, tokens });
  }
  if (field === "dropout") {
    if (!state.training) return t("layer.dropout.eval");
    return t(state.dropout === 0 ? "layer.dropout.none" : "layer.dropout.train");
  }
  return undefined;
}

/** One step along a control, kept free of binary dust: 0.1 + 0.2 is 0.3 here. */
function stepped(value: number, step: number): string {
  return shortest(Number((value + step).toFixed(6)));
}

function stepButtons(model: Model, app: App, { field, name, step }: Control): TemplateResult | typeof nothing {
  const value = model.state[field];
  if (step === undefined || typeof value !== "number") return nothing;
  const label = { name: model.t(name) };
  return html`<button type="button" class="step" aria-label=${model.t("layer.less", label)}
      @click=${() => app.type(field, stepped(value, -step))}>−</button>
    <button type="button" class="step" aria-label=${model.t("layer.more", label)}
      @click=${() => app.type(field, stepped(value, step))}>+</button>`;
}

function numberControl(model: Model, app: App, control: Control): TemplateResult {
  const { t, state, drafts, problem } = model;
  const { field } = control;
  const value = state[field];
  const text = drafts.get(field) ?? (typeof value === "number" ? shortest(value) : value);
  const wrong = problem?.field === field ? problem : undefined;
  const hint = wrong ? undefined : hintOf(model, field);
  return html`<div class="control">
    <label for=${field}>${t(control.name)} <code>${control.python}</code></label>
    <div class="entry">
      <input id=${field} type="text" inputmode=${field === "dropout" ? "decimal" : "numeric"} autocomplete="off" spellcheck="false"
        .value=${text} aria-invalid=${wrong ? "true" : nothing} aria-describedby=${wrong || hint ? `${field}-note` : nothing}
        @change=${(event: Event) => app.type(field, (event.currentTarget as HTMLInputElement).value)} />
      ${stepButtons(model, app, control)}
    </div>
    ${wrong ? html`<p class="problem" id="${field}-note">${say(wrong, t)}</p>` : hint ? html`<p class="hint" id="${field}-note">${hint}</p>` : nothing}
  </div>`;
}

/** A choice among a few: real radio buttons, so that arrow keys work as everywhere. */
function choice<T extends string>(
  name: string,
  legend: TemplateResult,
  options: readonly { readonly value: T; readonly label: string }[],
  current: T,
  choose: (value: T) => void,
): TemplateResult {
  return html`<fieldset class="control">
    <legend>${legend}</legend>
    <div class="radios">${options.map(
      ({ value, label }) => html`<label><input type="radio" name=${name} value=${value}
      .checked=${value === current} @change=${() => choose(value)} />${label}</label>`,
    )}</div>
  </fieldset>`;
}

function modeControl({ t, state }: Model, app: App): TemplateResult {
  const options = [
    { value: "train", label: t("layer.mode.train") },
    { value: "eval", label: t("layer.mode.eval") },
  ];
  const legend = html`${t("layer.mode")} <code>train() / eval()</code>`;
  return choice("mode", legend, options, state.training ? "train" : "eval", (value) =>
    app.choose({ training: value === "train" }),
  );
}

function methodControl({ t, state }: Model, app: App): TemplateResult {
  const options = [
    { value: "default", label: t("layer.method.default") },
    { value: "mkl", label: t("layer.method.mkl") },
  ] as const;
  return html`${choice<State["dropoutMethod"]>(
    "method",
    html`${t("layer.dropoutMethod")}`,
    options,
    state.dropoutMethod,
    (dropoutMethod) => app.choose({ dropoutMethod }),
  )}<p class="hint">${t("layer.dropoutMethod.hint")}</p>`;
}

export function layerView(model: Model, app: App): TemplateResult {
  const { t, state } = model;
  const fields = fieldsOf(state.layer);
  return html`<section class="layer" aria-labelledby="layer-title">
    <h2 id="layer-title">${t("layer.title")}</h2>
    <div class="control">
      <label for="layer">${t("layer.class")}</label>
      <select id="layer" @change=${(event: Event) => {
        const chosen = LAYERS.find((name) => name === (event.currentTarget as HTMLSelectElement).value);
        if (chosen) app.chooseShape({ layer: chosen });
      }}>${LAYERS.map((name) => html`<option value=${name} .selected=${name === state.layer}>${name}</option>`)}</select>
    </div>
    ${CONTROLS.filter(({ field }) => fields.includes(field)).map((control) => numberControl(model, app, control))}
    ${hasDropout(state.layer) ? html`${modeControl(model, app)}${methodControl(model, app)}` : nothing}
    ${hasBias(state.layer) ? biasControl(model, app) : nothing}
    ${hasDropout(state.layer) ? maskControl(model, app) : nothing}
    ${fields.length === 0 ? html`<p class="hint">${t("layer.seed.none")}</p>` : nothing}
  </section>`;
}

function biasControl({ t, state }: Model, app: App): TemplateResult {
  return html`<label class="control check"><input type="checkbox" .checked=${state.qkvBias}
    @change=${() => app.chooseShape({ qkvBias: !state.qkvBias })} />${t("layer.qkvBias")} <code>qkv_bias</code></label>`;
}

function maskControl({ t, state }: Model, app: App): TemplateResult {
  return html`<label class="control check"><input type="checkbox" .checked=${state.masked}
    @change=${() => app.choose({ masked: !state.masked })} />${t("heads.maskOn")} <code>mask</code></label>
    ${state.masked ? nothing : html`<p class="hint">${t("heads.maskOff")}</p>`}`;
}
