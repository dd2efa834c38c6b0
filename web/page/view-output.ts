// The output as PyTorch prints it, beside what the article prints, digit by digit.

import { html, nothing, type TemplateResult } from "lit";
import { type Comparison, compareDigits } from "../element/digits.js";
import { headLetter } from "../element/heads.js";
import { rich } from "../element/rich.js";
import { PRINTED } from "../element/scene/presets.js";
import type { LayerName } from "../element/scene/state.js";
import type { Model } from "./app.js";
import type { Translate } from "./i18n.js";

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

/** Where the printed columns come from. */
function originOf({ t, state, language }: Model, heads: number): string {
  if (state.layer === "MultiHeadAttention") return t("output.projected");
  if (state.layer !== "MultiHeadAttentionWrapper") return t("output.context");
  const columns = Array.from({ length: heads }, (_, head) => {
    const [first, last] = [head * state.dOut + 1, (head + 1) * state.dOut];
    return t(first === last ? "output.column" : "output.columns", { letter: headLetter(head), first, last });
  });
  return t("output.wrapper", { columns: columns.join(language === "zh" ? "，" : ", ") });
}

export function outputView(model: Model): TemplateResult {
  const { t, state, result } = model;
  const printed = PRINTED[state.layer];
  const comparison = result && printed !== undefined ? compareDigits(result.printed, printed) : undefined;
  return html`<section class="output" aria-labelledby="output-title">
    <h2 id="output-title">${t("output.title")}</h2>
    <p class="hint">${result ? rich(originOf(model, result.samples[0]?.length ?? 1)) : nothing}</p>
    <p class="agreement" role="status">${result ? sentence(t, state.layer, printed, comparison) : nothing}</p>
    ${comparison ? html`<p class="marks"><span class="same">123</span> ${t("agreement.same")} <span class="other">123</span> ${t("agreement.other")}</p>` : nothing}
    <div class="prints">
      ${result ? html`<attention-print data-print="computed" .label=${t("output.computed")} .pieces=${comparison?.left ?? [{ text: result.printed }]}></attention-print>` : nothing}
      ${printed === undefined ? nothing : html`<attention-print data-print="article" .label=${t("output.printed")} .pieces=${comparison?.right ?? [{ text: printed }]}></attention-print>`}
    </div>
  </section>`;
}
