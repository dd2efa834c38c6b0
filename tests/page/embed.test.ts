// The page for frames: what its address asks for, how it tells its height to a page of another origin, and what it refuses.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { afterEach, describe, expect, inject, test } from "vitest";
import { violations } from "../element/stage.js";
import { serveStatic } from "./static-server.mjs";
import { book, type OpenOptions, openPage, spokenValues, useBrowser } from "./support.js";

useBrowser();

const embed = (address: string): string => `${inject("site")}embed/${address}`;

/** Opened by itself, as a reader may: its heading is there for assistive technology alone. */
async function openEmbed(address: string, options: OpenOptions = {}): Promise<Page> {
  const page = await openPage({ ...options, site: embed(address) });
  await page.locator("main > *").nth(1).waitFor({ state: "attached" });
  return page;
}

const weights = (root: Page | FrameLocator, head = 0): Promise<number[]> =>
  spokenValues(root.locator("attention-head").nth(head).locator("[data-panel=weights] [role=gridcell]"));

const cells = (root: Page | FrameLocator): Locator => root.locator("[role=gridcell]").first();

function articleWeights(): number[] {
  const golden = book.cases.find(({ kind, args }) => kind === "MultiHeadAttentionWrapper" && args?.d_out === 2);
  return golden?.trace.weights?.data.slice(0, 36) ?? [];
}

describe("its address", () => {
  test("nothing asked for is the article's wrapper, and clean for axe in both themes", async () => {
    for (const theme of ["light", "dark"]) {
      const page = await openEmbed(`?theme=${theme}`);
      await cells(page).waitFor();
      (await weights(page)).forEach((value, index) => {
        expect(Math.abs(value - (articleWeights()[index] ?? Number.NaN))).toBeLessThan(1e-6);
      });
      expect(await page.title()).toBe("Attention heads");
      expect(await violations(page)).toEqual([]);
    }
  });

  test("the page's own hash shows what the page shows", async () => {
    const page = await openEmbed("#class=CausalAttention&seed=9&d_out=4&view=lines&threshold=0.3&lang=zh");
    await page.locator("attention-lines").waitFor();
    expect(await page.locator("output").textContent()).toBe("0.30");
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
    expect(await page.title()).toBe("注意力头");
  });

  test("attributes in the query win over it", async () => {
    const page = await openEmbed("?text=Hello%20there%20you&heads=3&seed=7&plain#seed=9&heads=2");
    await cells(page).waitFor();
    expect(await page.locator("attention-head").count()).toBe(3);
    expect(await weights(page)).toHaveLength(9);
    const link = await page
      .locator("attention-heads")
      .evaluate((element) => (element as HTMLElementTagNameMap["attention-heads"]).currentPermalink);
    expect(new URLSearchParams(link).get("seed")).toBe("7");
    expect(await page.getByRole("button", { name: "lines" }).count()).toBe(0);
  });

  test("the stepper and a matrix as well", async () => {
    const stepper = await openEmbed("?element=stepper&step=scores");
    await cells(stepper).waitFor();
    expect(await stepper.getByRole("button", { name: "scores", exact: true }).getAttribute("aria-current")).toBe(
      "step",
    );
    const matrix = await openEmbed("?element=matrix&values=[[1,null],[0.4,0.6]]&row-labels=a%20b&column-labels=a%20b");
    await cells(matrix).waitFor();
    expect(await matrix.getByRole("gridcell").count()).toBe(4);
    expect(await matrix.getByRole("gridcell", { name: /hidden by the mask/ }).count()).toBe(1);
  });

  test.each(["?element=script&onload=alert(1)", "#%E0%A4%A", "?theme=pink&explorer=javascript:alert(1)#view=up"])(
    "%s is harmless",
    async (address) => {
      const page = await openEmbed(address);
      await cells(page).waitFor();
      expect(await weights(page)).toHaveLength(36);
      const link = page.getByRole("link", { name: "Explore these heads" });
      expect(await link.getAttribute("href")).toMatch(new RegExp(`^${inject("site")}#class=`));
    },
  );

  test("text that looks like markup is text", async () => {
    const page = await openEmbed(`?text=${encodeURIComponent("<img src=x onerror=document.title='owned'> two")}`);
    await cells(page).waitFor();
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).toBe("Attention heads");
  });

  test("what is no value is said; a new hash shows something else", async () => {
    const page = await openEmbed("?heads=many");
    expect(await page.getByRole("alert").textContent()).toContain("“many” is not a number");
    const other = await openEmbed("#seed=1");
    await cells(other).waitFor();
    const before = await weights(other);
    await other.evaluate(() => {
      location.hash = "seed=2";
    });
    await expect.poll(() => weights(other)).not.toEqual(before);
  });

  test("what the reader does stays after a reload", async () => {
    const page = await openEmbed("?seed=4");
    await page.getByRole("button", { name: "lines" }).click();
    await page.locator("attention-lines").waitFor();
    await page.reload();
    await page.locator("attention-lines").waitFor();
    expect(new URL(page.url()).search).toBe("?seed=4");
  });
});

describe("in a frame of another origin", () => {
  const stops: (() => Promise<void>)[] = [];

  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
  });

  /** A page of another origin with two frames, which notes what it is told. */
  async function openHost(): Promise<Page> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mha-host-"));
    const frames = ["#seed=1&view=values", "?plain#seed=2"];
    fs.writeFileSync(
      path.join(folder, "index.html"),
      `<!doctype html><html lang="en"><title>Host</title><h1>Host</h1><script>
window.told = [];
addEventListener("message", ({ data, source }) => {
  const frames = [...document.querySelectorAll("iframe")];
  window.told.push([frames.findIndex(({ contentWindow }) => contentWindow === source), data]);
});
</script>${frames.map((address) => `<iframe src="${embed(address)}" width="700" height="150" title="Heads"></iframe>`).join("")}`,
    );
    const { url, stop } = await serveStatic(folder, "/");
    stops.push(async () => {
      await stop();
      fs.rmSync(folder, { recursive: true });
    });
    return openPage({ site: url, expected: /^foreign request|favicon|404/ });
  }

  /** The height that each frame has told last. */
  const heights = (page: Page): Promise<number[]> =>
    page.evaluate(() =>
      [0, 1].map((frame) => {
        const { told } = window as unknown as { told: [number, { type: string; height: number }][] };
        return (
          told.filter(([which, { type }]) => which === frame && type === "mha-wasm:height").at(-1)?.[1].height ?? 0
        );
      }),
    );

  test("each tells its own height, and tells it again when that changes", async () => {
    const page = await openHost();
    const first = page.frameLocator("iframe").first();
    await first.locator("table").first().waitFor();
    const content = () => first.locator("html").evaluate((root) => Math.ceil(root.getBoundingClientRect().height));
    await expect.poll(async () => (await heights(page))[0]).toBe(await content());
    const before = (await heights(page))[0] ?? 0;
    expect(before).toBeGreaterThan(150);
    await first.getByRole("button", { name: "lines" }).click();
    await first.locator("attention-lines").waitFor();
    await expect.poll(async () => (await heights(page))[0]).not.toBe(before);
    await expect.poll(async () => (await heights(page))[0]).toBe(await content());
    expect((await heights(page))[1]).toBeGreaterThan(150);
    expect((await heights(page))[1]).not.toBe((await heights(page))[0]);
    const types = await page.evaluate(() =>
      (window as unknown as { told: [number, { type: string }][] }).told.map(([, { type }]) => type),
    );
    expect(new Set(types)).toEqual(new Set(["mha-wasm:height"]));
  });

  test("a frame as high as it was told to be has nothing left to scroll, and stays so", async () => {
    const page = await openHost();
    await page.frameLocator("iframe").first().locator("table").first().waitFor();
    await expect.poll(async () => Math.min(...(await heights(page)))).toBeGreaterThan(150);
    const told = await heights(page);
    await page.evaluate((all) => {
      for (const [index, frame] of [...document.querySelectorAll("iframe")].entries())
        frame.height = String(all[index]);
    }, told);
    const left = () =>
      page
        .frameLocator("iframe")
        .first()
        .locator("html")
        .evaluate((root) => root.scrollHeight - root.clientHeight);
    await expect.poll(left).toBeLessThanOrEqual(4);
    expect(await heights(page)).toEqual(told);
  });

  test("its link opens the page elsewhere than in the frame", async () => {
    const page = await openHost();
    const link = page.frameLocator("iframe").first().getByRole("link", { name: "Explore these heads" });
    const opening = page.context().waitForEvent("page");
    await link.click();
    const opened = await opening;
    await opened.locator("h1:visible").waitFor();
    expect(opened.url()).toMatch(new RegExp(`^${inject("site")}#.*seed=1&.*view=values`));
    expect(await page.locator("iframe").count()).toBe(2);
  });
});

test("the page and its frame have one policy", () => {
  const policyOf = (file: string) =>
    /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(
      fs.readFileSync(new URL(`../../web/page/${file}`, import.meta.url), "utf8"),
    )?.[1];
  expect(policyOf("index.html")).toContain("default-src 'self'");
  expect(policyOf("embed/index.html")).toBe(policyOf("index.html"));
});
