// The page as a function of the model.

import { html, nothing, type TemplateResult } from "lit";
import type { Engine } from "../element/engine.js";
import { LANGUAGES, type Language } from "../element/i18n.js";
import { pythonCall } from "../element/scene/layers.js";
import { CHINESE, LONG, MASK_MATTERS, MULTI_HEAD, RANDOM, WRAPPER } from "../element/scene/presets.js";
import { isPreset, PARTS, type Part, type Preset } from "../element/scene/state.js";
import type { App, Model } from "./app.js";
import type { StringKey } from "./i18n.js";
import { proofsView } from "./proofs.js";
import { chapters } from "./story/index.js";
import { goTo, storyView } from "./story/story.js";
import { headsView } from "./view-heads.js";
import { inputView } from "./view-input.js";
import { layerView } from "./view-layer.js";
import { legendView } from "./view-legend.js";
import { outputView } from "./view-output.js";
import { weightsView } from "./view-weights.js";

export function pageView(model: Model, app: App): TemplateResult {
  const part = (name: Part, view: () => TemplateResult) => (model.state.hidden.has(name) ? nothing : view());
  return html`<main>
    <div class="intro">
      ${headerView(model, app)} ${part("presets", () => callView(model, app))} ${part("legend", () => legendView(model))}
    </div>
    <div class="layout">
      ${headsView(model, app)}
      <div class="controls">${part("input", () => inputView(model, app))} ${part("layer", () => layerView(model, app))}</div>
      ${part("output", () => outputView(model))} ${part("proofs", () => proofsView(model, app))}
      ${part("weights", () => weightsView(model, app))}
    </div>
    ${part("story", () => storyView(model, app, chapters))} ${partsView(model, app)}
  </main>`;
}

/** The docs, from the page's folder. */
const DOCS: Record<Language, string> = { en: "./docs/index.html", zh: "./docs/zh/index.html" };

const LANGUAGE_NAMES: Record<Language, string> = { en: "English", zh: "中文" };

function headerView({ t, language }: Model, app: App): TemplateResult {
  return html`<header>
    <div class="corner">
      <a href=${DOCS[language]}>${t("page.docs")}</a>
      <div class="languages" role="group" aria-label=${t("page.language")}>
        ${LANGUAGES.map((choice) => {
          const lang = choice === "zh" ? "zh-CN" : "en";
          return html`<button type="button" lang=${lang} aria-pressed=${choice === language}
            @click=${() => app.look({ language: choice })}>${LANGUAGE_NAMES[choice]}</button>`;
        })}
      </div>
    </div>
    <h1>${t("page.title")}</h1>
    <p class="lead">${t("page.lead")}</p>
  </header>`;
}

const PRESETS: readonly (readonly [StringKey, Preset])[] = [
  ["presets.wrapper", WRAPPER],
  ["presets.multiHead", MULTI_HEAD],
  ["presets.chinese", CHINESE],
  ["presets.long", LONG],
  ["presets.random", RANDOM],
  ["presets.mask", MASK_MATTERS],
];

function callView({ t, state, engine, input, canUndo, canRedo }: Model, app: App): TemplateResult {
  return html`<section class="call" aria-labelledby="call-title">
    <h2 id="call-title" class="quiet">${t("presets.title")}</h2>
    <div class="presets">
      ${PRESETS.map(
        ([key, preset]) => html`<button type="button" aria-pressed=${isPreset(state, preset)}
        @click=${() => app.choosePreset(preset)}>${t(key)}</button>`,
      )}
      ${state.hidden.has("story") ? nothing : html`<button type="button" @click=${() => goTo("trained")}>${t("presets.trained")}</button>`}
      <span class="undo"><button type="button" ?disabled=${!canUndo} @click=${app.undo}>${t("presets.undo")}</button>
      <button type="button" ?disabled=${!canRedo} @click=${app.redo}>${t("presets.redo")}</button></span>
    </div>
    <pre class="python" translate="no">${pythonCall(state, input?.x.shape.at(-1))}</pre>
    <div role="status" class="engine">${engineView(engine, app, t)}</div>
  </section>`;
}

function engineView(engine: Engine, app: App, t: Model["t"]): TemplateResult | typeof nothing | string {
  if (engine === "ready") return nothing;
  if (engine === "loading") return t("status.loading");
  const sentence =
    typeof engine === "object" ? t("status.failed", { message: engine.failed }) : t(`status.${engine}` as const);
  return html`<p class="problem">${sentence}</p>
    <button type="button" @click=${app.retry}>${t("status.retry")}</button>`;
}

/** What a link may leave out, for those who show the page to others. */
function partsView({ t, state }: Model, app: App): TemplateResult {
  const toggle = (part: Part) => {
    const hidden = new Set(state.hidden);
    if (!hidden.delete(part)) hidden.add(part);
    app.look({ hidden });
  };
  return html`<details class="parts"><summary>${t("parts.title")}</summary>
    <p class="hint">${t("parts.hint")}</p>
    <div class="radios">${PARTS.map(
      (part) => html`<label class="check"><input type="checkbox" .checked=${!state.hidden.has(part)}
      @change=${() => toggle(part)} />${t(`parts.${part}`)}</label>`,
    )}</div>
  </details>`;
}
