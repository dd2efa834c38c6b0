// Tells of elements whether the reader is near them.

/** A screen above and below the one that is seen. */
const NEAR = "100%";

const listeners = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** @param tell hears of it after the next frame, and whenever it changes */
export function watchNearness(element: Element, tell: (isNear: boolean) => void): void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: NEAR },
  );
  listeners.set(element, tell);
  observer.observe(element);
}

export function unwatchNearness(element: Element): void {
  observer?.unobserve(element);
}
