// Large matrices on a canvas: the same colours, hatch and outlines, the same pointer and keys, drawn no more than needed.
import { rgb } from "d3-color";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { signedScale, weightScale } from "../../web/element/scales.js";
import { useBrowser } from "../page/support.js";
import {
  causalMask,
  causalWeights,
  focusedName,
  inWords,
  matrix,
  openStage,
  put,
  takeEvents,
  violations,
} from "./stage.js";

useBrowser();

const LIGHT = { colour: "rgb(253, 252, 249)", dark: false };
const DARK = { colour: "rgb(21, 23, 26)", dark: true };

type Channels = readonly number[];

const channels = (colour: string): Channels => {
  const { r, g, b } = rgb(colour);
  return [r, g, b];
};

/** The pixel of the canvas at a point of the picture's cells, in CSS pixels. */
function pixel(element: Locator, x: number, y: number): Promise<Channels> {
  return element.locator("canvas").evaluate(
    (canvas, [left, top]) => {
      const scale = devicePixelRatio;
      const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      context?.drawImage(canvas as HTMLCanvasElement, -Math.round(left * scale), -Math.round(top * scale));
      return Array.from(context?.getImageData(0, 0, 1, 1).data ?? []).slice(0, 3);
    },
    [x, y] as const,
  );
}

function expectNear(got: Channels, wanted: Channels): void {
  got.forEach((channel, i) => {
    expect(Math.abs(channel - (wanted[i] ?? Number.NaN))).toBeLessThanOrEqual(1);
  });
}

const tokens = (count: number) => Array.from({ length: count }, (_, i) => `t${i}`);

const large = (count: number) => ({
  label: "Large",
  matrix: causalWeights(count),
  hiddenCells: causalMask(count),
  rowLabels: tokens(count),
  columnLabels: tokens(count),
  rowAxis: "query ↓",
  columnAxis: "key →",
});

const readout = (element: Locator) => element.locator(".readout").textContent();

describe("colours", () => {
  test.each([
    { paper: LIGHT, options: { colorScheme: "light" } },
    { paper: DARK, options: { colorScheme: "dark", deviceScaleFactor: 2 } },
  ] as const)("of weights are those of the scale: $options", async ({ paper, options }) => {
    const page = await openStage(options);
    const weights = causalWeights(40);
    const element = await put(page, "attention-matrix", large(40));
    expect(
      await element.locator("canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).width / canvas.clientWidth),
    ).toBe("deviceScaleFactor" in options ? 2 : 1);
    const scale = weightScale(paper);
    for (const [row, column] of [
      [0, 0],
      [1, 1],
      [7, 3],
      [39, 39],
      [39, 0],
    ] as const) {
      expectNear(
        await pixel(element, column * 19 + 9, row * 19 + 9),
        channels(scale(weights.data[row * 40 + column] ?? 0)),
      );
    }
  });

  test("of signed values go both ways; infinities are the deepest, what is no number is the paper", async () => {
    const page = await openStage();
    const special = [-1, 1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
    const signed = matrix(40, 40, (row, column) => (row === 0 ? (special[column] ?? 0.25) : -0.5));
    const element = await put(page, "attention-matrix", {
      kind: "signed",
      limit: 1,
      matrix: { ...signed, data: signed.data },
    });
    const scale = signedScale(LIGHT, 1);
    for (const [column, value] of special.entries()) {
      expectNear(await pixel(element, column * 19 + 9, 9), channels(scale(Math.max(Math.min(value, 1), -1))));
    }
    expectNear(await pixel(element, 9, 30), channels(scale(-0.5)));
  });

  test("follow the theme", async () => {
    const page = await openStage();
    const element = await put(page, "attention-matrix", large(40));
    expectNear(await pixel(element, 9, 9), channels(weightScale(LIGHT)(1)));
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => pixel(element, 9, 9)).toEqual(channels(weightScale(DARK)(1)));
  });

  test("are the system's under forced colours, from Canvas to CanvasText", async () => {
    const page = await openStage({ forcedColors: "active" });
    const element = await put(page, "attention-matrix", large(40));
    const system = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = "CanvasText";
      return getComputedStyle(probe).color;
    });
    expectNear(await pixel(element, 9, 9), channels(system));
  });
});

test("a hidden cell is hatched, a dropped one an empty outline, in tiny cells a dot", async () => {
  const page = await openStage();
  const kept = matrix(64, 64, (row, column) => (row === 63 && column === 5 ? 0 : 1));
  const element = await put(page, "attention-matrix", { ...large(64), keptCells: kept });
  const paper = channels(LIGHT.colour);
  const hatched = await Promise.all(Array.from({ length: 12 }, (_, i) => pixel(element, 40 * 12 + i, 6)));
  expect(hatched.some((colour) => String(colour) !== String(paper))).toBe(true);
  expect(hatched.some((colour) => String(colour) === String(paper))).toBe(true);
  const inside = await pixel(element, 5 * 12 + 6, 63 * 12 + 6);
  expect(inside).toEqual(paper);
  const outline = await pixel(element, 5 * 12 + 2, 63 * 12 + 6);
  expect(outline).not.toEqual(paper);
  await element.evaluate((target) => Object.assign(target, { matrix: undefined }));
  const tiny = await put(page, "attention-matrix", {
    matrix: matrix(200, 200, () => 1),
    keptCells: matrix(200, 200, () => 0),
  });
  expect(await pixel(tiny, 1, 1)).not.toEqual(paper);
});

describe("as a grid", () => {
  async function open(count = 64): Promise<{ page: Page; element: Locator }> {
    const page = await openStage();
    return { page, element: await put(page, "attention-matrix", large(count)) };
  }

  const at = (element: Locator, row: number, column: number, size: number) => ({
    position: { x: 54 + (column + 0.5) * size, y: 48 + (row + 0.5) * size },
    target: element.locator("svg"),
  });

  test("it has one tab stop, says its size, and has the cell where its keys are", async () => {
    const { page, element } = await open();
    const grid = element.getByRole("grid", { name: "Large" });
    expect(await grid.getAttribute("aria-rowcount")).toBe("65");
    expect(await element.locator("[tabindex='0']").count()).toBe(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("ArrowUp");
    expect(await focusedName(page)).toBe("0, hidden");
    await page.keyboard.press("ArrowLeft");
    expect(await focusedName(page)).toBe(inWords(causalWeights(64).data[62 * 64 + 62]));
    const current = element.getByRole("gridcell");
    expect(await current.count()).toBe(1);
    expect(await current.getAttribute("aria-colindex")).toBe("64");
    expect(await element.getByRole("rowheader").getAttribute("aria-label")).toBe("t62");
    expect(await violations(page)).toEqual([]);
  });

  test("the cell that keys come to rest on is said, and scrolled into view", async () => {
    const { page, element } = await open(512);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+End");
    const last = inWords(causalWeights(512).data.at(-1));
    expect(await readout(element)).toBe(last);
    await expect.poll(() => element.getByRole("status").textContent()).toBe(last);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await page.keyboard.press("Enter");
    expect(await element.getByRole("status").textContent()).toBe(`Pinned. ${last}`);
    expect(await element.locator(".ring.pinned").count()).toBe(1);
  });

  test("the pointer shows and pins a cell, also a tiny one", async () => {
    const { page, element } = await open(512);
    const { target, position } = at(element, 300, 100, 2);
    await target.hover({ position });
    expect(await readout(element)).toBe(inWords(causalWeights(512).data[300 * 512 + 100]));
    await target.click({ position });
    await page.locator("h1").hover();
    expect(await element.locator(".marked").allTextContents()).toEqual(["t100", "t300"]);
    expect(await element.locator(".ring.pinned").count()).toBe(1);
    const pins = (await takeEvents(element, "cell-pin")) as { row: number; column: number }[];
    expect(pins.map(({ row, column }) => [row, column])).toEqual([[300, 100]]);
    await page.keyboard.press("Escape");
    expect(await readout(element)).toBe("");
  });

  test("a tap pins", async () => {
    const page = await openStage({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
    const element = await put(page, "attention-matrix", large(64));
    const { target, position } = at(element, 5, 2, 12);
    await target.tap({ position });
    expect(await readout(element)).toBe(inWords(causalWeights(64).data[5 * 64 + 2]));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

test("pointing draws nothing anew; another matrix, theme or screen does, once", async () => {
  const page = await openStage();
  await page.evaluate(() => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    Object.assign(window, { draws: 0 });
    CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
      (window as unknown as { draws: number }).draws += 1;
      Reflect.apply(drawImage, this, given);
    } as typeof drawImage;
  });
  const draws = () => page.evaluate(() => (window as unknown as { draws: number }).draws);
  const element = await put(page, "attention-matrix", large(64));
  expect(await draws()).toBe(1);
  for (let step = 0; step < 5; step++) await element.locator("svg").hover({ position: { x: 100 + 40 * step, y: 200 } });
  await element.locator("svg").click({ position: { x: 200, y: 400 } });
  await element.evaluate((target) => Object.assign(target, { describe: () => "other words" }));
  expect(await draws()).toBe(1);
  await element.evaluate((target) => Object.assign(target, { limit: 2 }));
  await expect.poll(draws).toBe(2);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(draws).toBe(3);
});
