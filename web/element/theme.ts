// The colours and type every element shares, and the controller that tells a picture on what paper it is drawn.

import { css, type ReactiveController, type ReactiveControllerHost } from "lit";
import { luminance, type Paper } from "./scales.js";

/** A host page overrides any of these through the --attention-* properties. */
export const theme = css`
  :host {
    --ink: var(--attention-ink, light-dark(#1b1d21, #ebe9e4));
    --muted: var(--attention-muted, light-dark(#5c6068, #a5a8ae));
    --line: var(--attention-line, light-dark(#dcd9d2, #363a40));
    --paper: var(--attention-paper, light-dark(#fdfcf9, #15171a));
    --ring: var(--attention-ring, light-dark(#b3261e, #ffb4a8));
    --text: var(--attention-text, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC",
      "Microsoft YaHei", "Noto Sans CJK SC", sans-serif);
    --mono: var(--attention-mono, ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace);
    display: block;
    color: var(--ink);
    background-color: var(--paper);
    font-family: var(--text);
    font-variant-numeric: tabular-nums;
  }
  :host([hidden]) {
    display: none;
  }
`;

/** The paper under an element, read from its computed style so that it follows the host page, not only the system. */
export class PaperController implements ReactiveController {
  paper: Paper = { colour: "#fdfcf9", dark: false };
  readonly #host: ReactiveControllerHost & HTMLElement;
  #query: MediaQueryList | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#query = matchMedia("(prefers-color-scheme: dark)");
    this.#query.addEventListener("change", this.#read);
    this.#read();
  }

  hostDisconnected(): void {
    this.#query?.removeEventListener("change", this.#read);
  }

  readonly #read = (): void => {
    const style = getComputedStyle(this.#host);
    this.paper = { colour: style.backgroundColor, dark: luminance(style.color) > luminance(style.backgroundColor) };
    this.#host.requestUpdate();
  };
}
