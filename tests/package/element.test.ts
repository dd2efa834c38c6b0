// The elements on authors' pages, from the packed tarball: any order of loading, several at once, moved, removed, hostile.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { useBrowser, withPage } from "./browser.js";
import {
  authored,
  countInstances,
  drawnCells,
  elementScript,
  expectArticle,
  failOnce,
  instances,
  memory,
  weightsOf,
} from "./element-page.js";
import { writeProject } from "./project.js";
import { strictPolicy, useStaticSite } from "./static-site.js";

useBrowser();
const site = useStaticSite();
const withoutWasm = useStaticSite({ policy: strictPolicy.replace(" 'wasm-unsafe-eval'", "") });

const module = (source: string) => `<script type="module" src="${source}"></script>`;
const both = `<script src="count.js"></script>${module(elementScript)}`;

const seeds = Array.from({ length: 10 }, (_, seed) => seed + 1);

/** Scripts and pages by name. */
const files = {
  "count.js": countInstances,
  "fail.js": failOnce,
  "failing.html": authored(
    "<attention-heads></attention-heads><attention-stepper></attention-stepper>",
    `<script src="fail.js"></script>${module(elementScript)}`,
  ),
  "before.html": authored("<attention-heads>waiting</attention-heads>"),
  "after.html": authored("", module("after.js")),
  "after.js": `import "${elementScript}";\ndocument.body.append(document.createElement("attention-heads"));\n`,
  "last.html": authored(`<attention-heads>waiting</attention-heads>${module(elementScript)}`, ""),
  "properties.html": authored("<attention-heads></attention-heads>", module("properties.js")),
  "properties.js": `const element = document.querySelector("attention-heads");
element.embeddings = [[1, 0], [0, 1]];
element.words = ["up", "down"];
element.layer = "SimplifiedSelfAttention";
import("${elementScript}");
`,
  "copies.html": authored("<attention-heads></attention-heads>", module("copies.js")),
  "copies.js": `import { AttentionHeads } from "${elementScript}?first";
import * as second from "${elementScript}?second";
import init, { manualSeed, rand } from "${elementScript.replace("element.js", "index.js")}";
await init();
manualSeed(123);
const made = new second.AttentionHeads();
made.seed = 5;
document.body.append(made);
document.body.dataset.drawn = String(rand(3));
document.body.dataset.same = String(second.AttentionHeads === AttentionHeads && made instanceof AttentionHeads);
`,
  "ten.html": authored(seeds.map((seed) => `<attention-heads plain seed="${seed}"></attention-heads>`).join(""), both),
  "hostile.html": authored(
    `<attention-heads text="&lt;img src=x onerror=document.title='owned'&gt; two"></attention-heads>
<attention-matrix values="[[1]]" row-labels='["&lt;img src=x onerror=document.title=1&gt;"]'></attention-matrix>`,
  ),
  "all.html": authored(
    `<attention-heads explorer="/attention/"></attention-heads><attention-stepper></attention-stepper>
<attention-matrix values="[[1, null], [0.4, 0.6]]"></attention-matrix>`,
  ),
};

const url = (name: string) => site.url(`elements/${name}.html`);

beforeAll(() => {
  writeProject("elements", files);
});

describe("loaded under a strict policy", () => {
  test.each([
    ["before", "before the tags are parsed"],
    ["last", "after the tags were parsed"],
    ["after", "before a script makes the element"],
  ])("%s: %s", (name) => withPage(url(name), (page) => expectArticle(page.locator("attention-heads"))));

  test("one file is all that is fetched", async () => {
    const fetched = await withPage(url("before"), async (page) => {
      await expectArticle(page.locator("attention-heads"));
      return page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
    });
    expect(fetched.filter((name) => name !== "/favicon.ico")).toEqual([elementScript]);
  });

  test("properties that were set before there was such an element", () =>
    withPage(url("properties"), async (page) => {
      const element = page.locator("attention-heads");
      await drawnCells(element).first().waitFor();
      expect((await weightsOf(element))[0]).toBeCloseTo(1 / (1 + Math.exp(-1)), 6);
      expect(await element.getByText("down").first().isVisible()).toBe(true);
    }));

  test("every element inside the elements is one", () =>
    withPage(url("all"), async (page) => {
      await drawnCells(page.locator("attention-heads")).first().waitFor();
      await page.locator("attention-steps [role=gridcell]").first().waitFor();
      const undefinedTags = await page.evaluate(() => {
        const found = new Set<string>();
        const visit = (root: ParentNode) => {
          for (const element of root.querySelectorAll("*")) {
            if (element.localName.includes("-") && !customElements.get(element.localName)) found.add(element.localName);
            if (element.shadowRoot) visit(element.shadowRoot);
          }
        };
        visit(document);
        return [...found];
      });
      expect(undefinedTags).toEqual([]);
    }));
});

test("two copies of the elements and the API beside them: one registers, all work", () =>
  withPage(url("copies"), async (page) => {
    const elements = page.locator("attention-heads");
    await expectArticle(elements.first());
    await drawnCells(elements.nth(1)).first().waitFor();
    expect(await weightsOf(elements.nth(1))).not.toEqual(await weightsOf(elements.first()));
    expect(await page.evaluate(() => ({ ...document.body.dataset }))).toEqual({
      drawn: "tensor([0.2961, 0.5166, 0.2517])",
      same: "true",
    });
  }));

describe("ten on one page", () => {
  const scrollTo = async (page: Page, index: number) => {
    await page.locator("attention-heads").nth(index).scrollIntoViewIfNeeded();
    await drawnCells(page.locator("attention-heads").nth(index)).first().waitFor();
  };

  test("share one engine, each with its own numbers; those far below wait", () =>
    withPage(url("ten"), async (page) => {
      await drawnCells(page.locator("attention-heads").first()).first().waitFor();
      expect(await page.locator("attention-heads").nth(9).locator("attention-head").count()).toBe(0);
      const drawn = new Set<string>();
      for (const index of seeds.keys()) {
        await scrollTo(page, index);
        drawn.add(String(await weightsOf(page.locator("attention-heads").nth(index))));
      }
      expect(drawn.size).toBe(10);
      expect(await instances(page)).toBe(1);
    }));

  test("removed they leave nothing: no element, no memory", () =>
    withPage(url("ten"), async (page) => {
      for (const index of [0, 1, 2]) await scrollTo(page, index);
      await page.evaluate(() => {
        const all = [...document.querySelectorAll("attention-heads")];
        Object.assign(window, { kept: all.map((element) => new WeakRef(element)) });
        for (const element of all) element.remove();
      });
      const kept = async () => {
        await page.requestGC();
        return page.evaluate(
          () =>
            (window as unknown as { kept: WeakRef<Element>[] }).kept.filter((ref) => ref.deref() !== undefined).length,
        );
      };
      await expect.poll(kept, { timeout: 20_000 }).toBe(0);

      const before = await memory(page);
      await page.evaluate(async () => {
        for (let seed = 0; seed < 300; seed++) {
          const element = document.createElement("attention-heads");
          element.seed = seed;
          document.body.replaceChildren(element);
          await new Promise(requestAnimationFrame);
        }
      });
      await drawnCells(page.locator("attention-heads")).first().waitFor();
      expect(await memory(page)).toBe(before);
    }));

  test("moved and put back they stay as they are, and go on", () =>
    withPage(url("ten"), async (page) => {
      const first = page.locator("attention-heads[seed='1']");
      await drawnCells(first).first().waitFor();
      const before = await weightsOf(first);
      await first.evaluate(async (element) => {
        element.remove();
        await new Promise(requestAnimationFrame);
        document.body.prepend(element);
      });
      expect(await weightsOf(first)).toEqual(before);
      await first.evaluate((element) => element.setAttribute("seed", "11"));
      await expect.poll(() => weightsOf(page.locator("attention-heads[seed='11']"))).not.toEqual(before);
    }));
});

test("text that looks like markup is text", () =>
  withPage(url("hostile"), async (page) => {
    await drawnCells(page.locator("attention-heads")).first().waitFor();
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).toBe("A tutorial");
  }));

test("where the module fails to start it says so, and a retry brings the picture", () =>
  withPage(url("failing"), async (page) => {
    const element = page.locator("attention-heads");
    await element.getByRole("button", { name: "Try again" }).click();
    await expectArticle(element);
    await page.locator("attention-steps [role=gridcell]").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  }));

test("where WebAssembly is blocked a sentence says so, and what stood in the tag stays", () =>
  withPage(
    withoutWasm.url("elements/before.html"),
    async (page) => {
      const element = page.locator("attention-heads");
      await element.getByRole("alert").waitFor();
      expect(await element.getByRole("alert").textContent()).toMatch(/blocks WebAssembly/);
      expect(await element.getByText("waiting").isVisible()).toBe(true);
    },
    { expected: /Content Security Policy/ },
  ));
