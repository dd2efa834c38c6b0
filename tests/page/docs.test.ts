// The docs of the site: under its policy, clean for axe, readable on a phone and without a script, all links good.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { violations } from "../element/stage.js";
import { type OpenOptions, openDrawn, openPage, useBrowser } from "./support.js";

useBrowser();

const site = fileURLToPath(new URL("../../dist/site/", import.meta.url));
const filesIn = (folder: string, ending: string): string[] =>
  fs
    .readdirSync(path.join(site, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => path.posix.join(folder, name));

const pages = filesIn("docs", ".html");
const read = (name: string): string => fs.readFileSync(path.join(site, name), "utf8");

const openDocs = (name: string, options: OpenOptions = {}): Promise<Page> =>
  openPage({ ...options, site: `${inject("site")}docs/${name}` });

/** One of each kind of page. */
const kinds = [
  "index.html",
  "in-node.html",
  "in-an-iframe.html",
  "modules/mha-wasm.html",
  "classes/mha-wasm.MultiHeadAttention.html",
  "functions/mha-wasm.init.html",
  "interfaces/mha-wasm_element.AttentionHeadsElement.html",
  "types/mha-wasm.TensorLike.html",
  "variables/mha-wasm_widget.default.html",
  "zh/index.html",
  "zh/in-your-page.html",
  "zh/classes/mha-wasm.Tensor.html",
];

// Colours differ between the themes, and places between the widths.
describe.each([
  ["light", 390],
  ["dark", 1280],
] as const)("%s, %i px", (colorScheme, width) => {
  test.each(kinds)("%s is clean for axe", async (name) => {
    const page = await openDocs(name, { colorScheme, viewport: { width, height: 800 } });
    expect(await violations(page)).toEqual([]);
  });
});

test("no page has a sideways scroll, on a phone and on a desk", async () => {
  const page = await openDocs("index.html");
  const wide: string[] = [];
  for (const name of pages.filter((page) => !page.startsWith("docs/zh/"))) {
    await page.goto(`${inject("site")}${name}`);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) wide.push(`${name}: ${width} px`);
    }
  }
  expect(wide).toEqual([]);
});

describe("the files", () => {
  test("every entry of the package is there, and every tutorial, in both languages", () => {
    const entries = ["mha-wasm", "mha-wasm_external", "mha-wasm_element", "mha-wasm_widget"];
    const sources = fs.readdirSync(new URL("../../web/page/docs/en", import.meta.url));
    const wanted = [
      ...entries.map((name) => `modules/${name}.html`),
      ...sources.map((name) => name.replace(/\.md$/, ".html")),
    ];
    const missing = wanted
      .flatMap((name) => [`docs/${name}`, `docs/zh/${name}`])
      .filter((name) => !pages.includes(name));
    expect(missing).toEqual([]);
  });

  test("every link leads somewhere, from whatever folder the site is in", () => {
    const ids = new Map(
      pages.map((name) => [name, new Set([...read(name).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    );
    const broken = pages.flatMap((name) =>
      [...read(name).matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, link = ""]) => {
        if (/^https:\/\//.test(link)) return [];
        const [address = "", fragment = ""] = link.split("#");
        const target = address === "" ? name : path.posix.join(path.posix.dirname(name), address.replace(/\?.*/, ""));
        const isThere = !link.startsWith("/") && fs.existsSync(path.join(site, target));
        const known = fragment === "" || ids.get(target)?.has(decodeURIComponent(fragment)) !== false;
        return isThere && known ? [] : [`${name}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  test("what a policy forbids is in none of them: scripts, styles and handlers in the text", () => {
    const forbidden = /<script(?![^>]* src=)|<style\b|\sstyle="|\son\w+="|javascript:/;
    expect(pages.filter((name) => forbidden.test(read(name)))).toEqual([]);
    expect(pages.filter((name) => !read(name).includes('http-equiv="Content-Security-Policy"'))).toEqual([]);
    // The policy allows no data: URLs; TypeDoc has two, and our style sheet takes neither.
    const css = filesIn("docs", ".css").map((name) =>
      read(name).replaceAll(/--(light|dark)-external-icon: url\([^;]*;/g, ""),
    );
    expect(css.join("\n")).not.toMatch(/url\(/);
  });

  test("nothing says when or from what they were made", () => {
    const dated = /\b20\d\d-\d\d-\d\d\b|Generated using|\b[0-9a-f]{40}\b|\/work\/|file:\/\//;
    expect(pages.filter((name) => dated.test(read(name)))).toEqual([]);
  });

  test("what TypeDoc brings along is in THIRD_PARTY_NOTICES", () => {
    const notices = read("THIRD_PARTY_NOTICES");
    for (const name of ["typedoc", "lunr"]) expect(notices).toContain(`== ${name} `);
  });
});

describe("a reader", () => {
  test("comes from the page in either language, and back", async () => {
    const page = await openDrawn();
    await page.getByRole("link", { name: "Docs", exact: true }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "mha-wasm" }).waitFor();
    await page.getByRole("link", { name: "中文", exact: true }).click();
    await page.getByRole("heading", { name: "从你的情况开始" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
    await page.getByRole("link", { name: "演示页面" }).click();
    await page.getByRole("link", { name: "文档", exact: true }).click();
    await page.getByRole("link", { name: "在 Node 里" }).first().click();
    await page.getByRole("link", { name: "English", exact: true }).click();
    expect(new URL(page.url()).pathname).toMatch(/\/docs\/in-node\.html$/);
  });

  test.each(["in-an-iframe.html", "in-your-page.html", "zh/in-your-page.html"])(
    "sees a picture in %s, in a frame that is as high",
    async (name) => {
      const page = await openDocs(name);
      const frame = page.locator("iframe");
      await frame.scrollIntoViewIfNeeded();
      const inside = frame.contentFrame();
      await inside.locator("[role=gridcell]").first().waitFor();
      expect(await inside.locator("html").getAttribute("lang")).toBe(await page.locator("html").getAttribute("lang"));
      const content = () => inside.locator("html").evaluate((html) => Math.ceil(html.getBoundingClientRect().height));
      const height = () => frame.evaluate((element) => Number((element as HTMLIFrameElement).height));
      await expect.poll(async () => (await height()) - (await content())).toBe(0);
    },
  );

  test("finds a name by the keyboard alone", async () => {
    const page = await openDocs("index.html");
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("dropoutMethod");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/dropoutMethod/i);
  });

  test.each([
    ["index.html", "iframe", "In an iframe"],
    ["zh/index.html", "iframe", "在 iframe 里"],
    ["zh/index.html", "种子", "在网页里"],
  ])("of %s finds tutorials by their text: %s", async (name, wanted, title) => {
    const page = await openDocs(name);
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill(wanted);
    await page.getByRole("option", { name: title }).waitFor();
  });

  test("without JavaScript has the text, the contents and every page", async () => {
    const page = await openDocs("classes/mha-wasm.Tensor.html", { javaScriptEnabled: false });
    const contents = page.getByRole("navigation", { name: "Contents" });
    expect(await contents.locator("[aria-current=page]").textContent()).toBe("Tensor");
    await contents.getByRole("link", { name: "In Node" }).click();
    expect(await page.locator("h1").textContent()).toContain("In Node");
  });

  test("on a phone reaches the contents from the bar", async () => {
    const page = await openDocs("in-node.html", { viewport: { width: 390, height: 800 } });
    await page.getByRole("link", { name: "Contents" }).click();
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "In your page" }).click();
    await page.getByRole("heading", { level: 1, name: "In your page" }).waitFor();
  });

  test("is told the attribute of each property of a tag, and its events", async () => {
    const page = await openDocs("interfaces/mha-wasm_element.AttentionHeadsElement.html");
    const text = (await page.locator("main").textContent()) ?? "";
    for (const name of ["context-length", "attention-change", "cell-active", "--attention-paper"])
      expect(text).toContain(name);
  });
});
