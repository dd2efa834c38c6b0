// Which pictures each step shows: what goes in, and what comes out of it.

import type { MatrixKind } from "./attention-matrix.js";
import { headLetter } from "./heads.js";
import { largestMagnitude, type Matrix } from "./matrix.js";
import { sideBySide } from "./side-by-side.js";
import { headsIn, type Stage, type Step, type StepsData, stageOf } from "./steps-data.js";

export interface Panel {
  readonly stage: Stage;
  readonly kind: MatrixKind;
  readonly matrix: Matrix;
  readonly hidden?: Matrix;
  readonly kept?: Matrix;
  /** What the step makes; the others are what it makes it from. */
  readonly isResult: boolean;
  /** It was the result of a step before: left out where there is no room, or none for three squares in a row. */
  readonly repeated: "never" | "narrow" | "crowded";
  /** Whether rows are queries and columns keys; otherwise rows are tokens and columns their values. */
  readonly isSquare: boolean;
  readonly columns: readonly string[];
  readonly decimals: number;
  readonly limit: number;
}

/** Pictures that belong together: those of one head, or those of all. */
export interface Group {
  readonly head?: number;
  readonly panels: readonly Panel[];
}

const MOST_HEADS = 4;

const SQUARE: readonly Stage[] = ["scores", "scaled", "masked", "weights", "dropoutMask", "droppedWeights"];
export const PROJECTED: readonly Stage[] = ["queries", "keys", "values"];
const MASKS: readonly Stage[] = ["masked", "dropoutMask"];

/** Per head: what goes in, and what comes out. */
const FLOW: Partial<Record<Step, { readonly from: readonly Stage[]; readonly to: readonly Stage[] }>> = {
  heads: { from: [], to: ["queries", "keys", "values"] },
  scores: { from: ["queries", "keys"], to: ["scores"] },
  masked: { from: ["scores"], to: ["masked", "scaled"] },
  weights: { from: ["scaled"], to: ["weights"] },
  dropped: { from: ["weights"], to: ["dropoutMask", "droppedWeights"] },
  context: { from: ["droppedWeights", "values"], to: ["context"] },
};

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

/** A1 A2 B1 B2: the columns of all heads side by side. */
function columnsOfHeads(heads: number, width: number): string[] {
  return Array.from({ length: heads }, (_, head) =>
    numbered(width / heads).map((column) => `${headLetter(head)}${column}`),
  ).flat();
}

function kindOf(stage: Stage): MatrixKind {
  if (MASKS.includes(stage)) return "mask";
  return stage === "weights" || stage === "droppedWeights" ? "weights" : "signed";
}

/** The deep end of a stage's scale: the same for all heads, and for the three projections, so that they compare. */
function limitOf(data: StepsData, stage: Stage): number {
  const stages = PROJECTED.includes(stage) ? PROJECTED : [stage];
  const all = stages.flatMap((one) => allHeads(data, one));
  return largestMagnitude(all, kindOf(stage) === "weights" ? 1 : 0) || 1;
}

interface Role {
  readonly limit?: number;
  readonly isResult?: boolean;
  readonly repeated?: Panel["repeated"];
}

function headPanel(data: StepsData, stage: Stage, head: number, { isResult = true, repeated = "never" }: Role): Panel {
  const isSquare = SQUARE.includes(stage);
  const matrix = stageOf(data, stage, head);
  const hides = isSquare && stage !== "scores" && stage !== "dropoutMask";
  const drops = stage === "dropoutMask" || stage === "droppedWeights";
  return {
    stage,
    kind: kindOf(stage),
    matrix,
    ...(hides ? { hidden: stageOf(data, "masked", head) } : {}),
    ...(drops ? { kept: stageOf(data, "dropoutMask", head) } : {}),
    isResult,
    repeated,
    isSquare,
    columns: isSquare ? data.tokens : numbered(matrix.columns),
    decimals: isSquare ? 2 : 4,
    limit: limitOf(data, stage),
  };
}

/** A picture of all heads together. */
function wholePanel(stage: Stage, matrix: Matrix, columns: readonly string[], role: Role = {}): Panel {
  const { isResult = true, repeated = "never" } = role;
  const limit = role.limit ?? (largestMagnitude([matrix]) || 1);
  return { stage, kind: "signed", matrix, isResult, repeated, isSquare: false, columns, decimals: 4, limit };
}

function allHeads(data: StepsData, stage: Stage): Matrix[] {
  return Array.from({ length: headsIn(data) }, (_, head) => stageOf(data, stage, head));
}

function mergedPanel(data: StepsData, role: Role = {}): Panel {
  const matrix = sideBySide(allHeads(data, "context"));
  return wholePanel("merged", matrix, columnsOfHeads(headsIn(data), matrix.columns), role);
}

function inputPanel(data: StepsData): Panel {
  const matrix = stageOf(data, "x", 0);
  return wholePanel("x", matrix, numbered(matrix.columns));
}

function outputPanel(data: StepsData): Panel {
  const matrix = stageOf(data, "output", 0);
  return wholePanel("output", matrix, numbered(matrix.columns));
}

function projectionPanels(data: StepsData): Panel[] {
  return (["queries", "keys", "values"] as const).map((stage) => {
    const matrix = sideBySide(allHeads(data, stage));
    return wholePanel(stage, matrix, columnsOfHeads(headsIn(data), matrix.columns), {
      limit: limitOf(data, stage),
    });
  });
}

function perHead(data: StepsData, step: Step, heads: readonly number[]): Group[] {
  const { from, to } = FLOW[step] ?? { from: [], to: ["queries", "keys", "values"] as const };
  const repeated = to.some((stage) => MASKS.includes(stage)) ? "crowded" : "narrow";
  return heads.slice(0, MOST_HEADS).map((head) => ({
    head,
    panels: [
      ...from.map((stage) => headPanel(data, stage, head, { isResult: false, repeated })),
      ...to.map((stage) => headPanel(data, stage, head, { isResult: !MASKS.includes(stage) })),
    ],
  }));
}

/** The pictures of a step, for the heads chosen. */
export function groupsOf(step: Step, data: StepsData, heads: readonly number[]): Group[] {
  const isWrapper = data.className === "MultiHeadAttentionWrapper";
  switch (step) {
    case "input":
      return [{ panels: [inputPanel(data)] }];
    case "projections":
      return isWrapper ? perHead(data, "heads", heads) : [{ panels: projectionPanels(data) }];
    case "merged": {
      const context = (head: number): Panel => headPanel(data, "context", head, { isResult: false });
      const shown = Array.from({ length: Math.min(headsIn(data), MOST_HEADS) }, (_, head) => head);
      return [...shown.map((head) => ({ head, panels: [context(head)] })), { panels: [mergedPanel(data)] }];
    }
    case "output":
      return [
        {
          panels: [
            ...(isWrapper ? [] : [mergedPanel(data, { isResult: false, repeated: "narrow" })]),
            outputPanel(data),
          ],
        },
      ];
    default:
      return perHead(data, step, heads);
  }
}

/** Whether a step's pictures are those of the heads chosen. */
export function isPerHead(step: Step, data: StepsData): boolean {
  return FLOW[step] !== undefined || (step === "projections" && data.className === "MultiHeadAttentionWrapper");
}
