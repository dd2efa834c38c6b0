// What the reader can prove: causality, the wrapper against the split, the double reference.

import { html, type TemplateResult } from "lit";
import type { App, Model } from "./app.js";

export function proofsView(_model: Model, _app: App): TemplateResult {
  return html``;
}
