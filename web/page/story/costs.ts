// The chapter "costs": what each class costs, counted in multiply-adds and measured on the reader's own machine.

import { html, type TemplateResult } from "lit";
import { rich } from "../../element/rich.js";
import type { App, Model } from "../app.js";
import { LANG, type Translate } from "../i18n.js";
import { type Cost, costsOf, SIZE_NAMES, SIZES, type Size, totalOf, visiblePairs } from "./costs-count.js";
import { CostsTimes } from "./costs-times.js";
import { wordMark, writeMarks } from "./marks.js";
import type { Chapter } from "./story.js";

// Here, because a module imported for its effects alone is left out of the bundle.
customElements.define("costs-times", CostsTimes);

function sizeChoice(model: Model, app: App, chosen: Size): TemplateResult {
  const { t } = model;
  return html`<div class="sizes"><span class="hint">${t("costs.size")}</span>
    <div class="segments" role="group" aria-label=${t("costs.size")}>${SIZES.map(
      ({ name, tokens, heads }, index) => html`<button type="button" aria-pressed=${name === chosen.name}
        @click=${() => writeMarks(model, app, { "costs.size": index === 0 ? "" : name })}>${
          name === "article" ? t("costs.article") : t("costs.sizeShort", { tokens, heads })
        }</button>`,
    )}</div></div>`;
}

function costRow(t: Translate, count: (value: number) => string, cost: Cost): TemplateResult {
  return html`<tr><th scope="row">${t(`costs.stage.${cost.stage}`)}
      <code>${cost.formula}</code> <code>= ${cost.numbers}</code></th>
    <td>${count(cost.multiplyAdds)}</td><td>${cost.wrapper === 0 ? "–" : cost.wrapper}</td><td>${cost.split}</td></tr>`;
}

function countsView({ t, language }: Model, size: Size): TemplateResult {
  const count = (value: number) => value.toLocaleString(LANG[language]);
  const [wrapper, split] = [totalOf(size, "wrapper"), totalOf(size, "split")];
  const { tokens, dIn, heads, headDim } = size;
  return html`<table class="counts">
    <caption>${t("costs.caption", { tokens, dIn, dOut: heads * headDim, heads, headDim })}</caption>
    <thead><tr><th scope="col">${t("costs.stage")}</th><th scope="col">${t("costs.multiplyAdds")}</th>
      <th scope="col">${t("costs.products.wrapper")}</th><th scope="col">${t("costs.products.split")}</th></tr></thead>
    <tbody>${costsOf(size).map((cost) => costRow(t, count, cost))}</tbody>
    <tfoot>
      <tr><th scope="row">${t("costs.total.wrapper")}</th><td>${count(wrapper.multiplyAdds)}</td><td>${wrapper.products}</td><td></td></tr>
      <tr><th scope="row">${t("costs.total.split")}</th><td>${count(split.multiplyAdds)}</td><td></td><td>${split.products}</td></tr>
    </tfoot>
  </table>`;
}

function maskNote({ t, language }: Model, size: Size): string {
  const [visible, pairs] = [visiblePairs(size), size.tokens * size.tokens];
  const count = (value: number) => value.toLocaleString(LANG[language]);
  return t("costs.mask", {
    visible: count(visible),
    pairs: count(pairs),
    percent: Math.round((100 * visible) / pairs),
  });
}

export const costsChapter: Chapter = {
  id: "costs",
  view: (model, app) => {
    const { t, state } = model;
    const chosen = wordMark(state, "costs.size", SIZE_NAMES);
    const size = SIZES.find(({ name }) => name === chosen) ?? SIZES[0];
    return html`<div class="costs-columns">
      <div>${sizeChoice(model, app, size)} ${countsView(model, size)}
        <p>${rich(t("costs.lead"))}</p><p class="hint">${maskNote(model, size)}</p></div>
      <div><h4>${t("costs.time")}</h4><p>${rich(t("costs.how"))}</p>
        <costs-times .t=${t}></costs-times>
        <p>${rich(t("costs.why"))}</p></div>
    </div>`;
  },
};
