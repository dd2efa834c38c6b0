// <story-chapter>: what a chapter shows. Where the reader is it is drawn at once; elsewhere after that, a chapter a frame,
// so that an answer never waits for what nobody looks at.

import { LitElement, type TemplateResult } from "lit";

/** Half a screen around the one that is seen. */
const NEAR = "50%";

let last: Promise<unknown> = Promise.resolve();

/** Resolves after a frame that is this chapter's alone. */
function turn(): Promise<unknown> {
  last = last.then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
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
  /** As far as the observer has told, which it does after a frame. */
  isNear = false;

  constructor() {
    super();
    this.addEventListener("pointerdown", () => {
      this.isNear = true;
    });
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
    const isActive = this.isNear || this.contains(document.activeElement);
    if (!isActive) {
      this.setAttribute("aria-busy", "true");
      await turn();
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
