// The states the reader went through: undo and redo.

import type { State } from "../element/scene/state.js";

// Far more steps than anyone retraces; own data is shared between states, not copied.
const DEEPEST = 200;

export class History {
  #past: State[] = [];
  #present: State;
  #future: State[] = [];

  constructor(first: State) {
    this.#present = first;
  }

  get present(): State {
    return this.#present;
  }

  get canGoBack(): boolean {
    return this.#past.length > 0;
  }

  get canGoForward(): boolean {
    return this.#future.length > 0;
  }

  push(state: State): void {
    this.#past = [...this.#past.slice(1 - DEEPEST), this.#present];
    this.#present = state;
    this.#future = [];
  }

  /** The present looked at in another way: no step to undo. */
  replace(state: State): void {
    this.#present = state;
  }

  back(): boolean {
    const state = this.#past.pop();
    if (!state) return false;
    this.#future.push(this.#present);
    this.#present = state;
    return true;
  }

  forward(): boolean {
    const state = this.#future.pop();
    if (!state) return false;
    this.#past.push(this.#present);
    this.#present = state;
    return true;
  }
}
