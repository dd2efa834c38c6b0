// The causality test: the reader pokes a token, and every row that noticed is marked.

import { html, nothing, type TemplateResult } from "lit";
import type { Cell, RowMark } from "../element/attention-matrix.js";
import { headLetter } from "../element/heads.js";
import { largestMagnitude, matrixAt } from "../element/matrix.js";
import { parseNumber, shortest } from "../element/numbers.js";
import { rich } from "../element/rich.js";
import { hasDropout, isMultiHead } from "../element/scene/layers.js";
import { matrixWords, valueInWords } from "../element/scene/picture-words.js";
import type { Model } from "./app.js";
import { OnDemand } from "./on-demand.js";
import { type Causality, causality, sampleOf } from "./proofs-compute.js";
import { asDifference, type Proof } from "./proofs-parts.js";

const AMOUNT = 10;
// As many as fit a few lines of buttons.
const MOST_BUTTONS = 12;

const tests = new OnDemand<Causality>();

interface Poke {
  readonly words: readonly string[];
  /** Undefined until the reader pokes one. */
  readonly token: number | undefined;
  readonly amount: number;
}

function pokeOf({ state, input, sample }: Model): Poke {
  const words = input?.words[sample] ?? [];
  const text = state.marks.get("proofs.token") ?? "";
  const token = /^[1-9]\d{0,3}$/.test(text) ? Number(text) - 1 : words.length;
  const amount = parseNumber(state.marks.get("proofs.add") ?? "") ?? AMOUNT;
  return { words, token: token < words.length ? token : undefined, amount };
}

function tokenButtons({ model: { t }, app }: Proof, { words, token }: Poke): TemplateResult {
  return html`<div class="pokes" role="group" aria-label=${t("proofs.poke")}><span class="label" aria-hidden="true">${t("proofs.poke")}</span>
    ${words.map(
      (word, index) => html`<button type="button" translate="no" aria-pressed=${index === token}
        @click=${() => app.mark("proofs.token", index === token ? "" : String(index + 1))}>${word}</button>`,
    )}</div>`;
}

function tokenSelect({ model: { t }, app }: Proof, { words, token }: Poke): TemplateResult {
  const onChange = (event: Event) => app.mark("proofs.token", (event.currentTarget as HTMLSelectElement).value);
  return html`<div class="pokes"><label for="poke">${t("proofs.poke")}</label><select id="poke" @change=${onChange}>
    <option value="" .selected=${token === undefined}>${t("proofs.none")}</option>
    ${words.map((word, index) => html`<option value=${index + 1} .selected=${index === token}>${word === String(index + 1) ? word : `${index + 1} ${word}`}</option>`)}
  </select></div>`;
}

function amountField({ model: { t }, app }: Proof, { amount }: Poke): TemplateResult {
  const onChange = (event: Event) => {
    const field = event.currentTarget as HTMLInputElement;
    const value = parseNumber(field.value);
    if (value === undefined) field.value = shortest(amount);
    else app.mark("proofs.add", value === AMOUNT ? "" : shortest(value));
  };
  return html`<div class="amount"><label for="poke-amount">${t("proofs.add")}</label>
    <input id="poke-amount" type="text" inputmode="decimal" autocomplete="off" .value=${shortest(amount)} @change=${onChange} /></div>`;
}

/** The same switch as the layer's own, here where its effect is seen. */
function maskSwitch({ model: { t, state }, app }: Proof): TemplateResult | string {
  if (!hasDropout(state.layer)) return t("heads.noMask");
  return html`<label class="check"><input type="checkbox" .checked=${state.masked}
    @change=${() => app.choose({ masked: !state.masked })} />${t("proofs.mask")}</label>`;
}

/** What happened, in one sentence. */
function verdict({ t }: Model, { words, token = 0 }: Poke, { kept, leak }: Causality): string {
  const earlier = kept.slice(0, token);
  const leaked = earlier.filter((same) => !same).length;
  const changed = kept.slice(token).filter((same) => !same).length;
  const values = { token: words[token] ?? "", earlier: earlier.length, leaked, changed, rest: kept.length - token };
  if (token === 0) return t("proofs.causality.first", values);
  if (leaked > 0) return t("proofs.causality.leak", { ...values, leak: asDifference(leak) });
  return t("proofs.causality.kept", values);
}

/** The columns' names: with a head's letter where there are several heads. */
function columnNames({ model: { state }, result }: Proof, width: number): string[] {
  const headDim = width / (result.samples[0]?.length ?? 1);
  return Array.from({ length: width }, (_, column) =>
    isMultiHead(state.layer) && Number.isInteger(headDim)
      ? `${headLetter(Math.floor(column / headDim))}${(column % headDim) + 1}`
      : String(column + 1),
  );
}

function testView(proof: Proof, poke: Poke, test: Causality): TemplateResult {
  const { model } = proof;
  const { t } = model;
  const { words, token = 0 } = poke;
  const matrix = matrixAt(test.contexts);
  const marks = test.kept.map((same): RowMark => (same ? "same" : "changed"));
  const describe = (cell: Cell) =>
    t("cell.context", { token: words[cell.row] ?? "", column: cell.column + 1, value: valueInWords(cell) });
  return html`<figure class="picture"><figcaption>${t("proofs.causality.picture")}<span class="shape">${matrix.rows} × ${matrix.columns}</span></figcaption>
    <attention-matrix kind="signed" .label=${t("proofs.causality.picture")} .matrix=${matrix} .limit=${largestMagnitude([matrix]) || 1}
      .decimals=${3} .rowAxis=${t("axis.token")} .columnAxis=${t("axis.value")} .rowLabels=${words}
      .columnLabels=${columnNames(proof, matrix.columns)} .pokedRows=${[token]} .rowMarks=${marks}
      .words=${matrixWords(t)} .describe=${describe}></attention-matrix></figure>`;
}

export function causalityView(proof: Proof): TemplateResult {
  const { model, input, from } = proof;
  const { t, state, sample } = model;
  const poke = pokeOf(model);
  const { words, token, amount } = poke;
  const [test] =
    token === undefined
      ? []
      : tests.now([...from, sample, token, amount], 1, () =>
          causality(state, sampleOf(input.x, sample), token, amount),
        );
  return html`<div class="proof" data-proof="causality"><h3>${t("proofs.causality.title")}</h3>
    <p class="hint">${rich(t("proofs.causality"))}</p>
    <div class="poking">${words.length > MOST_BUTTONS ? tokenSelect(proof, poke) : tokenButtons(proof, poke)}
      ${amountField(proof, poke)} ${maskSwitch(proof)}</div>
    <p class="verdict" role="status">${test ? verdict(model, poke, test) : t("proofs.causality.begin")}</p>
    ${test ? testView(proof, poke, test) : nothing}</div>`;
}
