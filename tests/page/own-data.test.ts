// The reader's own data: pasted, dropped and opened, taken or refused with a sentence.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { bytesOf, safetensors } from "../formats/support.js";
import {
  agreement,
  type BookCase,
  book,
  openDrawn,
  openPage,
  panel,
  printedText,
  spokenValues,
  useBrowser,
} from "./support.js";

useBrowser();

interface Opened {
  readonly name: string;
  readonly buffer: Buffer;
}

const fileOf = (name: string, content: string | Uint8Array): Opened => ({ name, buffer: Buffer.from(content) });

const group = (page: Page) => page.getByRole("group", { name: /Your own data|你自己的数据/ });
const status = (page: Page) => group(page).getByRole("status");
const alert = (page: Page) => group(page).getByRole("alert");

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel("Paste embeddings").fill(text);
  await page.getByRole("button", { name: "Use these numbers" }).click();
}

async function open(page: Page, ...files: Opened[]): Promise<void> {
  await group(page)
    .locator("input[type=file]")
    .setInputFiles(files.map((file) => ({ ...file, mimeType: "application/octet-stream" })));
}

async function drop(page: Page, selector: string, ...files: Opened[]): Promise<void> {
  const contents = files.map(({ name, buffer }) => ({ name, bytes: [...buffer] }));
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of all) transfer.items.add(new File([Uint8Array.from(bytes)], name));
    return transfer;
  }, contents);
  await page.locator(selector).dispatchEvent("dragover", { dataTransfer });
  await page.locator(selector).dispatchEvent("drop", { dataTransfer });
}

const labels = (page: Page) =>
  page.locator(".input attention-table").evaluate((table) => (table as unknown as { rowLabels: string[] }).rowLabels);

const cells = (page: Page) =>
  page
    .locator(".input attention-table input")
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value.replace("−", "-")));

/** Rows of the article's print, without what stands around them. */
const numbersIn = (text: string) => (text.match(/-?\d+\.\d+/g) ?? []).map(Number);

const caseOf = (name: string): BookCase => {
  const found = book.cases.find((one) => one.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return found;
};

/** A case's state_dict as safetensors.torch.save_file lays it out. */
function weightsFile({ state_dict = {} }: BookCase, name = "weights.safetensors"): Opened {
  const header: Record<string, unknown> = { __metadata__: { format: "pt" } };
  const values: number[] = [];
  for (const [key, { shape, data }] of Object.entries(state_dict)) {
    const begin = values.length * 4;
    values.push(...data);
    header[key] = { dtype: "F32", shape, data_offsets: [begin, values.length * 4] };
  }
  return fileOf(name, safetensors(header, new Uint8Array(Float32Array.from(values).buffer)));
}

const ARTICLE_IN_PYTHON = `inputs = torch.tensor(
  [[0.43, 0.15, 0.89], # Your     (x^1)
   [0.55, 0.87, 0.66], # journey  (x^2)
   [0.57, 0.85, 0.64], # starts   (x^3)
   [0.22, 0.58, 0.33], # with     (x^4)
   [0.77, 0.25, 0.10], # one      (x^5)
   [0.05, 0.80, 0.55]] # step     (x^6)
)`;
const ARTICLE_IN_CSV = `token,a,b,c
Your,0.43,0.15,0.89
journey,0.55,0.87,0.66
starts,0.57,0.85,0.64
with,0.22,0.58,0.33
one,0.77,0.25,0.1
step,0.05,0.8,0.55
`;
// numpy.save of [[0.43, 0.15, 0.89], [0.55, 0.87, 0.66]] as big-endian doubles in Fortran order, NumPy 1.24.
const NPY = `\x93NUMPY\x01\x00v\x00{'descr': '>f8', 'fortran_order': True, 'shape': (2, 3), }${" ".repeat(59)}\n?\xdb\x85\x1e\xc0\x00\x00\x00?\xe1\x99\x99\xa0\x00\x00\x00?\xc333@\x00\x00\x00?\xeb\xd7\n@\x00\x00\x00?\xecz\xe1@\x00\x00\x00?\xe5\x1e\xb8\`\x00\x00\x00`;

const ARTICLE_PRINT = book.printed["MultiHeadAttentionWrapper, 2 heads of 2"]?.flat() ?? [];

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
    const chooser = page.waitForEvent("filechooser");
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

describe("weights", () => {
  test.each([
    "SelfAttention_v1",
    "SelfAttention_v2",
    "CausalAttention",
    "MultiHeadAttentionWrapper, 2 heads of 2",
    "MultiHeadAttentionWrapper, 2 heads of 1",
    "MultiHeadAttention, d_out 2, 2 heads",
    "MultiHeadAttention, qkv bias, 3 heads of 2",
  ])("of %s, in place of another seed's and other sizes", async (name) => {
    const golden = caseOf(name);
    const heads = golden.args?.num_heads ?? 2;
    const page = await openDrawn({ hash: `class=${golden.kind}&seed=7&d_out=6&heads=${heads}&mode=eval` });
    await open(page, weightsFile(golden));
    await expect.poll(() => status(page).textContent()).toContain("weights.safetensors: ");
    expect(await status(page).textContent()).toContain(golden.kind);
    const expected = golden.trace.output?.data ?? [];
    const printed = numbersIn(await printedText(page, "computed"));
    expect(printed).toHaveLength(2 * 6 * (golden.trace.output?.shape.at(-1) ?? 0));
    printed.forEach((value, index) => {
      expect(Math.abs(value - (expected[index % expected.length] ?? Number.NaN))).toBeLessThanOrEqual(5.1e-5);
    });
    const weights = golden.trace.weights?.data ?? [];
    const shown = await spokenValues(panel(page, 0, "weights").getByRole("gridcell"));
    shown.forEach((value, index) => {
      expect(Math.abs(value - (weights[index] ?? Number.NaN))).toBeLessThanOrEqual(1e-6);
    });
    expect(await page.getByLabel("Output width d_out").inputValue()).toBe(String(golden.args?.d_out));
    if (golden.args?.qkv_bias) expect(await page.getByLabel(/^Bias on/).isChecked()).toBe(true);
  });

  test("they stay in the link, and go back to the seed's", async () => {
    const page = await openDrawn({ hash: "class=MultiHeadAttention&seed=7" });
    const drawnFromSeed = await printedText(page, "computed");
    await open(page, weightsFile(caseOf("MultiHeadAttention, d_out 2, 2 heads")));
    await expect.poll(() => agreement(page)).toMatch(/^Every digit agrees/);
    await page.reload();
    await expect.poll(() => agreement(page)).toMatch(/^Every digit agrees/);
    expect(await group(page).textContent()).toContain("The weights come from your file.");
    await page.getByRole("button", { name: "Back to weights from the seed" }).click();
    await expect.poll(() => printedText(page, "computed")).toBe(drawnFromSeed);
    expect(await group(page).textContent()).not.toContain("from your file");
  });

  test("embeddings and weights of another width, dropped together in either order", async () => {
    const page = await openDrawn({ hash: "class=SelfAttentionV1" });
    const header = Object.fromEntries(
      ["W_query", "W_key", "W_value"].map((key, index) => [
        key,
        { dtype: "F32", shape: [2, 1], data_offsets: [index * 8, index * 8 + 8] },
      ]),
    );
    const ones = new Uint8Array(new Float32Array(6).fill(1).buffer);
    await drop(
      page,
      ".own-data textarea",
      fileOf("w.safetensors", safetensors(header, ones)),
      fileOf("x.json", "[[0.25, 0.5]]"),
    );
    await expect.poll(() => status(page).locator("p").count()).toBe(2);
    expect(await printedText(page, "computed")).toContain("0.7500");
  });

  test("weights that no longer fit are said to be out of use", async () => {
    const page = await openDrawn({ hash: "class=MultiHeadAttention&seed=7" });
    await open(page, weightsFile(caseOf("MultiHeadAttention, d_out 2, 2 heads")));
    await expect.poll(() => agreement(page)).toMatch(/^Every digit agrees/);
    await paste(page, "1,2\n3,4");
    await expect.poll(() => group(page).textContent()).toMatch(/Not used, because .*: mask, W_query\.weight/);
    expect(await page.locator("attention-head").count()).toBe(2);
  });
});

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
