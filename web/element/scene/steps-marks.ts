// Where the reader is in the steps, as a link spells it.

import type { StepsChangeEvent } from "../attention-steps.js";
import { DIALECTS } from "../steps-code.js";
import { MULTI_HEAD_CLASSES } from "../steps-data.js";
import { indexMark, wordMark } from "./marks.js";
import type { State } from "./state.js";

type Place = StepsChangeEvent["detail"];

/** The heads drawn: head A to begin with; none stands for all. */
function headsMark({ marks }: Pick<State, "marks">): number[] {
  const text = marks.get("steps.heads") ?? "1";
  return text.split(" ").flatMap((word) => (/^[1-9]\d?$/.test(word) ? [Number(word) - 1] : []));
}

export function readSteps(state: Pick<State, "marks">): Place {
  return {
    step: indexMark(state, "steps.step"),
    heads: headsMark(state),
    dialect: wordMark(state, "steps.code", DIALECTS),
    layer: wordMark(state, "steps.layer", MULTI_HEAD_CLASSES),
  };
}

/** Marks for what is given. */
export function writeSteps({ step, heads, dialect, layer }: Partial<Place>): Record<string, string | number> {
  const shown = heads?.length === 0 ? "all" : heads?.map((head) => head + 1).join(" ");
  return {
    ...(step === undefined ? {} : { "steps.step": step }),
    ...(shown === undefined ? {} : { "steps.heads": shown === "1" ? "" : shown }),
    ...(dialect === undefined ? {} : { "steps.code": dialect === DIALECTS[0] ? "" : dialect }),
    ...(layer === undefined ? {} : { "steps.layer": layer === MULTI_HEAD_CLASSES[0] ? "" : layer }),
  };
}
