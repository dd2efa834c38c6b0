// Tells the page around a frame how high its content is.

/** To any page: a height is no secret, and a frame is not told whose page it stands in. */
const ANYONE = "*";

export function postHeight(root: HTMLElement): void {
  if (parent === window) return;
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    parent.postMessage({ type: "mha-wasm:height", height }, ANYONE);
  }).observe(root);
}
