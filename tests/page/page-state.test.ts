// The URL hash restores the page, a broken one harms nothing, and languages switch.
import { expect, test } from "vitest";
import { agreement, drawn, openDrawn, panel, printedText, spokenValues, useBrowser } from "./support.js";

useBrowser();

test("a reload brings everything back", async () => {
  const page = await openDrawn();
  await page.getByRole("combobox", { name: "Class" }).selectOption("MultiHeadAttention");
  await page.getByLabel("Output width d_out").fill("4");
  await page.getByLabel("Seed manual_seed").fill("-7");
  await page.getByLabel("Dropout dropout").fill("0.1");
  await page.getByLabel("Dropout dropout").press("Enter");
  await page.getByRole("button", { name: "Text 2", exact: true }).click();
  await page.getByRole("textbox", { name: "Text 2, with, value 3" }).fill("9");
  const weight = page.getByRole("textbox", { name: "out_proj.bias, row 2, column 1" });
  await weight.fill("1.5");
  await weight.press("Enter");
  const before = await printedText(page, "computed");
  const hash = await page.evaluate(() => location.hash);
  await page.reload();
  await drawn(page);
  expect(await printedText(page, "computed")).toBe(before);
  expect(await page.getByLabel("Seed manual_seed").inputValue()).toBe("-7");
  expect(await weight.inputValue()).toBe("1.5");
  expect(await page.getByRole("textbox", { name: "Text 2, with, value 3" }).inputValue()).toBe("9");
  expect(await page.getByRole("button", { name: "Text 2", exact: true }).getAttribute("aria-pressed")).toBe("true");
  expect(await page.evaluate(() => location.hash)).toBe(hash);
});

test("stepping a control redraws, without binary dust, and other weights forget their edits", async () => {
  const page = await openDrawn({ hash: "w=heads.0.W_key.weight.0_1" });
  expect(await page.locator("attention-table .edited").count()).toBe(1);
  await page.getByRole("button", { name: "Heads: one step up" }).click();
  await expect.poll(() => page.locator("attention-head").count()).toBe(3);
  expect(await page.locator("attention-table .edited").count()).toBe(0);
  for (let step = 0; step < 3; step++) await page.getByRole("button", { name: "Dropout: one step up" }).click();
  expect(await page.getByLabel("Dropout dropout").inputValue()).toBe("0.3");
  expect(await page.locator(".python").textContent()).toContain("dropout=0.3, num_heads=3");
  await page.getByRole("button", { name: "Context length: one step up" }).click();
  expect(await page.locator("#contextLength-note").textContent()).toContain("7 × 7 mask is cut to 6 × 6");
});

test("a hash typed into the address bar is followed", async () => {
  const page = await openDrawn();
  await page.evaluate(() => {
    location.hash = "#class=MultiHeadAttention";
  });
  await expect.poll(() => agreement(page)).toContain("24 of 24 numbers");
});

test.each([
  "class=<img src=x onerror=document.title='owned'>&heads=many&w=%3Cscript%3E_1",
  "%E0%A4%A&&&=&x=_&w=__proto__.0_1 constructor.0_2 toString.1_3",
  "w=heads.0.W_query.weight.99999_5 heads.7.W_key.weight.0_1 mask.0_1 heads.0.mask.99_1",
])("a malformed hash shows the article's wrapper: %s", async (hash) => {
  const page = await openDrawn({ hash });
  expect(await agreement(page)).toMatch(/^Every digit agrees: 48 of 48/);
  expect(await page.title()).toBe("Multi-head attention, number by number");
});

test("a key hidden from a query by hand stays hidden, in the link too, until it is undone", async () => {
  const page = await openDrawn();
  const mask = panel(page, 1, "mask");
  const cell = mask.getByRole("gridcell").nth(12);
  await cell.click();
  await page.getByRole("button", { name: "Hide it" }).click();
  const weights = await spokenValues(panel(page, 1, "weights").getByRole("gridcell"));
  expect(weights.slice(12, 18)[0]).toBe(0);
  expect((weights[13] ?? 0) + (weights[14] ?? 0)).toBeCloseTo(1, 6);
  expect(await page.evaluate(() => location.hash)).toContain("heads.1.mask.12_1");
  await page.reload();
  await drawn(page);
  expect(await page.locator(".mask-edit").textContent()).toContain("“starts” may not look at “Your”");
  await page.getByRole("button", { name: "Show it" }).click();
  await expect.poll(() => agreement(page)).toContain("48 of 48");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => agreement(page)).not.toContain("48 of 48 numbers");
});

test("without its mask every token sees the ones after it", async () => {
  const page = await openDrawn({ hash: "class=CausalAttention" });
  await page.getByRole("checkbox", { name: "Causal mask" }).uncheck();
  const weights = await spokenValues(panel(page, 0, "weights").getByRole("gridcell"));
  expect(weights.every((weight) => weight > 0)).toBe(true);
});

test("English and 中文: switch, lang, title, and the choice survives a reload", async () => {
  const page = await openDrawn({ locale: "en-GB" });
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await page.getByRole("button", { name: "中文" }).click();
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
  expect(await page.locator("h1").textContent()).toBe("多头注意力，逐个数字看清楚");
  expect(await page.title()).toBe("多头注意力，逐个数字看清楚");
  expect(await agreement(page)).toContain("每一位数字都一致");
  expect(await page.getByRole("grid", { name: "头 A: 权重" }).count()).toBe(1);
  await page.reload();
  await drawn(page);
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
  await page.getByRole("button", { name: "English" }).click();
  expect(await page.locator("h1").textContent()).toBe("Multi-head attention, number by number");
});

test("a browser that asks for Chinese gets it", async () => {
  const page = await openDrawn({ locale: "zh-CN" });
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
});

test("no string of the other language is left on the Chinese page", async () => {
  const page = await openDrawn({ locale: "zh-CN" });
  const texts = await page.locator("h2, h3, .hint, legend, label:not(.option), .legend li").allTextContents();
  const english = texts.map((text) => text.trim()).filter((text) => text !== "" && !/\p{Script=Han}/u.test(text));
  // Names that Chinese readers use as they are.
  expect(english.filter((text) => !/^(Dropout dropout|x86 \+ MKL|[A-D ]+)$/.test(text.replace(/\s+/g, " ")))).toEqual(
    [],
  );
});
