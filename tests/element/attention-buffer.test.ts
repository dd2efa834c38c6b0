// The mask as the layer keeps it: its numbers, and the corner that a text takes, framed and said in words.
import { expect, test } from "vitest";
import { useBrowser } from "../page/support.js";
import { causalMask, matrix, openStage, put, violations } from "./stage.js";

useBrowser();

const label = "A mask, its first rows framed.";

test.each([
  [8, 6],
  [8, 1],
  [3, 3],
])("a buffer of %i, %i tokens", async (contextLength, tokens) => {
  const page = await openStage();
  const element = await put(page, "attention-buffer", { matrix: causalMask(contextLength), tokens, label });
  const picture = element.getByRole("img", { name: label });
  expect(await picture.locator("[data-value]").count()).toBe(contextLength ** 2);
  const taken = await picture
    .locator(".taken [data-value]")
    .evaluateAll((cells) =>
      cells.map((cell) => [cell.getAttribute("data-row"), cell.getAttribute("data-column")].map(Number)),
    );
  expect(taken).toHaveLength(tokens ** 2);
  expect(taken.every((place) => Math.max(...place) < tokens)).toBe(true);
  expect(await picture.locator(".slice").textContent()).toBe(`[:${tokens}, :${tokens}]`);
  // The frame goes exactly around the cells that are taken.
  const [frame, first, last] = await Promise.all(
    [".frame", ".taken .cell", ".taken [data-value]:last-child .cell"].map((selector) =>
      picture.locator(selector).first().boundingBox(),
    ),
  );
  if (!frame || !first || !last) throw new Error("nothing is drawn");
  expect(Math.abs(frame.x - first.x)).toBeLessThan(2);
  expect(Math.abs(frame.y + frame.height - last.y - last.height)).toBeLessThan(2);
  expect(Math.abs(frame.x + frame.width - last.x - last.width)).toBeLessThan(2);
  expect(await violations(page)).toEqual([]);
});

test("what hides is hatched, whatever its number", async () => {
  const page = await openStage();
  const mask = matrix(2, 2, (row, column) => (row === column ? 0 : 7));
  const element = await put(page, "attention-buffer", { matrix: mask, tokens: 2, label });
  expect(await element.locator(".hatched").count()).toBe(2);
  expect(await element.locator(".value").allTextContents()).toEqual(["0", "7", "7", "0"]);
});

test("forced colours keep its lines and its frame apart", async () => {
  const page = await openStage({ forcedColors: "active" });
  const element = await put(page, "attention-buffer", { matrix: causalMask(4), tokens: 2, label });
  const strokeOf = (selector: string) =>
    element
      .locator(selector)
      .first()
      .evaluate((shape) => getComputedStyle(shape).stroke);
  expect(await strokeOf(".frame")).not.toBe(await strokeOf(".cell"));
});
