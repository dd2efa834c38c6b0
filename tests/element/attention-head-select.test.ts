// The head selector: one, several, all, by buttons and by digits.
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../page/support.js";
import { openStage, put, takeEvents, violations } from "./stage.js";

useBrowser();

const pressed = (element: Locator) =>
  element.locator("button[aria-pressed=true]").evaluateAll((all) => all.map((one) => one.textContent?.trim()));

async function open(props: Readonly<Record<string, unknown>> = {}): Promise<{ page: Page; element: Locator }> {
  const page = await openStage();
  return { page, element: await put(page, "attention-head-select", { count: 4, ...props }) };
}

describe("<attention-head-select>", () => {
  test("one, several, all", async () => {
    const { element } = await open();
    const button = (name: string) => element.getByRole("button", { name, exact: true });
    expect(await element.getByRole("group", { name: "Heads shown" }).count()).toBe(1);
    expect(await pressed(element)).toEqual(["All"]);
    const steps = [
      ["Head C", ["C"], [2]],
      ["Head A", ["A", "C"], [0, 2]],
      ["Head C", ["A"], [0]],
      ["Head A", ["All"], [0, 1, 2, 3]],
      ["Head D", ["D"], [3]],
      ["All", ["All"], [0, 1, 2, 3]],
    ] as const;
    for (const [name, shown, heads] of steps) {
      await button(name).click();
      expect(await pressed(element)).toEqual(shown);
      expect(await takeEvents(element, "heads-change")).toEqual([{ heads, all: heads.length === 4 }]);
    }
  });

  test("choosing every head is all; heads that are not there choose nothing", async () => {
    const { element } = await open({ count: 2, selected: [0] });
    expect(await pressed(element)).toEqual(["A"]);
    await element.getByRole("button", { name: "Head B" }).click();
    expect(await pressed(element)).toEqual(["All"]);
    await element.evaluate((select) => Object.assign(select, { selected: [7, -1] }));
    expect(await pressed(element)).toEqual(["All"]);
  });

  test("digits choose where the attribute says so, wherever the focus is", async () => {
    const { page, element } = await open({ keys: true });
    expect(await element.getByText("Keys 1 to 9, 0 for all").count()).toBe(1);
    expect(await element.getByRole("button", { name: "Head B" }).getAttribute("aria-keyshortcuts")).toBe("2");
    await page.keyboard.press("2");
    await page.keyboard.press("Numpad4");
    expect(await pressed(element)).toEqual(["B", "D"]);
    await page.keyboard.press("9");
    await page.keyboard.press("Control+1");
    expect(await pressed(element)).toEqual(["B", "D"]);
    await page.keyboard.press("0");
    expect(await pressed(element)).toEqual(["All"]);
  });

  test("digits typed into a field, or without the attribute, or after it has left the page, choose nothing", async () => {
    const { page, element } = await open({ keys: true });
    await page.evaluate(() => document.querySelector("main")?.append(document.createElement("input")));
    await page.locator("input").focus();
    await page.keyboard.press("2");
    expect(await pressed(element)).toEqual(["All"]);
    await page.locator("input").blur();
    await element.evaluate((select) => Object.assign(select, { keys: false }));
    await page.keyboard.press("2");
    expect(await takeEvents(element, "heads-change")).toEqual([]);
    const heard = await element.evaluate((select) => {
      Object.assign(select, { keys: true }).remove();
      dispatchEvent(new KeyboardEvent("keydown", { key: "2", code: "Digit2" }));
      return (select as unknown as { sent: unknown[] }).sent.length;
    });
    expect(heard).toBe(0);
  });

  test("targets are large enough, each head has its swatch, axe is content", async () => {
    const { page, element } = await open({ count: 8, keys: true, lines: true, selected: [1] });
    const boxes = await element.locator("button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(36);
    expect(await element.locator(".swatch").count()).toBe(8);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page)).toEqual([]);
  });

  test("nothing for no heads", async () => {
    const { element } = await open({ count: 0 });
    expect(await element.locator("button").count()).toBe(0);
  });
});
