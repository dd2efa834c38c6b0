// Pages with a snippet of the README or of a tutorial in them, as an author's page has it.
import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { root } from "../../web/tools/run.mjs";
import { withPage } from "./browser.js";
import { authored } from "./element-page.js";
import { read, writeProject } from "./project.js";
import { useStaticSite } from "./static-site.js";

export interface SnippetPages {
  /** A snippet with what is installed in place of what a reader would get from elsewhere. */
  here(text: string): string;
  /** Opens a page with a snippet in it. */
  withSnippet<T>(name: string, snippet: string, use: (page: Page) => Promise<T>): Promise<T>;
}

/** Registers servers for a test file: of an author's page, and of the site, which has another origin. */
export function useSnippetPages(folder: string): SnippetPages {
  // Snippets with a script in them need a page that allows it.
  const authors = useStaticSite({ policy: "" });
  const elsewhere = useStaticSite();
  const { version } = JSON.parse(read("package.json"));
  beforeAll(() => {
    const site = writeProject(`${folder}-site`, {});
    fs.cpSync(path.join(root, "dist/site"), site, { recursive: true });
  });
  const here = (text: string) =>
    text
      .replaceAll(`https://cdn.jsdelivr.net/npm/mha-wasm@${version}/`, authors.url("node_modules/mha-wasm/"))
      // Static hosts serve index.html for a folder; this server serves files.
      .replaceAll("https://example.org/attention/embed/", elsewhere.url(`${folder}-site/embed/index.html`));
  return {
    here,
    withSnippet: (name, snippet, use) => {
      writeProject(folder, { [`${name}.html`]: authored(here(snippet), "") });
      return withPage(authors.url(`${folder}/${name}.html`), use, { also: elsewhere.url("") });
    },
  };
}

export const permalinkOf = async (page: Page, index = 0): Promise<URLSearchParams> =>
  new URLSearchParams(
    await page
      .locator("attention-heads")
      .nth(index)
      .evaluate((element) => (element as HTMLElementTagNameMap["attention-heads"]).currentPermalink),
  );

/** A host of anywidgets that has these traits. */
export const hosted = (url: string, traits: object): string => `<div id="el"></div><script type="module">
import widget from "${url}";
const state = new Map(Object.entries(${JSON.stringify(traits)}));
const model = { get: (name) => state.get(name), set: (name, value) => state.set(name, value), on() {}, off() {}, save_changes() {} };
widget.render({ model, el: document.querySelector("#el") });
</script>`;

/** What MyST makes of its directive. */
export function mystWidget(block: string): string {
  const [, url = "", json = ""] = /^:::\{anywidget\} (\S+)\n(.*)\n:::$/s.exec(block.trim()) ?? [];
  return hosted(url, JSON.parse(json));
}

export interface NotebookWidget {
  readonly url: string;
  readonly traits: Readonly<Record<string, unknown>>;
}

/** A class of widgets as Python has it: its script and its traits. */
export function notebookWidget(code: string): NotebookWidget {
  const url = /_esm = "(.*)"/.exec(code)?.[1] ?? "";
  const declared = code.matchAll(/^ {4}(\w+) = traitlets\.(?:Unicode|Int)\((.*?)\)\.tag\(sync=True\)$/gm);
  return { url, traits: Object.fromEntries(Array.from(declared, ([, name, value = ""]) => [name, JSON.parse(value)])) };
}

/** Until the first frame of a page is just as high as what it shows. */
export async function expectFrameFits(page: Page): Promise<void> {
  const inside = page.frameLocator("iframe").first();
  await inside.locator("[role=gridcell]").first().waitFor();
  const content = () => inside.locator("html").evaluate((html) => Math.ceil(html.getBoundingClientRect().height));
  const height = () =>
    page
      .locator("iframe")
      .first()
      .evaluate((frame) => Number((frame as HTMLIFrameElement).height));
  await expect.poll(async () => (await height()) - (await content())).toBe(0);
  expect(await height()).not.toBe(600);
}
