// The README's section for authors: its tags, its frame and its widgets, each run as it is written there.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { expect, test } from "vitest";
import { root } from "../../web/tools/run.mjs";
import { snippets } from "../../web/tools/snippets.mjs";
import { useBrowser } from "./browser.js";
import { drawnCells, weightsOf } from "./element-page.js";
import { installed, read } from "./project.js";
import { expectFrameFits, hosted, mystWidget, notebookWidget, permalinkOf, useSnippetPages } from "./snippet-pages.js";

useBrowser();
const { withSnippet } = useSnippetPages("readme-pages");

const readme = fs.readFileSync(path.join(root, "README.md"), "utf8");
const section = /^## In a tutorial\n(.*?)^## /ms.exec(readme)?.[1] ?? "";
const all = snippets(section);

/** The n-th block of a language. */
function block(language: string, index = 0): string {
  const found = all.filter((snippet) => snippet.language === language)[index]?.text;
  if (found === undefined) throw new Error(`the README's section has no such ${language} block`);
  return found;
}

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
  const told = Number(/one file of (\d+) KB/.exec(section)?.[1]) * 1024;
  const size = zlib.gzipSync(fs.readFileSync(installed("dist/package/element.js")), { level: 9 }).length;
  expect(Math.abs(told - size)).toBeLessThan(1024);
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

test("a frame of another origin is made as high as what it shows", () =>
  withSnippet("frame", block("html", 2), async (page) => {
    await expectFrameFits(page);
    const frame = page.locator("iframe");
    expect(await frame.contentFrame().locator("attention-heads").getAttribute("seed")).toBe("123");

    // Anyone may send messages; only the frame's own change its height.
    const height = () => frame.evaluate((element) => Number((element as HTMLIFrameElement).height));
    const before = await height();
    await page.evaluate(() => postMessage({ type: "mha-wasm:height", height: 5 }, "*"));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await height()).toBe(before);
  }));

test("a widget in MyST", () =>
  withSnippet("myst", mystWidget(block("md")), async (page) => {
    await drawnCells(page.locator("attention-heads")).first().waitFor();
    const params = await permalinkOf(page);
    expect([params.get("words"), params.get("seed"), params.get("heads")]).toEqual([
      "Your journey starts with one step",
      "123",
      "2",
    ]);
  }));

test("a widget in a notebook: the class's traits are the widget's", () => {
  const { url, traits } = notebookWidget(block("py"));
  expect(Object.keys(traits)).toEqual(["text", "seed", "d_out", "permalink"]);
  return withSnippet("notebook", hosted(url, traits), async (page) => {
    await drawnCells(page.locator("attention-heads")).first().waitFor();
    const params = await permalinkOf(page);
    expect([params.get("seed"), params.get("d_out"), params.get("from")]).toEqual(["123", "2", "text"]);
  });
});
