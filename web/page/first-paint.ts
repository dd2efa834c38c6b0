// The page as drawn ahead (prerender.ts), which stands until there is a result to draw.

const pagesIn = (root: HTMLElement) => root.querySelectorAll<HTMLElement>(":scope > .first-paint");

/** Leaves the one in this language; false where there is none. */
export function keepFirstPaint(root: HTMLElement, lang: string): boolean {
  for (const page of pagesIn(root)) if (page.lang !== lang) page.remove();
  return pagesIn(root).length > 0;
}

export function dropFirstPaint(root: HTMLElement): void {
  if (pagesIn(root).length === 0) return;
  root.replaceChildren();
  document.documentElement.classList.remove("starting", "other-state");
}
