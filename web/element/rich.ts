// Strings with `code` in them, as templates.

import { html, type TemplateResult } from "lit";

/** The text with what stands between backticks set as code. */
export function rich(text: string): (string | TemplateResult)[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
