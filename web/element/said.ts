// Said: a live region that tells a screen reader what a picture did, politely and only once the reader rests.

import { css, html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";

/** How long the reader must rest on something before it is said: walking past says nothing. */
const REST = 500;

export class Said implements ReactiveController {
  static readonly styles = css`
    .said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  `;

  readonly #host: ReactiveControllerHost;
  #text = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** Says it at once. */
  say(text: string): void {
    clearTimeout(this.#timer);
    this.#text = text;
    this.#host.requestUpdate();
  }

  /** Says it if nothing else is to be said within half a second. */
  sayAtRest(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.say(text), REST);
  }

  view(): TemplateResult {
    return html`<p class="said" role="status">${this.#text}</p>`;
  }
}
