// Which language an element speaks: its own lang, the one in its link, that of what is around it, or the browser's.

import type { ReactiveController, ReactiveControllerHost } from "lit";
import { chooseLanguage, type Language } from "./i18n.js";

/** The lang of what an element stands in, also where that is another shadow tree. */
function langAround(element: Element): string | undefined {
  const root = element.getRootNode();
  const around = element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
  if (!around) return undefined;
  return around.getAttribute("lang") || langAround(around);
}

export function languageOf(element: Element, linked?: Language): Language {
  const own = element.getAttribute("lang");
  if (own) return chooseLanguage([own]);
  if (linked) return linked;
  const around = langAround(element);
  return chooseLanguage(around ? [around] : navigator.languages);
}

/** Has its host rendered again when a lang anywhere in the page changes. */
export class LanguageController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #observer: MutationObserver | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(() => this.#host.requestUpdate());
    this.#observer.observe(document.documentElement, { attributes: true, attributeFilter: ["lang"], subtree: true });
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }
}
