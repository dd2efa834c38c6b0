// <attention-heads>: what an author writes in a tag, and what a reader then sees and does.
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { book, spokenValues, useBrowser } from "../page/support.js";
import { openAuthorsStage, put, takeEvents, violations } from "./stage.js";

useBrowser();

async function open(props: Readonly<Record<string, unknown>> = {}): Promise<{ page: Page; element: Locator }> {
  const page = await openAuthorsStage();
  const element = await put(page, "attention-heads", props);
  await element.locator("attention-head [role=gridcell], attention-lines, [part=problem]").first().waitFor();
  return { page, element };
}

const weightsOf = (element: Locator, head: number) =>
  spokenValues(element.locator("attention-head").nth(head).locator("figure[data-panel=weights] [role=gridcell]"));

describe("<attention-heads>", () => {
  test("without attributes it is the article's wrapper", async () => {
    const { page, element } = await open();
    expect(await element.locator("attention-head").count()).toBe(2);
    const golden = book.cases.find(({ kind, args }) => kind === "MultiHeadAttentionWrapper" && args?.d_out === 2);
    const expected = golden?.trace.weights;
    const size = 36;
    for (const head of [0, 1]) {
      const values = await weightsOf(element, head);
      expect(values).toHaveLength(size);
      values.forEach((value, index) => {
        expect(Math.abs(value - (expected?.data[head * size + index] ?? Number.NaN))).toBeLessThan(1e-6);
      });
    }
    expect(await violations(page)).toEqual([]);
  });

  test("text, seed, heads and the other scalars; a context left open is as long as the text needs", async () => {
    const text = "Your journey starts with one step at a time";
    const { element } = await open({ text, seed: "7", heads: "3", layer: "MultiHeadAttention", dOut: "6", dIn: "4" });
    expect(await element.locator("attention-head").count()).toBe(3);
    expect(await weightsOf(element, 0)).toHaveLength(81);
    expect(await element.evaluate((one) => one.outerHTML)).toContain('seed="7"');
    const link = await element.evaluate((one) => (one as HTMLElementTagNameMap["attention-heads"]).currentPermalink);
    const params = new URLSearchParams(link);
    expect([params.get("class"), params.get("context_length"), params.get("seed")]).toEqual([
      "MultiHeadAttention",
      "9",
      "7",
    ]);
  });

  test("a permalink of the page shows what the page shows", async () => {
    const { element } = await open({ permalink: "#class=CausalAttention&seed=9&d_out=4&view=lines&threshold=0.3" });
    expect(await element.locator("attention-head").count()).toBe(0);
    expect(await element.locator("attention-lines").count()).toBe(1);
    expect(await element.locator("output").textContent()).toBe("0.30");
  });

  test("embeddings and weights as properties, nested arrays or typed ones", async () => {
    const embeddings = [
      [1, 0],
      [0, 1],
    ];
    const { element } = await open({ embeddings, words: ["up", "down"], layer: "SimplifiedSelfAttention" });
    const [first = 0, second = 0] = await weightsOf(element, 0);
    expect(first).toBeCloseTo(1 / (1 + Math.exp(-1)), 6);
    expect(first + second).toBeCloseTo(1, 6);
    expect(await element.getByText("down").first().isVisible()).toBe(true);
  });

  test.each([
    [{ seed: "1e3" }, "“1e3” is not a whole number."],
    [{ heads: "many" }, "“many” is not a number."],
    [{ heads: "3", layer: "MultiHeadAttention", dOut: "2" }, "d_out 2 cannot be split evenly among 3 heads"],
    [{ text: "one two three", contextLength: "2" }, "The text has 3 tokens, more than the context length of 2."],
    [{ text: "one two\nthree" }, "Sample 2 has 1 tokens, the first has 2"],
  ])("%j is refused in words, and mended by a change", async (props, sentence) => {
    const { element } = await open(props);
    expect(await element.getByRole("alert").textContent()).toContain(sentence);
    for (const name of Object.keys(props)) {
      await element.evaluate((one, key) => {
        (one as unknown as Record<string, unknown>)[key] = undefined;
      }, name);
    }
    await element.locator("[role=gridcell]").first().waitFor();
    expect(await element.getByRole("alert").count()).toBe(0);
  });

  test.each([
    [{ layer: "MultiHead" }, "“MultiHead” is none of these: SimplifiedSelfAttention, "],
    [{ view: "bars" }, "“bars” is none of these: cells, lines, values."],
    [{ mode: "test" }, "“test” is none of these: train, eval."],
    [{ text: "a b", dIn: "wide" }, "“wide” is not a number."],
    [{ embeddings: [[1, 2], [3]] }, "The module refuses these settings: tensor: "],
    [{ embeddings: [[]] }, "There is no word in this text yet."],
    [{ embeddings: Array.from({ length: 513 }, () => [1]) }, "513 tokens are more than this page draws: 512 at most."],
  ])("%j is no setting, and it says so", async (props, sentence) => {
    const { element } = await open(props);
    expect(await element.getByRole("alert").textContent()).toContain(sentence);
  });

  test("numbers, null and nothing are what they are where a framework sets properties", async () => {
    const { element } = await open({ seed: 7, heads: 3, dOut: 2, dropout: 0, text: null, layer: "", mode: undefined });
    expect(await element.locator("attention-head").count()).toBe(3);
    const link = await element.evaluate((one) => (one as HTMLElementTagNameMap["attention-heads"]).currentPermalink);
    const params = new URLSearchParams(link);
    expect([params.get("seed"), params.get("class"), params.get("mode")]).toEqual([
      "7",
      "MultiHeadAttentionWrapper",
      "train",
    ]);
  });

  test("tells of the reader's changes, not of the host's", async () => {
    const { element } = await open();
    await element.evaluate((one) => one.setAttribute("seed", "5"));
    await element.getByRole("button", { name: "lines" }).click();
    await element.locator("attention-lines").waitFor();
    const events = await takeEvents(element, "attention-change");
    expect(events).toHaveLength(1);
    expect(new URLSearchParams((events[0] as { permalink: string }).permalink).get("view")).toBe("lines");
  });

  test("a token that looks like markup is text", async () => {
    const { page, element } = await open({ text: "<img src=x onerror=document.title='owned'> two" });
    expect(await element.locator("img").count()).toBe(0);
    expect(await page.title()).not.toBe("owned");
  });

  test("the link to the page carries the state; a script is no page", async () => {
    const { element } = await open({ explorer: "https://example.org/attention/", seed: "4" });
    const link = element.getByRole("link", { name: "Explore these heads" });
    expect(await link.getAttribute("href")).toMatch(/^https:\/\/example\.org\/attention\/#class=.*seed=4/);
    await element.evaluate((one) => one.setAttribute("explorer", "javascript:alert(1)"));
    await expect.poll(() => link.getAttribute("href")).toBe("");
  });

  test("moved and put back it goes on; far below the fold it waits", async () => {
    const { page, element } = await open();
    await element.evaluate((one) => document.body.appendChild(one.parentElement?.removeChild(one) ?? one));
    await element.locator("[role=gridcell]").first().waitFor();
    await page.evaluate(() => {
      const spacer = document.createElement("div");
      spacer.id = "spacer";
      spacer.style.height = "5000px";
      const late = document.createElement("attention-heads");
      late.id = "late";
      late.textContent = "not yet";
      document.body.append(spacer, late);
    });
    expect(await page.locator("#late attention-head").count()).toBe(0);
    await page.locator("#late").scrollIntoViewIfNeeded();
    await page.locator("#late attention-head").first().waitFor();
  });

  test("in the language around it", async () => {
    const page = await openAuthorsStage();
    await page.evaluate(() => {
      const host = document.createElement("div");
      host.lang = "zh-CN";
      host.append(document.createElement("attention-heads"));
      document.body.append(host);
    });
    await page.getByText("头 A", { exact: true }).first().waitFor();
    await page.evaluate(() => {
      for (const host of document.querySelectorAll("div")) host.lang = "en";
    });
    await page.getByText("Head A", { exact: true }).first().waitFor();
  });
});
