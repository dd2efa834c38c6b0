// The pictures of a step: matrices with what they are called, head by head.

import { css, html, nothing, type TemplateResult } from "lit";
import { type Cell, headroomFor, type MatrixWords } from "./attention-matrix.js";
import { headLetter, headSwatch } from "./heads.js";
import type { Stage } from "./steps-data.js";
import { type Group, type Panel, PROJECTED } from "./steps-panels.js";

export interface PictureWords {
  readonly stages: Readonly<Record<Stage, string>>;
  readonly head: (letter: string) => string;
  /** What rows and columns are, in the corner between their headers. */
  readonly corner: Readonly<Record<"query" | "key" | "token" | "value", string>>;
  /** A cell in words; `row` and `column` are its labels. */
  readonly cell: (stage: Stage, cell: Cell, row: string, column: string) => string;
  readonly matrix: MatrixWords;
}

export const pictureStyles = css`
  .groups { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; }
  .group { min-width: 0; max-width: 100%; }
  .group .title { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 0.4rem; font-size: 0.9rem; font-weight: 650; }
  .panels { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; }
  figure { margin: 0; min-width: 0; max-width: 100%; }
  figcaption { margin: 0 0 2px 54px; font-size: 0.8rem; color: var(--muted); }
  .result figcaption { color: var(--ink); font-weight: 650; }
  figcaption .size { margin-inline-start: 0.4em; font-size: 0.72rem; font-weight: 400; color: var(--muted); white-space: nowrap; }
  .pictures { container: pictures / inline-size; }
  /* Where there is no room the step shows what it makes; what it makes it from was made in the steps before. */
  @container pictures (max-width: 37rem) {
    .narrow { display: none; }
  }
  @container pictures (max-width: 52rem) {
    .crowded { display: none; }
  }
`;

function panelView(
  panel: Panel,
  head: number | undefined,
  tokens: readonly string[],
  words: PictureWords,
  activeRow: number | undefined,
): TemplateResult {
  const { stage, matrix, isSquare, columns } = panel;
  const name = words.stages[stage];
  const label = head === undefined ? name : `${words.head(headLetter(head))}: ${name}`;
  const { query, key, token, value } = words.corner;
  const classes = `${panel.isResult ? "result" : ""} ${panel.repeated}`;
  const describe = (cell: Cell) => words.cell(stage, cell, tokens[cell.row] ?? "", columns[cell.column] ?? "");
  return html`<figure class=${classes} data-stage=${stage}>
    <figcaption>${name}<span class="size">${matrix.rows} × ${matrix.columns}</span></figcaption>
    <attention-matrix exportparts="grid, readout" .kind=${panel.kind} .label=${label} .matrix=${matrix} .hiddenCells=${panel.hidden}
      .keptCells=${panel.kept} .decimals=${panel.decimals} .limit=${panel.limit} .headroom=${headroomFor(tokens)}
      .rowAxis=${isSquare ? query : token} .columnAxis=${isSquare ? key : value} .rowLabels=${tokens}
      .columnLabels=${columns} .describe=${describe} .words=${words.matrix} .activeRow=${activeRow}></attention-matrix>
  </figure>`;
}

export function groupView(
  { head, panels }: Group,
  tokens: readonly string[],
  words: PictureWords,
  activeRow: number | undefined,
  isHeading: boolean,
): TemplateResult {
  const name = head === undefined ? nothing : html`${headSwatch(head, 18)}${words.head(headLetter(head))}`;
  const title = isHeading ? html`<h4 class="title">${name}</h4>` : html`<p class="title">${name}</p>`;
  return html`<div class="group">${head === undefined ? nothing : title}
    <div class="panels">${panels.map((panel) => panelView(panel, head, tokens, words, activeRow))}</div>
  </div>`;
}

/** The key to the colours of what the step makes. */
export function scaleView(groups: readonly Group[], words: PictureWords): TemplateResult | typeof nothing {
  const result = groups
    .at(-1)
    ?.panels.filter(({ isResult }) => isResult)
    .at(-1);
  if (!result || result.kind === "mask") return nothing;
  const stages = PROJECTED.includes(result.stage) ? PROJECTED : [result.stage];
  return html`<attention-scale .kind=${result.kind} .label=${stages.map((stage) => words.stages[stage]).join(", ")} .limit=${result.limit}></attention-scale>`;
}
