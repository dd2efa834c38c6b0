// How to read the pictures: a legend that is the first, tiny example.

import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { Cell } from "../element/attention-matrix.js";
import { headLetter, headSwatch } from "../element/heads.js";
import { weightInWords } from "../element/scene/picture-words.js";
import type { Model } from "./app.js";

// The first three tokens of the article's CausalAttention, seed 123, to three digits.
const TOKENS = ["Your", "journey", "starts"];
const WEIGHTS = { rows: 3, columns: 3, data: [1, 0, 0, 0.483, 0.517, 0, 0.319, 0.341, 0.34] };
const MASK = { rows: 3, columns: 3, data: [0, 1, 1, 0, 0, 1, 0, 0, 0] };

function sample(content: SVGTemplateResult): TemplateResult {
  return html`<svg class="sample" width="30" height="24" viewBox="0 0 30 24" aria-hidden="true">${content}</svg>`;
}

const HIDDEN = svg`<defs><pattern id="legend-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <line x1="0.5" x2="0.5" y2="6" class="sample-hatch" /></pattern></defs>
  <rect x="0.5" y="0.5" width="29" height="23" class="sample-cell" /><rect x="0.5" y="0.5" width="29" height="23" fill="url(#legend-hatch)" />`;
const DROPPED = svg`<rect x="0.5" y="0.5" width="29" height="23" class="sample-cell" /><rect x="4" y="4" width="22" height="16" class="sample-dropped" />`;
const EDITED = svg`<rect x="1.5" y="1.5" width="27" height="21" rx="10.5" class="sample-edited" />`;

export function legendView({ t }: Model): TemplateResult {
  const describe = (cell: Cell) => weightInWords(t, cell, TOKENS[cell.row] ?? "", TOKENS[cell.column] ?? "");
  return html`<section class="legend" aria-labelledby="legend-title">
    <h2 id="legend-title" class="quiet">${t("legend.title")}</h2>
    <attention-matrix .label=${t("legend.example")} .rowAxis=${t("axis.query")} .columnAxis=${t("axis.key")} .matrix=${WEIGHTS} .hiddenCells=${MASK}
      .rowLabels=${TOKENS} .columnLabels=${TOKENS} .describe=${describe}></attention-matrix>
    <ul>
      <li class="plain">${t("legend.row")}</li>
      <li class="plain">${t("legend.column")}</li>
      <li>${sample(HIDDEN)}${t("legend.hidden")}</li>
      <li>${sample(DROPPED)}${t("legend.dropped")}</li>
      <li>${sample(EDITED)}${t("legend.edited")}</li>
      <li class="plain letters">${[0, 1, 2, 3].map((head) => html`<span>${headSwatch(head, 18)}${headLetter(head)}</span>`)}</li>
      <li class="plain">${t("legend.heads")}</li>
    </ul>
  </section>`;
}
