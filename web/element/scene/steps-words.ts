// What the stepper says, in the reader's language.

import type { Cell } from "../attention-matrix.js";
import type { StepsWords } from "../attention-steps.js";
import type { Translate } from "../i18n.js";
import { rich } from "../rich.js";
import { AXES, headDimOf, STAGES, STEPS, type Stage, type Step, type StepsData } from "../steps-data.js";
import { valueInWords, weightInWords } from "./picture-words.js";
import { walkWords } from "./walk-words.js";

function cellInWords(t: Translate, stage: Stage, cell: Cell, row: string, column: string): string {
  const pair = { query: row, key: column };
  switch (stage) {
    case "masked":
      return t(cell.state === "hidden" ? "cell.masked" : "cell.visible", pair);
    case "dropoutMask":
      return t(cell.state === "dropped" ? "steps.cell.dropped" : "steps.cell.kept", pair);
    case "weights":
    case "droppedWeights":
      return weightInWords(t, cell, row, column);
    case "scores":
    case "scaled": {
      const value = valueInWords(cell);
      return t(cell.state === "hidden" ? "steps.cell.hidden" : `steps.cell.${stage}`, { ...pair, value });
    }
    default:
      return t("steps.cell.value", { token: row, stage: t(`steps.stage.${stage}`), column, value: valueInWords(cell) });
  }
}

/** The number as it is typed, or a few digits of it. */
function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function droppedText(t: Translate, { settings }: StepsData): string {
  const { dropout, training } = settings;
  if (dropout === 0) return t("steps.text.dropped.none");
  if (!training) return t("steps.text.dropped.eval");
  if (dropout === 1) return t("steps.text.dropped.all");
  return t("steps.text.dropped", { dropout, scale: short(1 / (1 - dropout)) });
}

function textOf(t: Translate, step: Step, data: StepsData): string {
  const { dOut, numHeads } = data.settings;
  const values = {
    dOut,
    heads: numHeads,
    headDim: headDimOf(data),
    width: numHeads * headDimOf(data),
    tokens: data.tokens.length,
  };
  if (step === "dropped") return droppedText(t, data);
  if (step === "masked" && !data.trace.masked.data.includes(1)) return t("steps.text.masked.off", values);
  if (step === "projections" || step === "heads" || step === "merged" || step === "output") {
    return t(`steps.text.${step}.${data.className}`, values);
  }
  return t(`steps.text.${step}`, values);
}

function named<K extends string>(keys: readonly K[], name: (key: K) => string): Record<K, string> {
  return Object.fromEntries(keys.map((key) => [key, name(key)])) as Record<K, string>;
}

/** What the pictures and their selector say by themselves. */
function pictureWords(t: Translate): Pick<StepsWords, "matrix" | "heads" | "head" | "corner" | "cell" | "stages"> {
  const head = (letter: string) => t("heads.head", { letter });
  return {
    head,
    stages: named(STAGES, (stage) => t(`steps.stage.${stage}`)),
    corner: { query: t("axis.query"), key: t("axis.key"), token: t("axis.token"), value: t("axis.value") },
    cell: (stage, cell, row, column) => cellInWords(t, stage, cell, row, column),
    matrix: {
      same: t("steps.same"),
      changed: t("steps.changed"),
      pinned: (cell) => t("steps.pinned", { cell }),
      unpinned: t("steps.unpinned"),
    },
    heads: { label: t("steps.heads"), all: t("steps.allHeads"), head, keys: t("steps.headKeys") },
  };
}

export function stepsWords(t: Translate): StepsWords {
  return {
    ...walkWords(t),
    ...pictureWords(t),
    names: named(STEPS, (step) => t(`steps.name.${step}`)),
    text: (step, data) => rich(textOf(t, step, data)),
    axes: named(AXES, (axis) => t(`steps.axis.${axis}`)),
    keyAxis: t("steps.axis.key"),
    someHeads: (drawn) => t("steps.someHeads", { drawn }),
    code: t("steps.code"),
    dialect: t("steps.dialect"),
    dialects: { pytorch: "PyTorch", js: "JavaScript" },
    layer: t("steps.layer"),
    noLine: t("steps.noLine"),
    keys: t("steps.keys"),
    copy: t("steps.copy"),
    copied: t("steps.copied"),
    notCopied: t("steps.notCopied"),
  };
}
