// What is refused of the reader's own data leaves everything as it was.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { bytesOf, safetensors } from "../formats/support.js";
import {
  alert,
  caseOf,
  cells,
  drop,
  fileOf,
  NPY,
  type Opened,
  open,
  paste,
  status,
  weightsFile,
} from "./own-data-support.js";
import { agreement, openDrawn, useBrowser } from "./support.js";

useBrowser();

const mha = caseOf("MultiHeadAttention, d_out 2, 2 heads");

/** What is tried, and what is said to it in either language. */
const REFUSED: readonly (readonly [string | Opened, RegExp, RegExp])[] = [
  [" \n", /nothing to read yet/, /还没有可读的内容/],
  ["Your journey starts with one step", /no row of numbers.*“text”/, /没有一行数字.*“文本”/],
  ["1,2,3\n4,5\n", /Row 2 has 2 cells, .* have 3/, /第 2 行有 2 个单元格，.*有 3 个/],
  ["a,b\n1,<img src=x onerror=alert(1)>", /Row 2, column 2: “<img src/, /第 2 行第 2 列：“<img src/],
  ["0,43;0,15;1,5\n", /“0,43” has a decimal comma/, /“0,43”用了逗号/],
  ["[[1, 2], [3 4]]", /line 1, column 13, at “4\]\]”/, /第 1 行第 13 列，在“4\]\]”处/],
  ["[[1, 2], [3, 4", /breaks off in line 1/, /在第 1 行中断/],
  ["[[1, 2], [3]]", /\[1\], counted from 0, has 1 entries, .* 2/, /\[1\]（从 0 数起）.*有 1 项，.*2 项/],
  ["[1, 2, 3]", /these have \(3,\)/, /这里是 \(3,\)/],
  ["[[[[1]]]]", /these have \(1, 1, 1, 1\)/, /\(1, 1, 1, 1\)/],
  ["[[], []]", /no value in a tensor of shape \(2, 0\)/, /\(2, 0\) 的张量里没有/],
  ['{"data": [1], "shape": [30000, 30000]}', /has 1 numbers; .* needs 900000000/, /900000000/],
  ["1\n".repeat(513), /513 tokens .* 512 at most/, /513 个 token .*512 个/],
  [`[[${"1,".repeat(64)}1]]`, /has 65 numbers; .* 64\. Are rows and columns swapped/, /65 个数，.*64 个/],
  [`[${"[[1]],".repeat(16)}[[1]]]`, /17 samples .* 16 at most/, /17 个样本.*16 个/],
  [fileOf("a.png", "\x89PNG"), /^a\.png: Only \.json, \.csv, \.npy/, /只能读取/],
  [fileOf("a.constructor", "1"), /^a\.constructor: Only/, /只能读取/],
  [fileOf("a.csv", bytesOf("\xd6\xd0\xce\xc4,1")), /no text in UTF-8/, /不是 UTF-8 文本/],
  [fileOf("a.npy", "[[1]]"), /This is no \.npy file/, /这不是 \.npy 文件/],
  [fileOf("a.npz", "PK\x03\x04"), /\.npz archive.* numpy\.save/, /\.npz 压缩包/],
  [fileOf("a.npy", bytesOf(NPY.slice(0, -1))), /needs 48 bytes .* has 47/, /需要 48 字节.*有 47 字节/],
  [fileOf("model.pth", "PK\x03\x04"), /file of torch\.save, .*torch\.save_file/, /torch\.save 的文件/],
  [
    fileOf("w.safetensors", weightsFile(mha).buffer.subarray(0, 200)),
    /The header claims .* bytes; the file has 192 left/,
    /只剩 192 字节/,
  ],
  [weightsFile(mha), /weights of MultiHeadAttention, but the chosen class/, /MultiHeadAttention 的权重/],
  [
    fileOf("w.safetensors", safetensors({ "<b>": { dtype: "F32", shape: [0], data_offsets: [0, 0] } })),
    /None of the names .*: <b>\./,
    /不属于.*：<b>。/,
  ],
];

async function attempt(page: Page, data: string | Opened): Promise<void> {
  if (typeof data !== "string") return open(page, data);
  await page.locator("#own-text").fill(data);
  await page.locator(".own-actions button").click();
}

describe("refused, and everything stays as it was", () => {
  test.each([
    ["en", 1, /^Every digit agrees: 48 of 48/],
    ["zh", 2, /^每一位数字都一致：48 个数中 48 个/],
  ] as const)("said in %s", async (lang, sentence, agrees) => {
    const page = await openDrawn({ hash: `lang=${lang}` });
    const before = page.url();
    for (const refused of REFUSED) {
      const [data] = refused;
      await attempt(page, data);
      await expect.poll(() => alert(page).textContent()).toMatch(refused[sentence]);
      expect(await alert(page).textContent()).not.toContain("{{");
      expect((await status(page).textContent())?.trim()).toBe("");
      if (typeof data === "string") expect(await page.locator("#own-text").inputValue()).toBe(data);
      expect(page.url()).toBe(before);
    }
    expect(await agreement(page)).toMatch(agrees);
    expect(await page.locator("img").count()).toBe(0);
  });

  test("the language changes while a complaint stands", async () => {
    const page = await openDrawn();
    await paste(page, "1,2\n3,x");
    await expect.poll(() => alert(page).textContent()).toBe("Row 2, column 2: “x” is not a number.");
    await page.getByRole("button", { name: "中文" }).click();
    await expect.poll(() => alert(page).textContent()).toBe("第 2 行第 2 列：“x”不是数字。");
  });

  test("a file too large is not read at all", async () => {
    const page = await openDrawn();
    await page.locator(".own-data").evaluate((panel) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(8 * 2 ** 20 + 1)], "big.csv"));
      File.prototype.arrayBuffer = () => Promise.reject(new Error("it was read"));
      panel.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await expect
      .poll(() => alert(page).textContent())
      .toBe("big.csv: The file has 8.0\u00a0MB; at most 8\u00a0MB are read.");
  });

  test("a folder, or a file that is gone", async () => {
    const page = await openDrawn();
    await page.evaluate(() => {
      File.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError"));
    });
    await open(page, fileOf("x.csv", "1,2"));
    await expect.poll(() => alert(page).textContent()).toMatch(/^x\.csv: The browser could not read it/);
  });

  test("what is mended is taken, and the complaint goes", async () => {
    const page = await openDrawn();
    await paste(page, "1,2\n3,x");
    await alert(page).waitFor();
    await paste(page, "1,2\n3,4");
    await expect.poll(() => cells(page)).toEqual(["1", "2", "3", "4"]);
    expect(await alert(page).count()).toBe(0);
  });

  test("a paste too long for a text field is not let in", async () => {
    const page = await openDrawn();
    await page.getByLabel("Paste embeddings").evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "1,".repeat(600_000));
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => alert(page).textContent()).toMatch(/1200000 characters are too many.*open them as a file/);
    expect(await page.getByLabel("Paste embeddings").inputValue()).toBe("");
  });

  test("one of two files is refused: the other is taken", async () => {
    const page = await openDrawn();
    await drop(page, ".own-data", fileOf("bad.csv", "1,x\n2,3"), fileOf("good.csv", "0.5,0.25"));
    await expect.poll(() => cells(page)).toEqual(["0.5", "0.25"]);
    expect(await alert(page).textContent()).toMatch(/^bad\.csv: Row 1/);
    expect(await status(page).textContent()).toMatch(/^good\.csv: /);
  });

  test("a file that misses the panel does not replace the page", async () => {
    const page = await openDrawn();
    const allowed = await page.locator("h1").evaluate((heading) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["1"], "x.csv"));
      return ["dragover", "drop"].map((type) =>
        heading.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
      );
    });
    expect(allowed).toEqual([false, false]);
    expect(await agreement(page)).toMatch(/^Every digit agrees/);
  });
});
