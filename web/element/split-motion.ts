// Moves the things of a figure from where they stood to where they stand; nothing moves where the reader asked for rest.

import type { Figure } from "./split-figure.js";

const TRAVEL = 380;
const APPEAR = 200;

interface Place {
  readonly x: number;
  readonly y: number;
}

export class Motion {
  readonly #host: { readonly renderRoot: HTMLElement | DocumentFragment };
  #places: ReadonlyMap<string, Place> = new Map();
  #width = 0;

  constructor(host: { readonly renderRoot: HTMLElement | DocumentFragment }) {
    this.#host = host;
  }

  /** The figure has been drawn; `moves` where it is a step from the one before. */
  show({ items, width }: Figure, moves: boolean): void {
    const before = this.#places;
    // A figure of another width is another drawing: its numbers have not travelled.
    const isSame = width === this.#width && before.size > 0;
    this.#places = new Map(items.map(({ key, x, y }) => [key, { x, y }]));
    this.#width = width;
    if (!moves || !isSame || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const group of this.#host.renderRoot.querySelectorAll<SVGGElement>("[data-key]")) {
      const key = group.dataset.key ?? "";
      for (const animation of group.getAnimations()) animation.cancel();
      animate(group, before.get(key), this.#places.get(key));
    }
  }
}

function animate(group: SVGGElement, from: Place | undefined, to: Place | undefined): void {
  if (!to) return;
  const end = `translate(${to.x}px, ${to.y}px)`;
  if (!from) {
    group.animate([{ opacity: 0 }, { opacity: 1 }], { duration: APPEAR, delay: TRAVEL - APPEAR, fill: "backwards" });
  } else if (from.x !== to.x || from.y !== to.y) {
    const start = `translate(${from.x}px, ${from.y}px)`;
    group.animate([{ transform: start }, { transform: end }], { duration: TRAVEL, easing: "ease-in-out" });
  }
}
