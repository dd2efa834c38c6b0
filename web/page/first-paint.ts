// The page as drawn ahead (prerender.ts), which stands until there is a result to draw.

const pagesIn = (root: HTMLElement) => root.querySelectorAll<HTMLElement>(":scope > .first-paint");

export const hasFirstPaint = (root: HTMLElement): boolean => pagesIn(root).length > 0;

/** Leaves the one in this language; false where there is none. */
export function keepFirstPaint(root: HTMLElement, lang: string): boolean {
  for (const page of pagesIn(root)) if (page.lang !== lang) page.remove();
  return hasFirstPaint(root);
}

/** Where the page is made while this one stands: out of sight, so that its parts take no styles and no layout one by one. */
export function behindFirstPaint(root: HTMLElement): HTMLElement {
  const behind = document.createElement("div");
  behind.hidden = true;
  behind.className = "arriving";
  root.after(behind);
  return behind;
}

/** Puts the page that was made behind it in its place, in one frame. */
export function replaceFirstPaint(root: HTMLElement, behind: HTMLElement): void {
  behind.id = root.id;
  root.remove();
  behind.hidden = false;
  document.documentElement.classList.remove("starting", "other-state");
}
