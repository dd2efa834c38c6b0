// What the proofs share: what they are computed from, and results that come a sample at a time.

import { html, nothing, type TemplateResult } from "lit";
import { fixed } from "../element/numbers.js";
import type { Result } from "../element/scene/compute.js";
import type { Input } from "../element/scene/input.js";
import type { App, Model } from "./app.js";
import type { OnDemand } from "./on-demand.js";

export interface Proof {
  readonly model: Model;
  readonly app: App;
  readonly input: Input;
  readonly result: Result;
  /** What every number here follows from. */
  readonly from: readonly unknown[];
}

/** A difference as one reads such numbers: 5.96e-8, but 0.0123. */
export function asDifference(value: number): string {
  if (value === 0 || value >= 1e-3 || Number.isNaN(value)) return fixed(value, 4);
  return value.toExponential(2).replace("-", "\u2212");
}

export interface Parts<T> {
  readonly job: OnDemand<T>;
  /** What the button says. */
  readonly start: string;
  readonly compute: (sample: number) => T;
  readonly done: (parts: readonly T[]) => TemplateResult;
}

/** A result that takes long: a button for it, how far it is, and the way to stop it. */
export function partsView<T>(
  { model, app, input, from }: Proof,
  { job, start, compute, done }: Parts<T>,
): TemplateResult {
  const { t } = model;
  const count = input.x.shape[0] ?? 0;
  const parts = job.partsFor(from);
  if (parts.length === count) return done(parts);
  const fault = job.faultFor(from);
  if (fault !== undefined) throw fault;
  const stop = () => {
    job.stop();
    app.redraw();
  };
  return html`<div class="on-demand">${
    job.isRunning(from)
      ? html`<progress max=${count} .value=${parts.length} aria-label=${t("proofs.progress")}></progress>
        <span>${t("proofs.part", { part: parts.length + 1, count })}</span>
        <button type="button" @click=${stop}>${t("proofs.stop")}</button>`
      : html`<button type="button" @click=${() => job.start(from, count, compute, app.redraw)}>${start}</button>
        <span class="hint">${parts.length > 0 ? t("proofs.stopped", { parts: parts.length, count }) : nothing}</span>`
  }</div>`;
}
