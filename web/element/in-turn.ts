// inTurn: a part of a page. Where the reader is it is drawn with the state that it shows; elsewhere it has its turn, so that
// an answer never waits for what nobody looks at.

import { noChange, type TemplateResult } from "lit";
import { AsyncDirective, type DirectiveParameters, directive } from "lit/async-directive.js";
import type { ChildPart } from "lit/directive.js";
import { unwatchNearness, watchNearness } from "./near.js";
import { giveUpTurn, takeTurn, wait } from "./turns.js";

class InTurn extends AsyncDirective {
  #view: (() => TemplateResult) | undefined;
  #part: ChildPart | undefined;
  #element: HTMLElement | null = null;
  #lang: string | undefined;
  #isNear = false;

  /** Where the page is drawn ahead. */
  override render(view: () => TemplateResult, _lang?: string): unknown {
    return view();
  }

  override update(part: ChildPart, [view, lang]: DirectiveParameters<this>): unknown {
    this.#view = view;
    this.#part = part;
    this.#lang = lang;
    if (this.#isNear || this.#element?.contains(document.activeElement)) {
      giveUpTurn(this.#draw);
      this.#sayLanguage();
      return view();
    }
    wait(this.#draw);
    return noChange;
  }

  readonly #draw = (): void => {
    this.setValue(this.#view?.());
    if (!this.#element) {
      const start = this.#part?.startNode;
      this.#element = start instanceof Comment ? (start.nextElementSibling as HTMLElement | null) : null;
      this.#watch();
    }
    this.#sayLanguage();
  };

  /** In another language than the page's until its turn, it says so; nor does it lose its layout when the page's changes. */
  #sayLanguage(): void {
    if (this.#element && this.#lang !== undefined) this.#element.lang = this.#lang;
  }

  #watch(): void {
    if (!this.#element) return;
    watchNearness(this.#element, this.#setNear);
    // The observer tells after a frame only.
    this.#element.addEventListener("pointerdown", this.#onPointer);
  }

  readonly #onPointer = (): void => this.#setNear(true);

  readonly #setNear = (isNear: boolean): void => {
    this.#isNear = isNear;
    if (isNear) takeTurn(this.#draw);
  };

  protected override disconnected(): void {
    giveUpTurn(this.#draw);
    this.#isNear = false;
    if (this.#element) unwatchNearness(this.#element);
  }

  protected override reconnected(): void {
    this.#watch();
    wait(this.#draw);
  }
}

/** @param view one element, always the same @param lang what it is written in, where that may change */
export const inTurn = directive(InTurn);
