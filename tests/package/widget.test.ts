// "mha-wasm/widget" in a page, as hosts of anywidgets run it: a model tells it what to show, and is told what the reader did.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { useBrowser, withPage } from "./browser.js";
import { authored, drawnCells, expectArticle, weightsOf, widgetScript } from "./element-page.js";
import { writeProject } from "./project.js";
import { useStaticSite } from "./static-site.js";

useBrowser();
const site = useStaticSite();
// Notebooks allow modules made of text.
const notebook = useStaticSite({ policy: "" });

// As Backbone's models do, on which ipywidgets' are built: a change calls its listeners at once.
const host = `import widget from "${widgetScript}";
class Model {
  constructor(traits) {
    this.traits = { ...traits };
    this.listeners = new Map();
    this.saved = [];
  }
  get(trait) {
    return this.traits[trait];
  }
  set(trait, value) {
    if (this.traits[trait] === value) return;
    this.traits[trait] = value;
    for (const listener of [...(this.listeners.get("change:" + trait) ?? [])]) listener();
  }
  on(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }
  off(event, listener) {
    this.listeners.set(event, (this.listeners.get(event) ?? []).filter((one) => one !== listener));
  }
  save_changes() {
    this.saved.push({ ...this.traits });
  }
}
window.show = async (traits, more = {}) => {
  const el = document.createElement("div");
  document.body.append(el);
  const model = Object.assign(new Model(traits), more);
  const cleanup = await widget.render({ model, el });
  return { model, el, cleanup };
};
document.body.dataset.ready = "yes";
`;

// As anywidget loads an `_esm` that is a path: the file's text comes from Python.
const copied = `const text = await (await fetch("${widgetScript}")).text();
const { default: widget } = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
const model = { get() {}, set() {}, on() {}, off() {}, save_changes() {} };
await widget.render({ model, el: document.body });
`;

beforeAll(() => {
  writeProject("widget", {
    "widget.html": authored("", '<script type="module" src="host.js"></script>'),
    "host.js": host,
    "copied.html": authored("", '<script type="module" src="copied.js"></script>'),
    "copied.js": copied,
  });
});

interface Shown {
  model: {
    get(trait: string): unknown;
    set(trait: string, value: unknown): void;
    saved: unknown[];
    listeners: unknown;
  };
  el: HTMLElement;
  cleanup: () => void;
}
declare global {
  interface Window {
    show(traits: object, more?: object): Promise<Shown>;
    shown: Shown;
  }
}

/** Opens the host's page and has it render a model with these traits. */
const withWidget = <T>(traits: object, use: (page: Page) => Promise<T>): Promise<T> =>
  withPage(site.url("widget/widget.html"), async (page) => {
    await page.locator("body[data-ready]").waitFor({ state: "attached" });
    await page.evaluate(async (given) => {
      window.shown = await window.show(given);
    }, traits);
    return use(page);
  });

test("a model without traits shows the article", () =>
  withWidget({}, (page) => expectArticle(page.locator("attention-heads"))));

test("traits of Python: None, numbers, nested lists", () =>
  withWidget(
    {
      ...{ text: null, seed: 123, heads: 3, d_in: null, layer: "MultiHeadAttention", d_out: 6, context_length: null },
      ...{
        embeddings: [
          [1, 0],
          [0, 1],
        ],
        words: ["up", "down"],
        dropout: 0,
        mode: "eval",
        plain: true,
      },
    },
    async (page) => {
      const element = page.locator("attention-heads");
      await drawnCells(element).first().waitFor();
      expect(await element.locator("attention-head").count()).toBe(3);
      expect(await weightsOf(element)).toHaveLength(4);
      expect(await element.getByText("down").first().isVisible()).toBe(true);
      expect(await element.getByRole("button", { name: "lines" }).count()).toBe(0);
    },
  ));

test("arrays as bytes, as notebooks send NumPy's", () =>
  withWidget({}, async (page) => {
    await page.evaluate(() => {
      // In the middle of a buffer, at an odd place.
      const bytes = new Uint8Array(1 + 4 * 4);
      const data = new DataView(bytes.buffer, 1);
      for (const [index, value] of [1, 0, 0, 1].entries()) data.setFloat32(4 * index, value, true);
      window.shown.model.set("layer", "SimplifiedSelfAttention");
      window.shown.model.set("embeddings", { data, shape: [2, 2] });
    });
    const element = page.locator("attention-heads");
    await expect.poll(() => weightsOf(element)).toHaveLength(4);
    expect((await weightsOf(element))[0]).toBeCloseTo(1 / (1 + Math.exp(-1)), 6);
  }));

describe("both ways", () => {
  test("a trait that changes changes the picture", () =>
    withWidget({ seed: "1" }, async (page) => {
      const element = page.locator("attention-heads");
      await drawnCells(element).first().waitFor();
      const before = await weightsOf(element);
      await page.evaluate(() => window.shown.model.set("seed", "2"));
      await expect.poll(() => weightsOf(element)).not.toEqual(before);
      await page.evaluate(() => window.shown.model.set("seed", "1"));
      await expect.poll(() => weightsOf(element)).toEqual(before);
      expect(await page.evaluate(() => window.shown.model.saved)).toEqual([]);
    }));

  test("what the reader does is told to the model, and does not come back as news", () =>
    withWidget({ seed: "4", view: "cells" }, async (page) => {
      const element = page.locator("attention-heads");
      await drawnCells(element).first().waitFor();
      await element.getByRole("button", { name: "lines" }).click();
      await element.locator("attention-lines").waitFor();
      await element.locator("input[type=range]").fill("0.3");
      await expect.poll(() => element.locator("output").textContent()).toBe("0.30");
      const permalink = await page.evaluate(() => String(window.shown.model.get("permalink")));
      const params = new URLSearchParams(permalink);
      expect([params.get("seed"), params.get("view"), params.get("threshold")]).toEqual(["4", "lines", "0.3"]);
      expect(await page.evaluate(() => window.shown.model.saved.length)).toBe(2);
      expect(await element.locator("attention-lines").count()).toBe(1);
    }));
});

test("its cleanup takes the element and every listener away", () =>
  withWidget({}, async (page) => {
    await drawnCells(page.locator("attention-heads")).first().waitFor();
    const left = await page.evaluate(() => {
      const { model, el, cleanup } = window.shown;
      cleanup();
      const listeners = [...(model.listeners as Map<string, unknown[]>).values()].flat();
      return [el.childElementCount, listeners.length];
    });
    expect(left).toEqual([0, 0]);
  }));

test("a host that keeps no changes, as MyST, is no fault; nor is one that draws in a shadow tree", () =>
  withWidget({}, async (page) => {
    await page.evaluate(async () => {
      const none = () => {
        throw new Error("not implemented yet");
      };
      const { el, cleanup } = await window.show({ seed: "9" }, { save_changes: none, off: none });
      const around = document.createElement("div");
      around.lang = "zh";
      around.id = "around";
      around.attachShadow({ mode: "open" }).append(el);
      document.body.prepend(around);
      Object.assign(window, { cleanup });
    });
    const element = page.locator("#around attention-heads");
    await element.getByRole("button", { name: "连线" }).click();
    await element.locator("attention-lines").waitFor();
    await page.evaluate(() => (window as unknown as { cleanup: () => void }).cleanup());
    expect(await element.count()).toBe(0);
  }));

test("a copy of the file is all that it takes", () =>
  withPage(notebook.url("widget/copied.html"), (page) => expectArticle(page.locator("attention-heads"))));
