// The README's section for authors: its tags, its frame and its widgets, each run as it is written there.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "../../web/tools/run.mjs";
import { snippets } from "../../web/tools/snippets.mjs";
import { useBrowser, withPage } from "./browser.js";
import { authored, drawnCells, weightsOf } from "./element-page.js";
import { installed, read, writeProject } from "./project.js";
import { useStaticSite } from "./static-site.js";

useBrowser();
// Two origins, as an author's page and the frame in it have; snippets with a script in them need a page that allows it.
const site = useStaticSite({ policy: "" });
const elsewhere = useStaticSite();

const readme = fs.readFileSync(path.join(root, "README.md"), "utf8");
const section = /^## In a tutorial\n(.*?)^## /ms.exec(readme)?.[1] ?? "";
const all = snippets(section);
const { version } = JSON.parse(read("package.json"));

/** The n-th block of a language, with what is installed in place of what a reader would get from elsewhere. */
function block(language: string, index = 0): string {
  const found = all.filter((snippet) => snippet.language === language)[index]?.text;
  if (found === undefined) throw new Error(`the README's section has no such ${language} block`);
  return found.replaceAll(`https://cdn.jsdelivr.net/npm/mha-wasm@${version}/`, site.url("node_modules/mha-wasm/"));
}

/** Opens a page with a snippet in it. */
async function withSnippet<T>(name: string, body: string, use: (page: Page) => Promise<T>): Promise<T> {
  writeProject("tutorial", { [`${name}.html`]: authored(body, "") });
  return withPage(site.url(`tutorial/${name}.html`), use, { also: elsewhere.url("") });
}

const permalinkOf = (page: Page, index = 0) =>
  page
    .locator("attention-heads")
    .nth(index)
    .evaluate((element) => (element as HTMLElementTagNameMap["attention-heads"]).currentPermalink);

test("every block is run here, and the one for JSX in types.test.ts", () => {
  expect(all.map(({ language }) => language)).toEqual(["html", "html", "ts", "html", "md", "py"]);
});

test("its table names the attributes that there are", () => {
  const { modules } = JSON.parse(read("dist/package/custom-elements.json"));
  for (const { tagName, attributes } of modules[0].declarations) {
    const row = section.split("\n").find((line) => line.startsWith(`| \`<${tagName}>\``)) ?? "";
    const cell = row.split("|")[3] ?? "";
    const named = [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(attributes.map(({ name }: { name: string }) => name).sort());
  }
});

test("the size it tells is that of the file", () => {
  const told = Number(/one file of (\d+) KB/.exec(section)?.[1]) * 1000;
  const size = zlib.gzipSync(fs.readFileSync(installed("dist/package/element.js")), { level: 9 }).length;
  expect(Math.abs(told - size)).toBeLessThan(2000);
});

test("a tag", () =>
  withSnippet("tag", block("html"), async (page) => {
    const element = page.locator("attention-heads");
    await drawnCells(element).first().waitFor();
    expect(await element.locator("attention-head").count()).toBe(2);
    expect(await weightsOf(element)).toHaveLength(36);
    expect(await element.getByText("journey", { exact: true }).first().isVisible()).toBe(true);
  }));

test("properties, an event and a matrix", () =>
  withSnippet("properties", block("html", 1), async (page) => {
    const element = page.locator("#mine");
    await expect.poll(() => weightsOf(element)).toHaveLength(4);
    expect(await page.locator("body > attention-matrix").getByRole("gridcell").count()).toBe(4);
    const said = page.waitForEvent("console");
    await element.getByRole("button", { name: "lines" }).click();
    expect((await said).text()).toContain("view=lines");
  }));

describe("a frame of another origin", () => {
  beforeAll(() => {
    const folder = writeProject("attention", {});
    fs.cpSync(path.join(root, "dist/site"), folder, { recursive: true });
  });

  test("it is made as high as what it shows", () => {
    // Static hosts serve index.html for a folder; this server serves files.
    const frame = block("html", 2).replace(
      "https://example.org/attention/embed/",
      elsewhere.url("attention/embed/index.html"),
    );
    return withSnippet("frame", frame, async (page) => {
      const inside = page.frameLocator("iframe");
      await inside.locator("[role=gridcell]").first().waitFor();
      const content = () => inside.locator("html").evaluate((html) => Math.ceil(html.getBoundingClientRect().height));
      const height = () => page.locator("iframe").evaluate((frame) => Number((frame as HTMLIFrameElement).height));
      await expect.poll(async () => (await height()) - (await content())).toBe(0);
      expect(await height()).not.toBe(600);
      expect(await inside.locator("attention-heads").getAttribute("seed")).toBe("123");

      // Anyone may send messages; only the frame's own change its height.
      const before = await height();
      await page.evaluate(() => postMessage({ type: "mha-wasm:height", height: 5 }, "*"));
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      expect(await height()).toBe(before);
    });
  });
});

/** A host of anywidgets that has these traits. */
const hosted = (url: string, traits: object) => `<div id="el"></div><script type="module">
import widget from "${url}";
const state = new Map(Object.entries(${JSON.stringify(traits)}));
const model = { get: (name) => state.get(name), set: (name, value) => state.set(name, value), on() {}, off() {}, save_changes() {} };
widget.render({ model, el: document.querySelector("#el") });
</script>`;

test("a widget in MyST", () => {
  const [, url = "", json = ""] = /^:::\{anywidget\} (\S+)\n(.*)\n:::$/s.exec(block("md").trim()) ?? [];
  return withSnippet("myst", hosted(url, JSON.parse(json)), async (page) => {
    await drawnCells(page.locator("attention-heads")).first().waitFor();
    const params = new URLSearchParams(await permalinkOf(page));
    expect([params.get("words"), params.get("seed"), params.get("heads")]).toEqual([
      "Your journey starts with one step",
      "123",
      "2",
    ]);
  });
});

test("a widget in a notebook: the class's traits are the widget's", () => {
  const code = block("py");
  const url = /_esm = "(.*)"/.exec(code)?.[1] ?? "";
  const traits = [...code.matchAll(/^ {4}(\w+) = traitlets\.(?:Unicode|Int)\((.*?)\)\.tag\(sync=True\)$/gm)].map(
    ([, name = "", value = ""]) => [name, JSON.parse(value)] as const,
  );
  expect(traits.map(([name]) => name)).toEqual(["text", "seed", "d_out", "permalink"]);
  return withSnippet("notebook", hosted(url, Object.fromEntries(traits)), async (page) => {
    await drawnCells(page.locator("attention-heads")).first().waitFor();
    const params = new URLSearchParams(await permalinkOf(page));
    expect([params.get("seed"), params.get("d_out"), params.get("from")]).toEqual(["123", "2", "text"]);
  });
});
