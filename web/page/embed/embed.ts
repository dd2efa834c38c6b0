// The page for frames: one element, told by the address what to show, whose height the page around it is told.

import "../../element/element.js";
import { chooseLanguage, LANG, translator } from "../../element/i18n.js";
import { postHeight } from "./height.js";
import { type Asked, readAddress } from "./read-address.js";

function setUpDocument({ language, theme }: Asked): void {
  const root = document.documentElement;
  root.lang = LANG[chooseLanguage(language ? [language] : navigator.languages)];
  if (theme) root.dataset.theme = theme;
}

function elementOf({ tag, attributes, permalink }: Asked): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of attributes) element.setAttribute(name, value);
  element.setAttribute("permalink", permalink);
  // The page that this one belongs to; an address must not say where its link leads.
  element.setAttribute("explorer", "../");
  return element;
}

function show(main: HTMLElement): void {
  const asked = readAddress(location, (tag) => customElements.get(tag));
  setUpDocument(asked);
  const t = translator(chooseLanguage([document.documentElement.lang]));
  document.title = t(`embed.${asked.tag}`);
  const heading = Object.assign(document.createElement("h1"), { textContent: document.title });
  const element = elementOf(asked);
  element.addEventListener("attention-change", ({ detail }) => {
    // So that a reload shows the same.
    history.replaceState(history.state, "", `#${detail.permalink}`);
  });
  main.replaceChildren(heading, element);
}

const main = document.querySelector("main");
if (main) {
  show(main);
  addEventListener("hashchange", () => show(main));
  postHeight(document.documentElement);
}
