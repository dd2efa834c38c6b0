// <story-chapter>: what a chapter shows. Where the reader is it is drawn at once; elsewhere after that, a chapter a frame,
// so that an answer never waits for what nobody looks at.

import { LitElement, type TemplateResult } from "lit";

/** A screen above and below the one that is seen. */
const NEAR = "100%";

const SIGNS = ["pointermove", "pointerdown", "touchstart", "keydown", "scroll"];
const PEACE_MS = 6_000;

/** The reader's first move, or a while without one: a phone that has just shown the page is left alone till then. */
function firstMove(): Promise<void> {
  return new Promise((resolve) => {
    for (const sign of SIGNS) addEventListener(sign, () => resolve(), { once: true, capture: true, passive: true });
    setTimeout(resolve, PEACE_MS);
  });
}

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

let last: Promise<void> | undefined;

/** Resolves after a frame that is this chapter's alone. */
function turn(): Promise<void> {
  last = (last ?? firstMove()).then(frame);
  return last;
}

let observer: IntersectionObserver | undefined;

function observe(chapter: StoryChapter): void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) (target as StoryChapter).isNear = isIntersecting;
    },
    { rootMargin: NEAR },
  );
  observer.observe(chapter);
}

export class StoryChapter extends LitElement {
  static override properties = { draw: { attribute: false } };

  declare draw: (() => TemplateResult) | undefined;
  #isNear = false;
  #call: () => void = () => undefined;

  constructor() {
    super();
    // The observer tells after a frame only.
    this.addEventListener("pointerdown", () => {
      this.isNear = true;
    });
  }

  set isNear(isNear: boolean) {
    this.#isNear = isNear;
    if (isNear) this.#call();
  }

  /** In the page's own tree, so that the page's styles reach it. */
  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    observer?.unobserve(this);
  }

  protected override async scheduleUpdate(): Promise<void> {
    if (!this.#isNear && !this.contains(document.activeElement)) {
      this.setAttribute("aria-busy", "true");
      const called = new Promise<void>((resolve) => {
        this.#call = resolve;
      });
      await Promise.race([turn(), called]);
    }
    super.scheduleUpdate();
  }

  override render(): TemplateResult | undefined {
    return this.draw?.();
  }

  override updated(): void {
    this.removeAttribute("aria-busy");
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "story-chapter": StoryChapter;
  }
}
