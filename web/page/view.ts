// The page as a function of the model.

import { html, nothing, type TemplateResult } from "lit";
import type { App, Engine, Model } from "./app.js";
import type { StringKey } from "./i18n.js";
import { pythonCall } from "./layers.js";
import { MULTI_HEAD, WRAPPER } from "./presets.js";
import { rich } from "./rich.js";
import { isPreset, LANGUAGES, type Language, type Settings } from "./state.js";
import { headsView } from "./view-heads.js";
import { inputView } from "./view-input.js";
import { layerView } from "./view-layer.js";
import { legendView } from "./view-legend.js";
import { outputView } from "./view-output.js";
import { weightsView } from "./view-weights.js";

export function pageView(model: Model, app: App): TemplateResult {
  return html`<main>
    <div class="intro">${headerView(model, app)} ${callView(model, app)} ${legendView(model)}</div>
    <div class="layout">
      ${headsView(model, app)}
      <div class="controls">${inputView(model, app)} ${layerView(model, app)}</div>
      ${outputView(model)} ${weightsView(model, app)}
    </div>
    ${notesView(model)}
  </main>`;
}

const LANGUAGE_NAMES: Record<Language, string> = { en: "English", zh: "中文" };

function headerView({ t, language }: Model, app: App): TemplateResult {
  return html`<header>
    <div class="languages" role="group" aria-label=${t("page.language")}>
      ${LANGUAGES.map((choice) => {
        const lang = choice === "zh" ? "zh-CN" : "en";
        return html`<button type="button" lang=${lang} aria-pressed=${choice === language}
          @click=${() => app.choose({ language: choice })}>${LANGUAGE_NAMES[choice]}</button>`;
      })}
    </div>
    <h1>${t("page.title")}</h1>
    <p class="lead">${t("page.lead")}</p>
  </header>`;
}

function callView({ t, state, engine }: Model, app: App): TemplateResult {
  const preset = (settings: Settings, key: StringKey) => html`<button type="button"
    aria-pressed=${isPreset(state, settings)} @click=${() => app.choosePreset(settings)}>${t(key)}</button>`;
  return html`<section class="call" aria-labelledby="call-title">
    <h2 id="call-title" class="quiet">${t("presets.title")}</h2>
    <div class="presets">${preset(WRAPPER, "presets.wrapper")}${preset(MULTI_HEAD, "presets.multiHead")}</div>
    <pre class="python" translate="no">${pythonCall(state)}</pre>
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

const NOTES = ["halves", "classes", "mask", "dropout"] as const;

function notesView({ t }: Model): TemplateResult {
  return html`<section class="notes" aria-labelledby="notes-title">
    <h2 id="notes-title">${t("notes.title")}</h2>
    ${NOTES.map((note) => html`<div class="note"><h3>${t(`notes.${note}.title`)}</h3><p>${rich(t(`notes.${note}`))}</p></div>`)}
  </section>`;
}
