// What the reader proves: no leak under the mask, the split equals the wrapper, the reference agrees.
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { book, openDrawn, spokenValues, useBrowser } from "./support.js";

useBrowser();

function proof(page: Page, name: "causality" | "twins" | "reference"): Locator {
  return page.locator(`.proof[data-proof=${name}]`);
}

async function said(inside: Locator): Promise<string> {
  return ((await inside.getByRole("status").first().textContent()) ?? "").replace(/\s+/g, " ").trim();
}

/** What stands at the end of each row. */
async function marks(inside: Locator): Promise<string[]> {
  return (await inside.locator("attention-matrix .mark").allTextContents()).map((text) =>
    text.replace(/\s+/g, " ").trim(),
  );
}

describe("the causality test", () => {
  test("nothing is poked at first", async () => {
    const page = await openDrawn();
    const inside = proof(page, "causality");
    expect(await said(inside)).toBe("Nothing is poked yet.");
    expect(await inside.locator("attention-matrix").count()).toBe(0);
  });

  test.each(["CausalAttention", "MultiHeadAttentionWrapper", "MultiHeadAttention"])(
    "%s: rows before a poked token keep every bit; without the mask they do not",
    async (layer) => {
      const page = await openDrawn({ hash: `class=${layer}` });
      const inside = proof(page, "causality");
      await inside.getByRole("button", { name: "with" }).click();
      expect(await inside.getByRole("button", { name: "with" }).getAttribute("aria-pressed")).toBe("true");
      const same = ["= same bits", "= same bits", "= same bits"];
      const changed = ["≠ changed", "≠ changed", "≠ changed"];
      expect(await said(inside)).toBe(
        "“with” is poked, and nothing leaked: all 3 rows before it kept every bit. 3 of the other 3 changed.",
      );
      expect(await marks(inside)).toEqual([...same, ...changed]);
      expect(await inside.locator(".poked").count()).toBe(1);
      await inside.getByRole("checkbox", { name: "mask on" }).uncheck();
      expect(await said(inside)).toMatch(
        /^“with” is poked, and it leaked: 3 of the 3 rows before it changed, by \d+\.\d{4} at most\.$/,
      );
      expect(await marks(inside)).toEqual([...changed, ...changed]);
      // The same switch as the layer's own.
      expect(await page.locator("section.layer").getByRole("checkbox", { name: /mask/ }).isChecked()).toBe(false);
      await inside.getByRole("checkbox", { name: "mask on" }).check();
      expect(await marks(inside)).toEqual([...same, ...changed]);
    },
  );

  test("rows that kept their bits are the article's, to the digit", async () => {
    const page = await openDrawn({ hash: "m.proofs.token=6" });
    const inside = proof(page, "causality");
    const values = await spokenValues(inside.getByRole("gridcell"));
    const printed = (book.printed["MultiHeadAttentionWrapper, 2 heads of 2"] ?? []).flat();
    printed.slice(0, 20).forEach((number, index) => {
      expect(Math.abs((values[index] ?? Number.NaN) - number)).toBeLessThanOrEqual(5.01e-5);
    });
    expect(Math.abs((values[20] ?? 0) - (printed[20] ?? 0))).toBeGreaterThan(0.1);
  });

  test("the first token, the last one, and one put back", async () => {
    const page = await openDrawn();
    const inside = proof(page, "causality");
    await inside.getByRole("button", { name: "Your" }).click();
    expect(await said(inside)).toBe("“Your” is poked. No row comes before it; 6 of 6 rows changed.");
    await inside.getByRole("button", { name: "step" }).click();
    expect(await said(inside)).toContain("all 5 rows before it kept every bit. 1 of the other 1 changed.");
    await inside.getByRole("button", { name: "step" }).click();
    expect(await said(inside)).toBe("Nothing is poked yet.");
  });

  test.each(["nan", "inf", "0", "1e30"])("whatever is added stays in its place: %s", async (amount) => {
    const page = await openDrawn({ hash: "m.proofs.token=3" });
    const inside = proof(page, "causality");
    const field = inside.getByLabel("by adding");
    await field.fill(amount);
    await field.press("Enter");
    expect((await marks(inside)).slice(0, 2)).toEqual(["= same bits", "= same bits"]);
    expect((await marks(inside)).includes("≠ changed")).toBe(amount !== "0");
    await field.fill("plenty");
    await field.press("Enter");
    expect(await field.inputValue()).toBe(amount === "1e30" ? "1e+30" : amount);
  });

  test("by keys alone, and a link brings it back", async () => {
    const page = await openDrawn();
    const inside = proof(page, "causality");
    await inside.getByRole("button", { name: "Your" }).focus();
    for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
    expect(await said(inside)).toContain("“starts” is poked");
    for (const key of ["Tab", "Tab", "Tab", "Tab", "Tab", "Space"]) await page.keyboard.press(key);
    expect(await said(inside)).toContain("it leaked: 2 of the 2");
    await page.reload();
    await proof(page, "causality").locator(".poked").waitFor();
    expect(await said(proof(page, "causality"))).toContain("it leaked: 2 of the 2");
  });

  test("a class without a mask leaks, and says that it has none", async () => {
    const page = await openDrawn({ hash: "class=SelfAttentionV2&m.proofs.token=4" });
    const inside = proof(page, "causality");
    expect(await inside.textContent()).toContain("This class has no mask");
    expect(await said(inside)).toContain("it leaked: 3 of the 3");
    expect(await inside.getByRole("checkbox").count()).toBe(0);
  });

  test("a turned mask cell lets through what it shows", async () => {
    const page = await openDrawn({ hash: "class=CausalAttention&w=mask.1_0&m.proofs.token=2" });
    expect(await said(proof(page, "causality"))).toMatch(/it leaked: 1 of the 1 rows/);
  });

  test("dropout draws the same in both runs", async () => {
    const page = await openDrawn({ hash: "class=MultiHeadAttention&dropout=0.5&m.proofs.token=4" });
    expect(await said(proof(page, "causality"))).toContain("all 3 rows before it kept every bit");
  });

  test("long texts: tokens from a list, marks for all rows", async () => {
    const hash = "class=MultiHeadAttention&context_length=40&from=random&batch=1&tokens=40&m.proofs.token=99";
    const page = await openDrawn({ hash });
    const inside = proof(page, "causality");
    expect(await said(inside)).toBe("Nothing is poked yet.");
    await inside.getByLabel("Poke").selectOption("21");
    expect(await said(inside)).toBe(
      "“21” is poked, and nothing leaked: all 20 rows before it kept every bit. 20 of the other 20 changed.",
    );
  });
});

describe("the wrapper against the split", () => {
  const cell = async (inside: Locator, row: number, column: number) =>
    ((await inside.locator("tbody tr").nth(row).locator("td").nth(column).textContent()) ?? "")
      .replace(/\s+/g, " ")
      .trim();

  test.each([
    ["class=MultiHeadAttentionWrapper", 48],
    ["class=MultiHeadAttention&d_out=6&heads=3&qkv_bias=true", 72],
    ["class=SelfAttentionV1&d_out=3", 72],
    ["class=MultiHeadAttentionWrapper&heads=4&d_out=5&qkv_bias=true&w=heads.1.W_key.weight.0_0.5", 240],
    ["class=MultiHeadAttention&dropout=0.5&mask=off", 24],
  ])("%s: every bit the same, side by side", async (hash, numbers) => {
    const page = await openDrawn({ hash });
    const inside = proof(page, "twins");
    for (const row of [0, 1]) {
      expect(await cell(inside, row, 0)).toBe(`= all ${numbers} numbers the same`);
      expect(await cell(inside, row, 1)).toBe("0");
    }
    const [wrapper, split] = [inside.getByRole("grid").nth(0), inside.getByRole("grid").nth(1)];
    expect(await wrapper.getAttribute("aria-label")).toContain("MultiHeadAttentionWrapper");
    const left = await spokenValues(wrapper.getByRole("gridcell"));
    expect(left.length).toBe(numbers / 2);
    expect(left).toEqual(await spokenValues(split.getByRole("gridcell")));
  });

  test("of the split class, the reader's own weights are carried over", async () => {
    const page = await openDrawn({ hash: "class=MultiHeadAttention&w=W_value.weight.0_0.25" });
    const values = await spokenValues(proof(page, "twins").getByRole("grid").first().getByRole("gridcell"));
    const context = page.locator("attention-head").first().locator("figure[data-panel=signed]").getByRole("gridcell");
    expect(values.filter((_, index) => index % 2 === 0)).toEqual(await spokenValues(context));
  });

  test("dropout is left out, and it is said why", async () => {
    const page = await openDrawn({ hash: "dropout=0.5" });
    expect(await proof(page, "twins").textContent()).toContain("Dropout is off here");
    await page.getByLabel("eval", { exact: true }).check();
    expect(await proof(page, "twins").textContent()).not.toContain("Dropout is off here");
  });

  test("heads that hide different keys cannot be one layer, and the page says so", async () => {
    const page = await openDrawn({ hash: "w=heads.1.mask.1_0" });
    expect(await page.locator(".proofs > .problem").textContent()).toMatch(/^The heads hide different keys/);
    expect(await proof(page, "twins").count()).toBe(0);
    expect(await proof(page, "reference").count()).toBe(1);
  });
});

describe("the reference", () => {
  test("a small layer's difference is there", async () => {
    const page = await openDrawn();
    const inside = proof(page, "reference");
    expect(await said(inside)).toMatch(/^The output differs from the reference by \d\.\d\de−[78] at most\.$/);
    expect(await inside.getByRole("button").count()).toBe(0);
  });

  const LARGE = "class=MultiHeadAttention&heads=2&d_out=4&context_length=96&from=random&batch=2&tokens=96&d_in=4";

  test("a large layer's comes when it is asked for, and goes when anything changes", async () => {
    const page = await openDrawn({ hash: LARGE });
    const inside = proof(page, "reference");
    expect(await inside.getByRole("status").count()).toBe(0);
    await inside.getByRole("button", { name: "Compute the reference" }).click();
    await inside.getByRole("status").waitFor();
    expect(await said(inside)).toMatch(/by \d\.\d\de−[78] at most/);
    await proof(page, "twins").getByRole("button", { name: "Compare them" }).click();
    await proof(page, "twins").locator("table.comparison").waitFor();
    expect(await proof(page, "twins").locator("tbody").textContent()).toContain("all 768 numbers the same");
    // Looking at another text changes no number.
    await page.getByRole("button", { name: "Text 2", exact: true }).click();
    expect(await said(inside)).toMatch(/at most/);
    await page.getByLabel("Seed manual_seed").fill("7");
    await page.getByLabel("Seed manual_seed").press("Enter");
    await inside.getByRole("button", { name: "Compute the reference" }).waitFor();
  });

  test("it can be stopped and gone on with", async () => {
    // Without the story, whose chapters ask for frames too.
    const hash = `${LARGE.replaceAll("96", "48").replace("batch=2", "batch=8")}&hide=story`;
    const page = await openDrawn({ hash });
    const inside = proof(page, "reference");
    // Held at the first frame after every part, so that there is something to stop.
    await page.evaluate(() => {
      const request = requestAnimationFrame;
      let frames = 0;
      window.requestAnimationFrame = (callback) => (frames++ < 2 ? request(callback) : 0);
      (window as Window & { release?: () => void }).release = () => {
        window.requestAnimationFrame = request;
      };
    });
    await inside.getByRole("button", { name: "Compute the reference" }).click();
    await expect
      .poll(() => inside.getByRole("progressbar").evaluate((bar) => (bar as HTMLProgressElement).value))
      .toBe(2);
    expect(await inside.textContent()).toContain("text 3 of 8");
    await inside.getByRole("button", { name: "Stop" }).click();
    expect(await inside.textContent()).toContain("2 of 8 texts are done.");
    await page.evaluate(() => (window as Window & { release?: () => void }).release?.());
    await inside.getByRole("button", { name: "Compute the reference" }).click();
    await inside.getByRole("status").waitFor();
    expect(await said(inside)).toMatch(/at most/);
  });
});

test("no layer, nothing to prove", async () => {
  const page = await openDrawn();
  await page.locator("#layer").selectOption("MultiHeadAttention");
  await page.getByLabel("Heads num_heads").fill("3");
  await page.getByLabel("Heads num_heads").press("Enter");
  await page.locator(".heads [role=alert]").waitFor();
  expect(await page.locator(".proof").count()).toBe(0);
});

test("in Chinese", async () => {
  const page = await openDrawn({ hash: "lang=zh&m.proofs.token=4" });
  expect(await said(proof(page, "causality"))).toBe(
    "戳了“with”，没有泄漏：它前面的 3 行一位都没变。其余 3 行中有 3 行变了。",
  );
  expect(await marks(proof(page, "causality"))).toContain("≠ 变了");
  expect(await proof(page, "twins").locator("tbody").textContent()).toContain("48 个数全部相同");
});
