// Draws the page ahead, when the site is built: the article's example, computed by the module itself, as plain HTML.

import { type CSSResult, html, type LitElement, type TemplateResult } from "lit";
import "../element/index.js";
import { LANGUAGES, type Language } from "../element/i18n.js";
import { compute } from "../element/scene/compute.js";
import { inputOf } from "../element/scene/input.js";
import { INITIAL } from "../element/scene/state.js";
import { PaperController } from "../element/theme.js";
import type { App, Model } from "./app.js";
import { startModule } from "./engine.js";
import { LANG, translator } from "./i18n.js";
import { pageView } from "./view.js";

interface Server {
  render(view: TemplateResult, options: { customElementRendered: (tag: string) => void }): unknown;
}

// Without their types, which declare another Array.flat for the whole program.
const { render }: Server = await import("@lit-labs/ssr" as string);
const { collectResultSync }: { collectResultSync: (result: unknown) => string } = await import(
  "@lit-labs/ssr/lib/render-result.js" as string
);

/** The page as it stands when the module is about to start, but with the result that the module will give. */
function modelIn(language: Language): Model {
  const input = inputOf(INITIAL);
  return {
    state: INITIAL,
    language,
    t: translator(language),
    engine: "loading",
    drafts: new Map(),
    tableDrafts: new Map(),
    input,
    result: compute(INITIAL, input),
    problem: undefined,
    sample: INITIAL.sample,
    canUndo: false,
    canRedo: false,
  };
}

// Views take it for their handlers, which no HTML can hold.
const noApp = {} as App;

const tags = new Set<string>();

/** The views' own markup, the elements' shadow trees in it as templates. */
function markup(model: Model): string {
  const view = html`${pageView(model, noApp)}<p class="first-paint-note" role="status">${model.t("start.note")}</p>`;
  return collectResultSync(render(view, { customElementRendered: (tag) => tags.add(tag) }));
}

/**
 * Plain elements in place of custom ones: those would come to life, empty, as soon as they are defined. What they draw
 * stands in them instead of in a shadow tree, whose style element the page's policy forbids.
 */
function withoutElements(markup: string): string {
  return markup
    .replace(/<!--.*?-->/gs, "")
    .replace(/<template shadowroot[^>]*>(\s*<style>.*?<\/style>)?/gs, "")
    .replaceAll("</template>", "")
    .replace(/<([a-z]+-[a-z-]+)/g, '<div data-element="$1"')
    .replace(/<\/[a-z]+-[a-z-]+>/g, "</div>")
    .replaceAll(" defer-hydration", "");
}

/** Without what only a script reads, without cells said in words beside their numbers, with white space where it shows. */
function squeezed(markup: string): string {
  return markup
    .replace(/ (data-row|data-column|aria-colindex|aria-rowindex|part|exportparts|tabindex)="[^"]*"/g, "")
    .replace(/(<g role="gridcell"[^>]*?)\s+aria-label="[^"]*"/g, "$1")
    .split(/(<pre\b.*?<\/pre>)/s)
    .map((text) => (text.startsWith("<pre") ? text : text.replace(/\s+/g, " ").replace(/ (?=>)/g, "")))
    .join("");
}

/** Nothing can be pressed yet. What a property says in the page, an attribute's mere presence says here. */
function withoutControls(markup: string): string {
  return markup
    .replace(/<(button|select|input|textarea)\b(?![^>]*\sdisabled\b)/g, "<$1 disabled")
    .replace(/ (checked|selected)="false"/g, "");
}

/** The same page stands here once in each language; a name must not. */
function withOwnNames(markup: string, language: Language): string {
  return markup
    .replace(/ (id|for|name|aria-(?:labelledby|describedby|controls))="([^"]+)"/g, (_, attribute, names) => {
      const own = names.split(" ").map((name: string) => `${language}-${name}`);
      return ` ${attribute}="${own.join(" ")}"`;
    })
    .replaceAll("url(#", `url(#${language}-`);
}

/** One page for both themes: where they differ they differ in fills, which become style/first-paint.css's variables. */
function inBothThemes(light: string, dark: string): string {
  const fills = Array.from(dark.matchAll(/ fill="([^"]*)"/g), ([, fill = ""]) => fill);
  return light.replace(/ fill="([^"]*)"/g, (all, onLight) => {
    const onDark = fills.shift();
    return onDark === onLight ? all : ` fill="var(--on-light,${onLight})var(--on-dark,${onDark})"`;
  });
}

function page(language: Language): string {
  const model = modelIn(language);
  const [light = "", dark = ""] = [PaperController.light, PaperController.dark].map((paper) => {
    PaperController.assumed = paper;
    return withoutElements(markup(model));
  });
  if (light === dark)
    throw new Error("Both themes came out alike: these elements are of another copy of their module.");
  const content = squeezed(withOwnNames(withoutControls(inBothThemes(light, dark)), language));
  return `<div class="first-paint" lang="${LANG[language]}">${content}</div>`;
}

// No style of the page reaches into a shadow tree; what draws itself by attributes has none to lose.
const SHIELD = ".first-paint [data-element] :where(:not(svg, svg *, [data-element])) { all: revert; }\n";

/** A style sheet, its rules for elements also for what stands in for them. */
export function withStandIns(sheet: string): string {
  const names = new RegExp(`(?<![\\w-])(${[...tags].join("|")})(?![\\w-])`, "g");
  return sheet.replace(names, ':is($1, :where([data-element="$1"]))');
}

/** The elements' styles, which apply here to what stands in for the elements. The page's own win over those of a host. */
function stylesOf(tag: string): string {
  const { elementStyles } = customElements.get(tag) as typeof LitElement;
  const text = elementStyles.map((style) => (style as CSSResult).cssText).join("\n");
  const nested = text.replace(/:host\(([^)]*)\)/g, ":where(&$1)").replaceAll(":host", ":where(&)");
  return `.first-paint [data-element="${tag}"] {\n${withStandIns(nested)}\n}\n`;
}

await startModule();

/** What stands in `#page` until the page's code takes over. */
export const body: string = LANGUAGES.map(page).join("\n");

/** What it needs besides the page's own style sheets. */
export const styles: string = SHIELD + [...tags].map(stylesOf).join("\n");
