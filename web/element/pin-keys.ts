// PinKeys: while something is pinned, Escape anywhere on the page lets it go.

import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Whether a key press belongs to a field that the reader types in. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select")
  );
}

export class PinKeys implements ReactiveController {
  readonly #isPinned: () => boolean;
  readonly #letGo: () => void;
  #listening = false;

  constructor(host: ReactiveControllerHost, isPinned: () => boolean, letGo: () => void) {
    this.#isPinned = isPinned;
    this.#letGo = letGo;
    host.addController(this);
  }

  hostConnected(): void {
    this.#listen(this.#isPinned());
  }

  hostUpdated(): void {
    this.#listen(this.#isPinned());
  }

  hostDisconnected(): void {
    this.#listen(false);
  }

  #listen(wanted: boolean): void {
    if (wanted === this.#listening) return;
    this.#listening = wanted;
    if (wanted) addEventListener("keydown", this.#onKey);
    else removeEventListener("keydown", this.#onKey);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || isTyping(event)) return;
    this.#letGo();
  };
}
