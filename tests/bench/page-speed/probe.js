// Runs inside a page: times when the first picture stands in it, and how long after an input the next frame does.
(() => {
  /** @returns {Promise<number>} when the next frame has been painted */
  const nextFrame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        // A frame is painted before the next message is handled.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });

  /** @param {ParentNode | null} inside @returns {boolean} whether a cell is drawn there, in whatever shadow tree */
  const hasCell = (inside) =>
    inside !== null &&
    (inside.querySelector("[role=gridcell]") !== null ||
      [inside, ...inside.querySelectorAll("*")].some((part) => part instanceof Element && hasCell(part.shadowRoot)));

  /** @param {string} place a selector */
  const hasPicture = (place) => hasCell(document.querySelector(place));

  /** @param {string} place a selector @returns {Promise<number>} when the first picture there has been painted */
  async function firstPicture(place) {
    while (!hasPicture(place)) await new Promise(requestAnimationFrame);
    return nextFrame();
  }

  /**
   * @param {string} type of the event that the next input makes
   * @returns {Promise<{ busy: number, frame: number }>} milliseconds from the input to the end of the work it made, and to
   *   the frame that shows it
   */
  const timeNext = (type) =>
    new Promise((resolve) => {
      const listener = (/** @type {Event} */ event) => {
        const frame = nextFrame();
        setTimeout(async () => {
          const busy = performance.now() - event.timeStamp;
          resolve({ busy, frame: (await frame) - event.timeStamp });
        });
      };
      addEventListener(type, listener, { capture: true, once: true });
    });

  Object.assign(window, { pageSpeed: { hasPicture, firstPicture, timeNext } });
})();
