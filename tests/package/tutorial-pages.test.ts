// The tutorials for pages, notebooks and frames: each block is shown as its host would show it, and drawn.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../web/tools/run.mjs";
import { useBrowser } from "./browser.js";
import { drawnCells, weightsOf } from "./element-page.js";
import { expectFrameFits, hosted, mystWidget, notebookWidget, permalinkOf, useSnippetPages } from "./snippet-pages.js";
import { tutorial } from "./tutorials.js";

useBrowser();
const { withSnippet } = useSnippetPages("tutorial-pages");

describe("in a page", () => {
  const { languages, block } = tutorial("in-your-page");

  test("every block is run here", () => expect(languages).toEqual(["html", "html", "html", "text"]));

  test("a tag shows two heads of six words", () =>
    withSnippet("tag", block("html"), async (page) => {
      await drawnCells(page.locator("attention-heads")).first().waitFor();
      expect(await page.locator("attention-head").count()).toBe(2);
      expect(await weightsOf(page.locator("attention-heads"))).toHaveLength(36);
    }));

  test("embeddings of one's own, and a seed that is changed", () =>
    withSnippet("properties", block("html", 1), async (page) => {
      const heads = page.locator("#heads");
      await expect.poll(() => weightsOf(heads)).toHaveLength(9);
      expect(await heads.getByText("green", { exact: true }).first().isVisible()).toBe(true);
      const before = await weightsOf(heads);
      await page.getByLabel("Seed").fill("7");
      await expect.poll(() => weightsOf(heads)).not.toEqual(before);
    }));

  test("the numbers alone", () =>
    withSnippet("numbers", block("html", 2), async (page) => {
      expect(`${await page.locator("#output:not(:empty)").textContent()}\n`).toBe(block("text"));
    }));
});

describe("in MyST and Jupyter", () => {
  const { languages, block } = tutorial("in-myst-and-jupyter");

  test("every block is run here", () => expect(languages).toEqual(["md", "md", "py", "py"]));

  test("a text in MyST", () =>
    withSnippet("myst", mystWidget(block("md")), async (page) => {
      await drawnCells(page.locator("attention-heads")).first().waitFor();
      expect(await page.locator("attention-head").count()).toBe(2);
      expect((await permalinkOf(page)).get("words")).toBe("Your journey starts with one step");
    }));

  test("embeddings in MyST, without controls", () =>
    withSnippet("myst-own", mystWidget(block("md", 1)), async (page) => {
      await expect.poll(() => weightsOf(page.locator("attention-heads"))).toHaveLength(9);
      expect(await page.getByText("both", { exact: true }).first().isVisible()).toBe(true);
      expect(await page.getByRole("button", { name: "lines" }).count()).toBe(0);
    }));

  test("a widget in a notebook: what it is made with are traits of its class", () => {
    const { url, traits } = notebookWidget(block("py"));
    const given = [...block("py", 1).matchAll(/(\w+)=("[^"]*"|\d+)/g)].map(
      ([, name = "", value = ""]) => [name, JSON.parse(value)] as const,
    );
    expect(given.map(([name]) => name).filter((name) => !(name in traits))).toEqual([]);
    return withSnippet("notebook", hosted(url, { ...traits, ...Object.fromEntries(given) }), async (page) => {
      await drawnCells(page.locator("attention-heads")).first().waitFor();
      expect(await page.locator("attention-head").count()).toBe(4);
      expect((await permalinkOf(page)).get("words")).toBe("the cat sat on the mat");
    });
  });
});

/** What Observable gives to cells, as far as these use it. */
const observable = `const display = (value) =>
  document.body.append(value instanceof Node ? value : Object.assign(document.createElement("pre"), { textContent: value }));
const Inputs = {
  range: ([min, max], { label, ...more }) => {
    const input = Object.assign(document.createElement("input"), { type: "range", min, max, ...more });
    input.setAttribute("aria-label", label);
    return input;
  },
};
const view = (input) => {
  display(input);
  return input.valueAsNumber;
};
const html = (strings) => {
  const template = document.createElement("template");
  template.innerHTML = strings.join("");
  return template.content.firstElementChild;
};
`;

describe("in Observable", () => {
  const { languages, programs, block } = tutorial("in-observable");
  const [numbers, slider, picture, classic] = programs.map(({ text }) => text);
  const cells = (code: string) => `<script type="module">${observable}${code}</script>`;

  test("every block is run here", () => expect(languages).toEqual(["js", "text", "js", "js", "js"]));

  test("the cell that computes", () =>
    withSnippet("observable-numbers", cells(numbers ?? ""), async (page) => {
      expect(`${await page.locator("pre").textContent()}\n`).toBe(block("text"));
    }));

  test("a slider and a picture", () =>
    withSnippet("observable-picture", cells(`${slider}\n${picture}`), async (page) => {
      await drawnCells(page.locator("attention-heads")).first().waitFor();
      expect(await page.getByLabel("seed").first().inputValue()).toBe("123");
      expect((await permalinkOf(page)).get("seed")).toBe("123");
    }));

  test("a cell of a classic notebook", () =>
    withSnippet("observable-classic", cells(`display(await (async () => ${classic})());`), async (page) => {
      await drawnCells(page.locator("attention-heads")).first().waitFor();
      expect(await page.locator("attention-head").count()).toBe(2);
    }));
});

describe("in an iframe", () => {
  const { languages, block } = tutorial("in-an-iframe");

  test("every block is run here", () => expect(languages).toEqual(["html", "html", "html"]));

  test("the docs' own frames have the script that it gives", () => {
    const lines = (text: string) => text.split("\n").map((line) => line.trim());
    const script = /<script>\n(.*)<\/script>/s.exec(block("html", 2))?.[1] ?? "";
    const ours = fs.readFileSync(path.join(root, "web/page/docs/frames.js"), "utf8");
    expect(lines(ours).slice(1)).toEqual(lines(script));
  });

  test("a frame alone", () =>
    withSnippet("frame", block("html"), async (page) => {
      const inside = page.locator("iframe").contentFrame();
      await inside.locator("[role=gridcell]").first().waitFor();
      expect(await inside.locator("attention-heads").getAttribute("seed")).toBe("123");
    }));

  test("a matrix", () =>
    withSnippet("frame-matrix", block("html", 1), async (page) => {
      const cells = page.locator("iframe").contentFrame().getByRole("gridcell");
      await cells.first().waitFor();
      expect(await cells.count()).toBe(4);
    }));

  test("as high as what it shows", () => withSnippet("frame-height", block("html", 2), expectFrameFits));
});
