// What comes of a state: what goes in and what comes out, or the problem; computed anew only where it may be another.

import type { Engine } from "../element/engine.js";
import { compute, type Result } from "../element/scene/compute.js";
import { type Input, inputOf } from "../element/scene/input.js";
import { fieldsOf } from "../element/scene/layers.js";
import { type Drafts, type Problem, problemBefore, problemOf } from "../element/scene/problems.js";
import type { Source } from "../element/scene/source.js";
import { circumstances, type State } from "../element/scene/state.js";

export interface Outcome {
  /** Absent until the module is there, and for a source that makes no batch. */
  readonly input: Input | undefined;
  readonly result: Result | undefined;
  readonly problem: Problem | undefined;
}

/** The input, where the source makes one. */
export function inputIfAny(state: State): Input | undefined {
  try {
    return inputOf(state);
  } catch {
    return undefined;
  }
}

export class Outcomes {
  #last: { readonly from: readonly unknown[]; readonly outcome: Outcome } | undefined;

  /** The last outcome again, where nothing has changed but how it is looked at. */
  of(state: State, engine: Engine, drafts: Drafts): Outcome {
    const from = [...circumstances(state), engine, drafts];
    const last = this.#last;
    if (last && from.every((value, index) => Object.is(value, last.from[index]))) return last.outcome;
    const outcome = outcomeOf(state, engine, drafts);
    this.#last = { from, outcome };
    return outcome;
  }
}

function outcomeOf(state: State, engine: Engine, drafts: Drafts): Outcome {
  const problem = problemBefore(state, drafts, fieldsOf(state.layer));
  const input = engine === "ready" || isKnown(state.source) ? inputIfAny(state) : undefined;
  if (problem || engine !== "ready") return { input, result: undefined, problem };
  try {
    return { input, result: compute(state, input ?? inputOf(state)), problem: undefined };
  } catch (error) {
    return { input, result: undefined, problem: problemOf(error) };
  }
}

/** Sources that need no generator, so that their tables stand before the module does. */
function isKnown(source: Source): boolean {
  return source.kind !== "text" && source.kind !== "random";
}
