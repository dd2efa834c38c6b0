// How TypeDoc's pages are laid out: under the site's policy, in landmarks, readable and navigable without a script.
import fs from "node:fs";
import path from "node:path";
import { DefaultTheme, DefaultThemeRenderContext, i18n, JSX } from "typedoc";
import { languages } from "./docs-languages.mjs";
import { root } from "./run.mjs";

/**
 * @typedef {import("typedoc").Reflection} Reflection
 * @typedef {import("typedoc").PageEvent<Reflection>} Page
 * @typedef {import("typedoc").JSX.Element} Element
 * @typedef {import("typedoc").NavigationElement} NavigationElement
 */

/** The policy of the site's page. */
function readPolicy() {
  const html = fs.readFileSync(path.join(root, "web/page/index.html"), "utf8");
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1];
  if (!policy) throw new Error("web/page/index.html has no policy");
  return policy;
}

const policy = readPolicy();

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A name that may go on in the next line where its next word begins. @param {string} text */
const breakable = (text) => escaped(text).replace(/(?<=[a-z])(?=[A-Z])/g, "<wbr>");

/** @param {Element | string | null | undefined} element */
const written = (element) => (typeof element === "string" ? element : JSX.renderElement(element));

/** @param {string} html @returns {string} headings as deep as they are nested, whatever level they were written with */
export function withLevelsInOrder(html) {
  /** @type {number[]} */
  const open = [];
  return html.replace(/<(\/?)h([1-6])\b/g, (_, slash, level) => {
    if (slash === "") {
      while (open.length > 0 && (open.at(-1) ?? 0) >= Number(level)) open.pop();
      open.push(Number(level));
    }
    return `<${slash}h${open.length}`;
  });
}

/** What opens and closes holds no link: a reader of the keyboard could not tell which of the two a key does.
 * @param {string} html */
const withoutLinksInSummaries = (html) =>
  html.replace(/<summary\b.*?<\/summary>/gs, (summary) => summary.replace(/<a\b.*?<\/a>/gs, ""));

export class SiteContext extends DefaultThemeRenderContext {
  get language() {
    return languages[this.options.getValue("lang") === "zh" ? "zh" : "en"];
  }

  /** @override @param {(page: Page) => Element | string} template @param {Page} page @returns {Element} */
  defaultLayout = (template, page) => {
    const { lang, words } = this.language;
    const isReference = page.model.isDeclaration();
    // The content first: while it is made its headings are noted, which the page's own navigation lists.
    const content = withoutLinksInSummaries(
      `${isReference ? written(this.header(page)) : ""}${written(template(page))}`,
    );
    const english = isReference ? ' lang="en"' : "";
    const html = `<html lang="${lang}" data-base="${this.relativeURL("./")}">
<head>${this.#head(page)}</head>
<body>
<header class="bar">${this.#bar(page)}</header>
<div class="columns">
<main${english}>${content}</main>
<nav class="on-page" aria-label="${i18n.theme_on_this_page()}">${written(this.pageNavigation(page))}</nav>
<nav class="site" id="contents" aria-label="${words.contents}"><ul>${this.#list(this.getNavigation(), page)}</ul></nav>
</div>
</body>
</html>`;
    return JSX.createElement(JSX.Raw, { html: withLevelsInOrder(html) });
  };

  /** @param {Page} page */
  #head(page) {
    const { words } = this.language;
    const title = page.model.isProject() ? words.title : `${page.model.name} – ${words.title}`;
    /** @param {string} name */
    const asset = (name) => this.relativeURL(`assets/${name}`);
    return `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${words.description}">
<title>${escaped(title)}</title>
<link rel="icon" href="${asset("favicon.svg")}" type="image/svg+xml">
${["style", "custom"].map((name) => `<link rel="stylesheet" href="${asset(`${name}.css`)}">`).join("\n")}
${["main", "custom"].map((name) => `<script defer src="${asset(`${name}.js`)}"></script>`).join("\n")}
<script async src="${asset("icons.js")}" id="tsd-icons-script"></script>
<script async src="${asset("search.js")}" id="tsd-search-script"></script>`;
  }

  /** @param {Page} page */
  #bar(page) {
    const { words, page: sitePage, other, otherLang } = this.language;
    const up = "../".repeat(page.url.split("/").length - 1);
    return `<a class="title" href="${this.relativeURL("index.html")}">${page.project.name}</a>
<a class="to-contents" href="#contents">${words.contents}</a>
<a href="${up}${sitePage}">${words.page}</a>
<a href="${up}${other}${page.url}" lang="${otherLang}" hreflang="${otherLang}">${words.other}</a>
<button type="button" id="tsd-search-trigger" aria-label="${i18n.theme_search()}">${written(this.icons.search())}</button>
<dialog id="tsd-search" aria-label="${i18n.theme_search()}">
<input role="combobox" id="tsd-search-input" aria-controls="tsd-search-results" aria-autocomplete="list" aria-expanded="true"
spellcheck="false" autocapitalize="off" autocomplete="off" maxlength="100" placeholder="${i18n.theme_search_placeholder()}">
<ul role="listbox" id="tsd-search-results" aria-label="${i18n.theme_search()}"></ul>
<div id="tsd-search-status" aria-live="polite" aria-atomic="true"><div>${i18n.theme_preparing_search_index()}</div></div>
</dialog>`;
  }

  /** @param {readonly NavigationElement[]} elements @param {Page} page @returns {string} */
  #list(elements, page) {
    return elements.map((element) => `<li>${this.#entry(element, page)}</li>`).join("\n");
  }

  /** A tutorial or a name of the reference; a group of them; a module, which opens and closes.
   * @param {NavigationElement} element @param {Page} page @returns {string} */
  #entry({ text, path: target, children = [] }, page) {
    const link = target
      ? `<a href="${this.relativeURL(target)}"${target === page.url ? ' aria-current="page"' : ""}>${breakable(text)}</a>`
      : `<span>${escaped(text)}</span>`;
    if (children.length === 0) return link;
    const below = this.#list(children, page);
    if (!target) return `${link}<ul>${below}</ul>`;
    const isOpen = `<li>${link}</li>\n${below}`.includes("aria-current");
    return `<details${isOpen ? " open" : ""}><summary>${breakable(text)}</summary><ul><li>${link}</li>\n${below}</ul></details>`;
  }
}

export class SiteTheme extends DefaultTheme {
  /** @override */
  ContextClass = SiteContext;
}
