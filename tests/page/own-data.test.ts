// The reader's own embeddings and words: pasted, dropped, opened, typed.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ARTICLE_IN_PYTHON, bytesOf } from "../formats/support.js";
import {
  ARTICLE_IN_CSV,
  ARTICLE_PRINT,
  alert,
  cells,
  drop,
  fileOf,
  labels,
  NPY,
  numbersIn,
  open,
  paste,
  status,
} from "./own-data-support.js";
import { agreement, book, openDrawn, openPage, panel, printedText, useBrowser } from "./support.js";

useBrowser();

describe("embeddings", () => {
  test.each([
    ["the article's Python lines", ARTICLE_IN_PYTHON],
    [
      "JSON",
      JSON.stringify([
        [0.43, 0.15, 0.89],
        [0.55, 0.87, 0.66],
        [0.57, 0.85, 0.64],
        [0.22, 0.58, 0.33],
        [0.77, 0.25, 0.1],
        [0.05, 0.8, 0.55],
      ]),
    ],
    ["CSV", ARTICLE_IN_CSV],
  ])("pasted as %s give the article's numbers", async (_name, text) => {
    const page = await openDrawn();
    await paste(page, text);
    await expect.poll(() => status(page).textContent()).toMatch(/\(1,\s6,\s3\)/);
    expect(numbersIn(await printedText(page, "computed"))).toEqual(ARTICLE_PRINT);
    expect(await page.getByRole("radio", { name: "your data" }).isChecked()).toBe(true);
    expect(await alert(page).count()).toBe(0);
  });

  test("a batch pasted as { data, shape } is the article's, digit by digit", async () => {
    const page = await openDrawn();
    const { batch } = book as unknown as { batch: { shape: number[]; data: number[] } };
    await paste(page, JSON.stringify(batch));
    await expect.poll(() => status(page).textContent()).toMatch(/\(2,\s6,\s3\)/);
    expect(await agreement(page)).toMatch(/^Every digit agrees: 48 of 48/);
  });

  test("words of a CSV name the rows, and markup in them stays text", async () => {
    const page = await openDrawn();
    const word = "<img src=x onerror=document.title='hacked'>";
    await paste(page, `${word}\t0.1\t0.2\n注意力\t0.3\t0.4`);
    await expect.poll(() => labels(page)).toEqual([word, "注意力"]);
    expect(await cells(page)).toEqual(["0.1", "0.2", "0.3", "0.4"]);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).not.toBe("hacked");
    const spoken = await panel(page, 0, "weights").getByRole("gridcell").first().getAttribute("aria-label");
    expect(spoken).toContain(word);
  });

  test("a .npy file dropped on the panel", async () => {
    const page = await openDrawn();
    await drop(page, ".own-data h3", fileOf("x.npy", bytesOf(NPY)));
    await expect.poll(() => status(page).textContent()).toMatch(/^x\.npy: .*\(1,\s2,\s3\)/);
    expect(await cells(page)).toEqual(["0.43", "0.15", "0.89", "0.55", "0.87", "0.66"]);
    const expected = numbersIn(await printedText(page, "computed"));
    expect(expected).toEqual(ARTICLE_PRINT.slice(0, 8));
  });

  test("files opened: JSON and CSV in UTF-8, with a mark, in UTF-16", async () => {
    const page = await openDrawn();
    await open(page, fileOf("x.JSON", '{"x": [[1, 2]], "tokens": ["一"]}'));
    await expect.poll(() => labels(page)).toEqual(["一"]);
    await open(page, fileOf("x.csv", "\ufeff二;1;2\n"));
    await expect.poll(() => labels(page)).toEqual(["二"]);
    await open(page, fileOf("x.txt", Buffer.from("\ufeff三\t1\t2\n", "utf16le")));
    await expect.poll(() => labels(page)).toEqual(["三"]);
  });

  test("a longer text makes the context longer; undo brings back what was there, and redo", async () => {
    const page = await openDrawn();
    await paste(page, "1,2\n".repeat(9));
    await expect.poll(() => page.getByLabel("Context length context_length").inputValue()).toBe("9");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => agreement(page)).toMatch(/^Every digit agrees/);
    // What was said is no longer so.
    expect((await status(page).textContent())?.trim()).toBe("");
    await page.getByRole("button", { name: "Redo" }).click();
    await expect.poll(() => labels(page)).toHaveLength(9);
  });

  test("a link carries them", async () => {
    const page = await openDrawn();
    await paste(page, "Your,0.25,-0,nan\nstep,inf,1e-45,3.4028235e38");
    await expect.poll(() => labels(page)).toEqual(["Your", "step"]);
    const before = await cells(page);
    await page.reload();
    await expect.poll(() => labels(page)).toEqual(["Your", "step"]);
    expect(await cells(page)).toEqual(before);
  });

  test("by keys alone", async () => {
    const page = await openDrawn();
    // Long before the key is pressed: the browser hears of who waits while it goes on.
    const chooser = page.waitForEvent("filechooser");
    await page.getByLabel("Paste embeddings").focus();
    await page.keyboard.insertText("0.5,0.25");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => cells(page)).toEqual(["0.5", "0.25"]);
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const { activeElement } = document;
      const label = activeElement?.closest("label");
      return { type: (activeElement as HTMLInputElement).type, outline: label && getComputedStyle(label).outlineStyle };
    });
    expect(focus).toEqual({ type: "file", outline: "solid" });
    await page.keyboard.press("Space");
    await (await chooser).setFiles({ name: "x.csv", mimeType: "text/csv", buffer: Buffer.from("1,2,3") });
    await expect.poll(() => cells(page)).toEqual(["1", "2", "3"]);
  });
});

describe("words", () => {
  async function type(page: Page, text: string): Promise<void> {
    await page.getByLabel("Text, a line a sample").fill(text);
    await page.getByLabel("Text, a line a sample").blur();
  }

  const openText = async (text: string): Promise<Page> => {
    const page = await openDrawn();
    await page.getByRole("radio", { name: "text", exact: true }).check();
    await type(page, text);
    return page;
  };

  test("the same word has the same vector wherever it stands, and another seed gives it another", async () => {
    const page = await openText("the cat saw the dog");
    await expect.poll(() => labels(page)).toEqual(["the", "cat", "saw", "the", "dog"]);
    const values = await cells(page);
    expect(values.slice(0, 3)).toEqual(values.slice(9, 12));
    expect(values.slice(0, 3)).not.toEqual(values.slice(3, 6));
    await page.getByLabel("Seed manual_seed").fill("124");
    await page.getByLabel("Seed manual_seed").press("Enter");
    await expect.poll(() => cells(page)).not.toEqual(values);
  });

  test("Chinese, and markup, which stays text", async () => {
    const page = await openText("我们学习注意力。<img src=x onerror=alert(1)>");
    await expect
      .poll(() => labels(page).then((words) => words.slice(0, 5)))
      .toEqual(["我们", "学习", "注意力", "。", "<"]);
    expect(await page.locator("img").count()).toBe(0);
  });

  test.each([
    ["one two\nthree", /Sample 2 has 1 tokens, the first has 2/],
    [" \n ", /no word in this text yet/],
    ["a ".repeat(513), /513 tokens are more than this page draws: 512/],
    ["a\n".repeat(17), /17 samples are more than this page draws: 16/],
  ])("what makes no batch is said: %#", async (text, sentence) => {
    const page = await openText(text);
    await expect.poll(() => page.locator(".input .problem").textContent()).toMatch(sentence);
    await type(page, "all is well");
    await expect.poll(() => labels(page)).toEqual(["all", "is", "well"]);
    expect(await page.locator(".problem").count()).toBe(0);
  });

  test("a link with far too much text is harmless", async () => {
    const page = await openPage({ hash: `from=text&words=${"ab+".repeat(10_000)}` });
    await expect.poll(() => page.locator(".input .problem").textContent()).toMatch(/30000 characters .* 20000 at most/);
  });
});
