// What a stepped picture is driven by: a button per step, previous and next, and the left and right arrow keys.

import { css, html, type TemplateResult } from "lit";

export interface WalkWords {
  /** What the row of buttons is. */
  readonly steps: string;
  readonly previous: string;
  readonly next: string;
  /** "Step 2 of 5", both from 1. */
  readonly place: (step: number, count: number) => string;
}

export interface StepWords<Step extends string> extends WalkWords {
  /** A short name for each step. */
  readonly names: Readonly<Record<Step, string>>;
}

/** Text for a paragraph; a template where there is code in it. */
export type Rich = string | TemplateResult | readonly (string | TemplateResult)[];

export const stepStyles = css`
  button {
    box-sizing: border-box; min-height: var(--target, 2.25rem); padding: 0.2rem 0.7rem; border: 1px solid var(--edge);
    border-radius: 0.3rem; font: inherit; font-size: 0.8rem; color: var(--ink); background: var(--paper); cursor: pointer;
  }
  button:hover { border-color: var(--ink); }
  button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
  button[aria-disabled="true"] { color: var(--muted); border-color: var(--line); cursor: default; }
  button:is([aria-pressed="true"], [aria-current="step"]) { color: var(--paper); background: var(--ink); border-color: var(--ink); }
  .map { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0; padding: 0; list-style: none; }
  .walk { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin-top: 0.5rem; }
  .place { font-size: 0.8rem; color: var(--muted); }
  .segments { display: flex; flex-wrap: wrap; }
  .segments button { border-radius: 0; margin-inline-start: -1px; }
  .segments button:first-child { border-radius: 0.3rem 0 0 0.3rem; }
  .segments button:last-child { border-radius: 0 0.3rem 0.3rem 0; }
  @media (pointer: coarse) {
    button { min-height: var(--target, 2.6rem); }
  }
  @media (forced-colors: active) {
    button:is([aria-pressed="true"], [aria-current="step"]) { forced-color-adjust: none; color: HighlightText; background: Highlight; }
  }
`;

/** The step kept inside the picture; anything that is no step is the first. */
export function stepWithin(step: number, count: number): number {
  return Number.isInteger(step) && step >= 0 && step < count ? step : 0;
}

/** The step an arrow key leads to; undefined for other keys, at the ends, and where the key has done its work already. */
export function stepForKey(event: KeyboardEvent, step: number, count: number): number | undefined {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const next = step + (event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : Number.NaN);
  return next >= 0 && next < count ? next : undefined;
}

// Buttons at the ends stay focusable: one that went dead under the finger would drop the focus.
function walkButton(label: string, target: number, count: number, go: (step: number) => void): TemplateResult {
  const isThere = target >= 0 && target < count;
  return html`<button type="button" aria-disabled=${!isThere} @click=${() => isThere && go(target)}>${label}</button>`;
}

export function stepControls(
  names: readonly string[],
  step: number,
  words: WalkWords,
  go: (step: number) => void,
): TemplateResult {
  return html`<div role="group" aria-label=${words.steps}>
    <ol class="map">${names.map(
      (name, index) => html`<li><button type="button" aria-current=${index === step ? "step" : "false"}
        @click=${() => go(index)}>${name}</button></li>`,
    )}</ol>
    <div class="walk">
      ${walkButton(words.previous, step - 1, names.length, go)} ${walkButton(words.next, step + 1, names.length, go)}
      <span class="place">${words.place(step + 1, names.length)}</span>
    </div>
  </div>`;
}

/** One of several, as a row of buttons. */
export function choices<T>(
  label: string,
  options: readonly (readonly [value: T, name: string | TemplateResult])[],
  chosen: T,
  choose: (value: T) => void,
): TemplateResult {
  return html`<div class="segments" role="group" aria-label=${label}>${options.map(
    ([value, name]) =>
      html`<button type="button" aria-pressed=${value === chosen} @click=${() => choose(value)}>${name}</button>`,
  )}</div>`;
}
