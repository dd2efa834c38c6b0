// Saving what the page shows: the chosen heads alone, in the numbers of the goldens, named in the reader's language.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readCsv } from "../../web/formats/csv.js";
import { book, openDrawn, useBrowser } from "./support.js";

useBrowser();

const wrapper = book.cases.find(({ kind, args }) => kind === "MultiHeadAttentionWrapper" && args?.num_heads === 2);

async function save(page: Page, name: string): Promise<{ file: string; text: string }> {
  const downloading = page.waitForEvent("download");
  await page.locator(".heads attention-export").getByRole("button", { name }).click();
  const download = await downloading;
  const bytes = Buffer.concat(await (await download.createReadStream()).toArray());
  return { file: download.suggestedFilename(), text: bytes.toString("utf8") };
}

test("the heads chosen are what is saved, and their numbers are the goldens'", async () => {
  const page = await openDrawn();
  await page.keyboard.press("2");
  await expect.poll(() => page.locator("attention-head").count()).toBe(1);
  const { file, text } = await save(page, "Save as CSV");
  expect(file).toBe("MultiHeadAttentionWrapper-seed-123-text-1-B-weights.csv");
  const { data, shape, tokens } = readCsv(text);
  expect([shape, tokens?.[0]]).toEqual([[6, 6], "B Your"]);
  const golden = wrapper?.trace.weights?.data.slice(36, 72) ?? [];
  expect(golden.length).toBe(36);
  data.forEach((value, i) => {
    expect(Math.abs(value - (golden[i] ?? Number.NaN))).toBeLessThanOrEqual(1e-6);
  });
  const svg = (await save(page, "Save as SVG")).text;
  expect(svg).toContain('<title id="title">MultiHeadAttentionWrapper, seed 123, text 1, heads B</title>');
  expect(svg).toContain("torch.manual_seed(123)");
  expect([svg.includes("Head B"), svg.includes("Head A")]).toEqual([true, false]);
});

test("lines are saved as lines; a table as numbers only; in Chinese it says so in Chinese", async () => {
  const page = await openDrawn({ hash: "lang=zh&class=MultiHeadAttention" });
  const switchTo = (name: string) => page.locator(".heads .section-head").getByRole("button", { name }).click();
  await switchTo("连线");
  const { file, text } = await save(page, "存为 SVG");
  expect(file).toBe("MultiHeadAttention-seed-123-text-1-AB.svg");
  expect(text).toMatch(/<path [^>]*data-head="1"/);
  expect(text).toContain("种子 123");
  expect(await page.locator(".heads attention-export [role=status]").textContent()).toBe(`已保存 ${file}。`);
  await switchTo("表格");
  await expect
    .poll(() => page.locator(".heads attention-export").getByRole("button").allTextContents())
    .toEqual(["CSV", "JSON"]);
});
