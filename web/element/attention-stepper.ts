// <attention-stepper>: one pass through a multi-head layer on a text, step by step, computed on the reader's machine.

import { html, nothing, type TemplateResult } from "lit";
import { AttentionEmbed, type Scene } from "./attention-embed.js";
import type { StepsChangeEvent } from "./attention-steps.js";
import { define } from "./define.js";
import { choiceOf } from "./embed-state.js";
import type { AttentionStepperElement } from "./public.js";
import type { Input } from "./scene/input.js";
import { withMarks } from "./scene/marks.js";
import type { State } from "./scene/state.js";
import { type Steps, stepsOf } from "./scene/steps-compute.js";
import { readSteps, writeSteps } from "./scene/steps-marks.js";
import { stepsWords } from "./scene/steps-words.js";
import { STORY_TOKENS } from "./scene/story-layer.js";
import { DIALECTS } from "./steps-code.js";
import { MULTI_HEAD_CLASSES, STEPS } from "./steps-data.js";

/** Documented in public.ts. */
export class AttentionStepper extends AttentionEmbed<Steps> implements AttentionStepperElement {
  static override properties = {
    step: { type: String, reflect: true },
    dialect: { type: String, reflect: true },
  };

  declare step: string | null | undefined;
  declare dialect: string | null | undefined;

  protected override readonly told = ["step", "dialect"];

  protected override withOwn(state: State): State {
    const step = choiceOf(STEPS, this.step?.trim() || undefined);
    const dialect = choiceOf(DIALECTS, this.dialect?.trim() || undefined);
    const layer = choiceOf(MULTI_HEAD_CLASSES, this.layer?.trim() || undefined);
    const place = {
      ...(step ? { step: STEPS.indexOf(step) } : {}),
      ...(dialect ? { dialect } : {}),
      ...(layer ? { layer } : {}),
    };
    return { ...state, marks: withMarks(state.marks, writeSteps(place)) };
  }

  protected override compute(state: State, input: Input): Steps {
    return stepsOf(state, input, Math.min(state.sample, input.words.length - 1));
  }

  protected override draw(scene: Scene<Steps>): TemplateResult {
    const { input, state, drawn, t } = scene;
    const { step, heads, dialect, layer } = readSteps(state);
    const tokens = input.words[state.sample]?.length ?? 0;
    return html`${this.controls(scene, nothing)}
      ${tokens > STORY_TOKENS ? html`<p class="hint">${t("steps.cut", { tokens, shown: STORY_TOKENS })}</p>` : nothing}
      ${drawn.articles.includes(layer) ? html`<p class="hint">${t("steps.isArticles")}</p>` : nothing}
      <attention-steps exportparts="grid, readout" .data=${drawn.data} .words=${stepsWords(t)} .step=${step} .heads=${heads}
        .dialect=${dialect} .layer=${layer} @steps-change=${this.#onChange}></attention-steps>`;
  }

  readonly #onChange = (event: StepsChangeEvent): void => {
    event.stopPropagation();
    this.change({ marks: withMarks(this.state?.marks ?? new Map(), writeSteps(event.detail)) });
  };
}

define("attention-stepper", AttentionStepper);
