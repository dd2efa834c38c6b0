// The eight heads as small pictures, each with what it does as numbers and a switch.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { headSwatch } from "../../element/heads.js";
import { fixed } from "../../element/numbers.js";
import { rich } from "../../element/rich.js";
import type { App, Model } from "../app.js";
import { type Choice, chooseHead, chooseOff, headName } from "./trained-choice.js";
import { HEADS_PER_LAYER, LAYER_COUNT } from "./trained-compute.js";
import { type HeadReading, NAMED_FROM, type Reading } from "./trained-reading.js";

function roleOf({ t }: Model, { finds, follows }: HeadReading): string | undefined {
  if (follows >= NAMED_FROM) return t("trained.follower");
  return finds >= NAMED_FROM ? t("trained.finder") : undefined;
}

function toggled(off: ReadonlySet<number>, head: number): Set<number> {
  const next = new Set(off);
  if (!next.delete(head)) next.add(head);
  return next;
}

function headCard(model: Model, app: App, choice: Choice, reading: Reading, head: number): TemplateResult {
  const { t } = model;
  const name = headName(head);
  const data = reading.heads[head];
  if (!data) return html``;
  const isOff = choice.off.has(head);
  const finds = fixed(data.finds, 2);
  const follows = fixed(data.follows, 2);
  return html`<div class="head-card" data-head=${name} ?data-off=${isOff}>
    <label class="pick"><input type="radio" name="trained-head" value=${name} .checked=${live(head === choice.head)}
      @change=${() => chooseHead(app, head)} />${headSwatch(head % HEADS_PER_LAYER)} ${t("trained.head", { name })}</label>
    <label class="check"><input type="checkbox" .checked=${live(!isOff)} aria-label=${t("trained.on", { name })}
      @change=${() => chooseOff(model, app, toggled(choice.off, head))} />${t(isOff ? "trained.isOff" : "trained.isOn")}</label>
    <attention-thumbnail .matrix=${data.weights} .hiddenCells=${reading.masked} .row=${choice.position}
      .label=${t("trained.thumbnail", { name, finds, follows })}></attention-thumbnail>
    <dl><div><dt>${t("trained.finds")}</dt><dd data-measure="finds">${finds}</dd></div>
      <div><dt>${t("trained.follows")}</dt><dd data-measure="follows">${follows}</dd></div></dl>
    <p class="role">${roleOf(model, data) ?? nothing}</p>
  </div>`;
}

function score({ t }: Model, { off }: Choice, { right, known }: Reading): string {
  const without = [...off].sort((a, b) => a - b).map(headName);
  if (without.length === 0) return t("trained.score", { right, known });
  return t("trained.scoreWithout", { right, known, heads: without.join(", ") });
}

export function headsView(model: Model, app: App, choice: Choice, reading: Reading): TemplateResult {
  const { t } = model;
  const followers = reading.heads.flatMap(({ follows }, head) => (follows >= NAMED_FROM ? [head] : []));
  const heads = Array.from({ length: HEADS_PER_LAYER }, (_, head) => head);
  return html`<fieldset class="eight">
    <legend>${t("trained.heads")}</legend>
    <p class="hint">${rich(t("trained.headsHint"))}</p>
    <div class="switches">
      <p class="score" role="status" data-all=${reading.right === reading.known}>${score(model, choice, reading)}</p>
      <button type="button" ?disabled=${followers.every((head) => choice.off.has(head))}
        @click=${() => chooseOff(model, app, new Set([...choice.off, ...followers]))}>${t("trained.followersOff")}</button>
      <button type="button" ?disabled=${choice.off.size === 0} @click=${() => chooseOff(model, app, new Set())}>${t("trained.allOn")}</button>
    </div>
    ${Array.from(
      { length: LAYER_COUNT },
      (_, layer) => html`<div class="layer-heads" role="group" aria-label=${t("trained.layer", { number: layer + 1 })}>
        <h4>${t("trained.layer", { number: layer + 1 })}</h4>
        <div class="cards">${heads.map((head) => headCard(model, app, choice, reading, layer * HEADS_PER_LAYER + head))}</div>
      </div>`,
    )}
  </fieldset>`;
}
