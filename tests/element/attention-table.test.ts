// The editable table: every digit on focus, keys between rows, a ring on what was changed.
import { expect, test } from "vitest";
import { openDrawn, useBrowser } from "../page/support.js";

useBrowser();

test("a focused cell shows every digit, and leaving it unchanged changes nothing", async () => {
  const page = await openDrawn();
  const cell = page.getByRole("textbox", { name: "heads.0.W_key.weight, row 1, column 1" });
  expect(await cell.inputValue()).toBe("−0.4196");
  await cell.focus();
  await expect.poll(() => cell.inputValue()).toBe("-0.4196414");
  await cell.blur();
  await expect.poll(() => cell.inputValue()).toBe("−0.4196");
  expect(await page.evaluate(() => location.hash)).toBe("");
});

test("Enter and the up and down keys take the value and move a row", async () => {
  const page = await openDrawn();
  const at = (token: string) => page.getByRole("textbox", { name: `Text 1, ${token}, value 2` });
  const isFocused = (token: string) =>
    at(token).evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input);
  await at("Your").fill("0.5");
  await at("Your").press("Enter");
  expect(await isFocused("journey")).toBe(true);
  await at("journey").press("ArrowDown");
  expect(await isFocused("starts")).toBe(true);
  await at("starts").press("ArrowUp");
  expect(await isFocused("journey")).toBe(true);
  expect(await page.evaluate(() => location.hash)).toContain("x=x.1_0.5");
});

test("a changed cell wears a ring until it is put back", async () => {
  const page = await openDrawn();
  const cell = page.getByRole("textbox", { name: "Text 1, step, value 3" });
  const rings = page.locator("attention-table .edited");
  await cell.fill("１");
  await cell.press("Enter");
  await expect.poll(() => rings.count()).toBe(1);
  await cell.fill("0.55");
  await cell.press("Enter");
  await expect.poll(() => rings.count()).toBe(0);
  expect(await page.evaluate(() => location.hash)).not.toContain("x=");
});

test("cells are tinted through the object model: no style attribute in any markup of ours", async () => {
  const page = await openDrawn();
  const cell = page.getByRole("textbox", { name: "Text 1, Your, value 3" });
  const tint = await cell.evaluate((input) => getComputedStyle(input).backgroundColor);
  expect(tint).not.toBe("rgb(253, 252, 249)");
  const html = await page.content();
  expect(html).not.toMatch(/ style="/);
});

test("rows of the weight split are marked with their heads", async () => {
  const page = await openDrawn({ hash: "class=MultiHeadAttention&d_out=4" });
  const swatches = (key: string) => page.locator(`attention-table[data-key="${key}"] .swatch`).count();
  expect(await swatches("W_query.weight")).toBe(4);
  expect(await swatches("out_proj.weight")).toBe(0);
});
