// SteppedElement: an element that is walked a step at a time, by buttons and arrow keys; its owner may keep the step.

import { html, LitElement, type PropertyDeclarations, type TemplateResult } from "lit";
import { type StepWords, stepControls, stepForKey, stepWithin } from "./step-controls.js";

export abstract class SteppedElement<Step extends string> extends LitElement {
  static override properties: PropertyDeclarations = { step: { type: Number } };

  /** From 0. */
  declare step: number;

  protected abstract readonly steps: readonly [Step, ...Step[]];

  constructor() {
    super();
    this.step = 0;
  }

  /** The reader goes to a step. */
  protected abstract goTo(step: number): void;

  /** The step that is drawn, from 0. */
  protected get place(): number {
    return stepWithin(this.step, this.steps.length);
  }

  protected get stepName(): Step {
    return this.steps[this.place] ?? this.steps[0];
  }

  /** What is drawn, below the buttons that step through it. */
  protected stepped(words: StepWords<Step>, drawn: TemplateResult): TemplateResult {
    const names = this.steps.map((name) => words.names[name]);
    return html`<div @keydown=${this.#onKey}>
      ${stepControls(names, this.place, words, (step) => this.goTo(step))} ${drawn}
    </div>`;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const step = stepForKey(event, this.place, this.steps.length);
    if (step === undefined) return;
    event.preventDefault();
    this.goTo(step);
  };
}
