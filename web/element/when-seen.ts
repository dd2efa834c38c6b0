// WhenSeen: calls its host once the reader is near it, so that nothing is started far below the fold.

import type { ReactiveController, ReactiveControllerHost } from "lit";

/** How far ahead, so that what is scrolled to is mostly there. */
const AHEAD = "300px";

export class WhenSeen implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #call: () => void;
  #observer: IntersectionObserver | undefined;

  constructor(host: ReactiveControllerHost & Element, call: () => void) {
    this.#host = host;
    this.#call = call;
    host.addController(this);
  }

  hostConnected(): void {
    // The documents of test runners have no layout: nothing is ever seen there.
    if (typeof IntersectionObserver === "undefined") return;
    this.#observer = new IntersectionObserver(
      (entries, observer) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        this.#call();
      },
      { rootMargin: AHEAD },
    );
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }
}
