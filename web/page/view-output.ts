// The output as PyTorch prints it, beside what the article prints, digit by digit.

import { html, nothing, type TemplateResult } from "lit";
import { type Comparison, compareDigits } from "../element/digits.js";
import type { Model } from "./app.js";
import type { Translate } from "./i18n.js";
import { PRINTED } from "./presets.js";
import type { LayerName } from "./state.js";

function sentence(
  t: Translate,
  layer: LayerName,
  printed: string | undefined,
  comparison: Comparison | undefined,
): string {
  if (printed === undefined) return t("agreement.none", { layer });
  if (!comparison) return t("agreement.shape");
  const { numbers, numbersAgreeing, digits, digitsAgreeing } = comparison;
  const all = numbers === numbersAgreeing;
  return t(all ? "agreement.all" : "agreement.some", { numbers, numbersAgreeing, digits, digitsAgreeing });
}

export function outputView({ t, state, result }: Model): TemplateResult {
  const printed = PRINTED[state.layer];
  const comparison = result && printed !== undefined ? compareDigits(result.printed, printed) : undefined;
  return html`<section class="output" aria-labelledby="output-title">
    <h2 id="output-title">${t("output.title")}</h2>
    <p class="agreement" role="status">${result ? sentence(t, state.layer, printed, comparison) : nothing}</p>
    ${comparison ? html`<p class="marks"><span class="same">123</span> ${t("agreement.same")} <span class="other">123</span> ${t("agreement.other")}</p>` : nothing}
    <div class="prints">
      ${result ? html`<attention-print data-print="computed" .label=${t("output.computed")} .pieces=${comparison?.left ?? [{ text: result.printed }]}></attention-print>` : nothing}
      ${printed === undefined ? nothing : html`<attention-print data-print="article" .label=${t("output.printed")} .pieces=${comparison?.right ?? [{ text: printed }]}></attention-print>`}
    </div>
  </section>`;
}
