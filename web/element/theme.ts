// The colours and type every element shares, and the controller that tells a picture on what paper it is drawn.

import { css, type ReactiveController, type ReactiveControllerHost } from "lit";
import { luminance, type Paper } from "./scales.js";

/** A host page overrides any of these through the --attention-* properties. */
export const theme = css`
  :host {
    --ink: var(--attention-ink, light-dark(#1b1d21, #ebe9e4));
    --muted: var(--attention-muted, light-dark(#5c6068, #a5a8ae));
    --line: var(--attention-line, light-dark(#dcd9d2, #363a40));
    --edge: var(--attention-edge, light-dark(#85878d, #7b7f86));
    --paper: var(--attention-paper, light-dark(#fdfcf9, #15171a));
    --ring: var(--attention-ring, light-dark(#b3261e, #ffb4a8));
    --agree: var(--attention-agree, light-dark(#0a7d5a, #3ecf9f));
    --text: var(--attention-text, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC",
      "Microsoft YaHei", "Noto Sans CJK SC", sans-serif);
    --mono: var(--attention-mono, ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace);
    display: block;
    color: var(--ink);
    background-color: var(--paper);
    font-family: var(--text);
    font-variant-numeric: tabular-nums;
    /* Never drawn: what PaperController reads the system's highlight from. */
    outline-color: Highlight;
  }
  :host([hidden]) {
    display: none;
  }
`;

// What changes the paper under an element: the system, or attributes by which host pages switch their theme.
const QUERIES = ["(prefers-color-scheme: dark)", "(forced-colors: active)"];

/** Reads that the next frame needs. All of them together ask the browser for styles once; one by one, each anew. */
const reads = new Set<() => void>();

function readBeforePaint(read: () => void): void {
  if (reads.size === 0) {
    requestAnimationFrame(() => {
      const due = [...reads];
      reads.clear();
      for (const one of due) one();
    });
  }
  reads.add(read);
}

/** The paper under an element, read from its computed style so that it follows the host page, not only the system. */
export class PaperController implements ReactiveController {
  /** The theme's own papers. */
  static readonly light: Paper = { colour: "#fdfcf9", dark: false };
  static readonly dark: Paper = { colour: "#15171a", dark: true };
  /** What is drawn on until an element's style is read: where a page is drawn ahead its paper, else the one last read. */
  static assumed: Paper | undefined;

  paper: Paper = PaperController.assumed ?? PaperController.light;
  readonly #host: ReactiveControllerHost & HTMLElement;
  #queries: readonly MediaQueryList[] = [];
  #observer: MutationObserver | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    // The documents of test runners have no media.
    this.#queries = typeof matchMedia === "undefined" ? [] : QUERIES.map((query) => matchMedia(query));
    for (const query of this.#queries) query.addEventListener("change", this.#read);
    this.#observer = new MutationObserver(this.#read);
    for (const root of [document.documentElement, document.body]) this.#observer.observe(root, { attributes: true });
    if (PaperController.assumed) readBeforePaint(this.#read);
    else this.#read();
  }

  hostDisconnected(): void {
    for (const query of this.#queries) query.removeEventListener("change", this.#read);
    this.#observer?.disconnect();
    reads.delete(this.#read);
  }

  readonly #read = (): void => {
    const { color, backgroundColor, outlineColor } = getComputedStyle(this.#host);
    const paper: Paper = {
      colour: backgroundColor,
      dark: luminance(color) > luminance(backgroundColor),
      ...(this.#queries.some(({ media, matches }) => matches && media.includes("forced-colors"))
        ? { forced: { ink: color, highlight: outlineColor } }
        : {}),
    };
    PaperController.assumed = paper;
    if (JSON.stringify(paper) === JSON.stringify(this.paper)) return;
    this.paper = paper;
    this.#host.requestUpdate();
  };
}
