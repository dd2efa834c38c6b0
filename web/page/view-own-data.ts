// The reader's own data: pasted, dropped or opened.

import { html, type TemplateResult } from "lit";
import type { App, Model } from "./app.js";

export function ownDataView(_model: Model, _app: App): TemplateResult {
  return html``;
}
