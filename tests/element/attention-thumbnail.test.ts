// The small picture of a head: its pixels are the scale's colours, hidden cells are hatched, it is named and has no tab stop.
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { weightScale } from "../../web/element/scales.js";
import { useBrowser } from "../page/support.js";
import { causalMask, causalWeights, openStage, put, violations } from "./stage.js";

useBrowser();

const TOKENS = 32;
// Chromium's advice on the test's own reading of pixels.
const READING = /Multiple readback operations/;
const LIGHT = { colour: "rgb(253, 252, 249)", dark: false };
const DARK = { colour: "rgb(21, 23, 26)", dark: true };

const props = {
  matrix: causalWeights(TOKENS),
  hiddenCells: causalMask(TOKENS),
  label: "Weights of head 2A",
  limit: 0.5,
};

/** The colours inside one cell of the canvas, each once. */
function coloursAt(picture: Locator, row: number, column: number): Promise<string[]> {
  return picture.locator("canvas").evaluate(
    (canvas, [y, x, tokens]) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const [w, h] = [width / tokens, height / tokens];
      const image = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(x * w, y * h, w, h);
      const { data } = image ?? { data: new Uint8ClampedArray() };
      const colours = Array.from(
        { length: data.length / 4 },
        (_, i) => `rgb(${data[4 * i]}, ${data[4 * i + 1]}, ${data[4 * i + 2]})`,
      );
      return [...new Set(colours)];
    },
    [row, column, TOKENS] as const,
  );
}

describe("<attention-thumbnail>", () => {
  test.each([
    ["light", LIGHT],
    ["dark", DARK],
  ] as const)("shown cells have the scale's colour, hidden ones the hatch: %s", async (colorScheme, paper) => {
    const page = await openStage({ colorScheme, expected: READING });
    const picture = await put(page, "attention-thumbnail", props);
    const scale = weightScale(paper, props.limit);
    const value = (row: number, column: number) => props.matrix.data[row * TOKENS + column] ?? Number.NaN;
    await expect.poll(() => coloursAt(picture, 0, 0)).toEqual([scale(value(0, 0))]);
    for (const [row, column] of [
      [1, 0],
      [17, 3],
      [31, 30],
    ] as const) {
      expect(await coloursAt(picture, row, column)).toEqual([scale(value(row, column))]);
    }
    const hatched = await coloursAt(picture, 3, 17);
    expect(hatched).toContain(paper.colour);
    expect(hatched.length).toBeGreaterThan(1);
  });

  test("is an image with a name, as wide as it may be, and marks the row that other pictures show", async () => {
    const page = await openStage();
    const picture = await put(page, "attention-thumbnail", { ...props, row: 9 });
    await picture.evaluate((element) => element.style.setProperty("width", "160px"));
    expect(await picture.getByRole("img").getAttribute("aria-label")).toBe("Weights of head 2A");
    expect(await picture.locator("[tabindex]").count()).toBe(0);
    const [canvas, row] = [await picture.locator("canvas").boundingBox(), await picture.locator(".row").boundingBox()];
    expect(canvas?.width).toBe(160);
    expect(canvas?.height).toBe(160);
    expect((row?.y ?? 0) - (canvas?.y ?? 0)).toBeCloseTo(45, 0);
    expect(row?.height).toBeCloseTo(5, 0);
    await picture.evaluate((element, row) => Object.assign(element, { row }), TOKENS);
    await expect.poll(() => picture.locator(".row").isVisible()).toBe(false);
    expect(await violations(page)).toEqual([]);
  });

  test("without a matrix it is empty; another matrix is drawn anew", async () => {
    const page = await openStage({ colorScheme: "light", expected: READING });
    const picture = await put(page, "attention-thumbnail", { label: "nothing yet" });
    await picture.evaluate((element, next) => Object.assign(element, next), props);
    const first = await coloursAt(picture, 31, 0);
    await picture.evaluate((element, next) => Object.assign(element, { matrix: next }), causalWeights(TOKENS, 3));
    await expect.poll(() => coloursAt(picture, 31, 0)).not.toEqual(first);
  });
});
