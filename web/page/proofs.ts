// What the reader can prove: the double reference, causality, the wrapper against the split.

import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { AttentionError } from "../api/index.js";
import { rich } from "../element/rich.js";
import { problemOf, say } from "../element/scene/problems.js";
import { circumstances } from "../element/scene/state.js";
import type { App, Model } from "./app.js";
import { OnDemand } from "./on-demand.js";
import { causalityView } from "./proofs-causality.js";
import { referenceDifference, sampleOf } from "./proofs-compute.js";
import { asDifference, type Proof, partsView } from "./proofs-parts.js";
import { comparisons, twinsView } from "./proofs-twins.js";

const references = new OnDemand<number>();

function referenceView(proof: Proof): TemplateResult {
  const { model, input, result } = proof;
  const { t, state } = model;
  const said = (difference: number) =>
    html`<p class="verdict" role="status">${rich(t(difference === 0 ? "proofs.reference.equal" : "proofs.reference.difference", { difference: asDifference(difference) }))}</p>`;
  const { difference } = result;
  return html`<div class="proof" data-proof="reference"><h3>${t("proofs.reference.title")}</h3>
    ${
      difference === undefined
        ? partsView(proof, {
            job: references,
            start: t("proofs.reference.start"),
            compute: (sample) => referenceDifference(state, sampleOf(input.x, sample)),
            done: (parts) => said(Math.max(...parts)),
          })
        : said(difference)
    }
    <p class="hint">${rich(t("proofs.reference"))}</p></div>`;
}

const PROOFS = [causalityView, twinsView, referenceView] as const;

/** A proof, or why the layer that it needs cannot be made; drawn anew only when something in it has changed. */
function proofView(proof: Proof, view: (proof: Proof) => TemplateResult): TemplateResult {
  const { state, language, sample, t } = proof.model;
  const { token, add } = { token: state.marks.get("proofs.token"), add: state.marks.get("proofs.add") };
  const { from } = proof;
  const jobs = [references, comparisons].flatMap((job) => [
    job.partsFor(from).length,
    job.isRunning(from),
    job.faultFor(from),
  ]);
  return html`${guard([language, ...from, sample, token, add, ...jobs], () => {
    try {
      return view(proof);
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      return html`<p class="problem">${rich(say(problemOf(error), t))}</p>`;
    }
  })}`;
}

export function proofsView(model: Model, app: App): TemplateResult {
  const { t, input, result } = model;
  const proof = input && result ? { model, app, input, result, from: circumstances(model.state) } : undefined;
  return html`<section class="proofs" aria-labelledby="proofs-title">
    <h2 id="proofs-title">${t("proofs.title")}</h2>
    ${proof ? PROOFS.map((view) => proofView(proof, view)) : nothing}
  </section>`;
}
