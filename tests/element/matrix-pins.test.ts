// Pinned cells, poked rows and row marks: what stays when the pointer has gone.
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openDrawn, panel, useBrowser } from "../page/support.js";
import { causalMask, causalWeights, inWords, openStage, put, TOKENS, takeEvents, violations } from "./stage.js";

useBrowser();

const props = {
  matrix: causalWeights(6),
  hiddenCells: causalMask(6),
  rowLabels: TOKENS,
  columnLabels: TOKENS,
  rowAxis: "query ↓",
  columnAxis: "key →",
  label: "Weights",
};

const readout = (element: Locator) => element.locator(".readout").textContent();
const value = (row: number, column: number) => inWords(causalWeights(6).data[row * 6 + column]);
const cell = (element: Locator, row: number, column: number) =>
  element.locator(`[data-row="${row}"][data-column="${column}"]`);

async function open(more: Readonly<Record<string, unknown>> = {}): Promise<{ page: Page; element: Locator }> {
  const page = await openStage();
  return { page, element: await put(page, "attention-matrix", { ...props, ...more }) };
}

describe("a pinned cell", () => {
  test("keeps its ring and its words when the pointer leaves and the page scrolls", async () => {
    const { page, element } = await open();
    await page.evaluate(() =>
      document.body.append(Object.assign(document.createElement("pre"), { textContent: "\n".repeat(99) })),
    );
    await cell(element, 3, 1).click();
    await page.locator("h1").hover();
    await page.mouse.wheel(0, 200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(await readout(element)).toBe(value(3, 1));
    expect(await element.locator(".ring.pinned").count()).toBe(1);
    expect(await element.locator(".marked").allTextContents()).toEqual(["journey", "with"]);
    expect(await cell(element, 3, 1).getAttribute("aria-selected")).toBe("true");
    expect(await element.getByRole("status").textContent()).toBe(`Pinned. ${value(3, 1)}`);
  });

  test("gives way to the cell pointed at, and comes back", async () => {
    const { page, element } = await open({ pinned: { row: 3, column: 1 } });
    await cell(element, 5, 0).hover();
    expect(await readout(element)).toBe(value(5, 0));
    expect(await element.locator(".ring").count()).toBe(2);
    await page.locator("h1").hover();
    expect(await readout(element)).toBe(value(3, 1));
    expect(await element.locator(".ring").count()).toBe(1);
  });

  test("moves with a click elsewhere and goes with a second click", async () => {
    const { page, element } = await open();
    await cell(element, 3, 1).click();
    await cell(element, 4, 2).click();
    expect(await element.locator("[aria-selected=true]").getAttribute("data-row")).toBe("4");
    await cell(element, 4, 2).click();
    await page.locator("h1").hover();
    expect(await readout(element)).toBe("");
    const pins = (await takeEvents(element, "cell-pin")) as ({ row: number; column: number } | null)[];
    expect(pins.map((pin) => pin && [pin.row, pin.column])).toEqual([[3, 1], [4, 2], null]);
  });

  test("is let go by Escape from anywhere, but not from a field", async () => {
    const { page, element } = await open();
    await page.evaluate(() => document.querySelector("main")?.append(document.createElement("input")));
    await cell(element, 2, 2).click();
    await page.locator("input").focus();
    await page.locator("h1").hover();
    await page.keyboard.press("Escape");
    expect(await readout(element)).toBe(value(2, 2));
    await page.locator("input").blur();
    await page.keyboard.press("Escape");
    expect(await readout(element)).toBe("");
    expect(await element.getByRole("status").textContent()).toBe("No longer pinned.");
  });

  test("after a click and Escape nothing is left, though the cell has the focus", async () => {
    const { page, element } = await open();
    await cell(element, 2, 2).click();
    await page.locator("h1").hover();
    await page.keyboard.press("Escape");
    expect(await element.locator(".ring").count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    expect(await readout(element)).toBe(value(3, 2));
  });

  test("by keys: Enter and Space", async () => {
    const { page, element } = await open();
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    expect(await element.locator("[aria-selected=true]").getAttribute("data-row")).toBe("1");
    expect(await readout(element)).toBe("0, hidden");
    await page.keyboard.press(" ");
    expect(await element.locator("[aria-selected=true]").getAttribute("data-column")).toBe("5");
    await page.keyboard.press("Tab");
    expect(await readout(element)).toBe("0, hidden");
    await page.keyboard.press("Escape");
    expect(await element.locator(".ring").count()).toBe(0);
  });

  test("is where Tab goes; one outside of the matrix pins nothing", async () => {
    const { element } = await open({ pinned: { row: 2, column: 1 } });
    expect(await element.locator("[tabindex='0']").getAttribute("data-row")).toBe("2");
    for (const pinned of [
      { row: 6, column: 0 },
      { row: -1, column: 0 },
      { row: 0, column: Number.NaN },
    ]) {
      await element.evaluate((target, wanted) => Object.assign(target, { pinned: wanted }), pinned);
      await expect.poll(() => element.locator(".ring").count()).toBe(0);
    }
  });

  test("is the host's where it cancels the event", async () => {
    const { element } = await open();
    await element.evaluate((target) => target.addEventListener("cell-pin", (event) => event.preventDefault()));
    await cell(element, 3, 1).click();
    expect(await element.locator("[aria-selected=true]").count()).toBe(0);
  });
});

test("in a head, one cell is pinned at a time, and its row is marked in all pictures", async () => {
  const page = await openDrawn({ hash: "class=CausalAttention" });
  const selected = () => page.locator("attention-head").first().locator("[aria-selected=true]").count();
  await panel(page, 0, "weights").locator('[data-row="4"][data-column="1"]').click();
  await page.locator("h1").hover();
  for (const kind of ["mask", "signed"] as const) {
    expect(await panel(page, 0, kind).locator(".marked").allTextContents()).toEqual(["one"]);
  }
  await panel(page, 0, "signed").locator('[data-row="2"][data-column="0"]').click();
  expect(await selected()).toBe(1);
  await page.locator("h1").hover();
  expect(await panel(page, 0, "weights").locator(".marked").allTextContents()).toEqual(["starts"]);
  await page.keyboard.press("Escape");
  expect(await selected()).toBe(0);
});

test("poked rows have a ring; marked rows say whether they kept their bits, to everyone", async () => {
  const { page, element } = await open({
    pokedRows: [4, 17],
    rowMarks: ["same", "same", undefined, "same", "changed", "changed", "changed"],
    words: { same: "same bits", changed: "changed" },
  });
  expect(await element.locator(".poked").count()).toBe(1);
  expect(await element.locator(".mark").allTextContents()).toEqual(
    expect.arrayContaining([expect.stringMatching(/=\s+same bits/), expect.stringMatching(/≠\s+changed/)]),
  );
  expect(await element.locator(".mark").count()).toBe(5);
  const rows = await element
    .getByRole("rowheader")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  expect(rows).toEqual([
    "Your: same bits",
    "journey: same bits",
    "starts",
    "with: same bits",
    "one: changed",
    "step: changed",
  ]);
  const [picture, mark] = [
    await element.locator("svg").boundingBox(),
    await element.locator(".mark").first().boundingBox(),
  ];
  if (!picture || !mark) throw new Error("the marks are not drawn");
  expect(mark.x + mark.width).toBeLessThanOrEqual(picture.x + picture.width);
  expect(await violations(page)).toEqual([]);
});
