// Reads the first four chapters as a reader does, and their values as PyTorch has them.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { type BookCase, book, type Golden, spokenValues } from "./support.js";

export const WORDS = ["Your", "journey", "starts", "with", "one", "step"];
export const PLACES = 5.01e-5; // four decimals

export function chapter(page: Page, id: string): Locator {
  return page.locator(`section.chapter.${id}`);
}

export function picture(inside: Locator, stage: string): Locator {
  return inside.locator(`figure[data-stage="${stage}"]`);
}

export function cells(inside: Locator, stage: string, which = 0): Locator {
  return picture(inside, stage).nth(which).locator("attention-matrix").getByRole("gridcell");
}

export function goldenCase(name: string): BookCase {
  const found = book.cases.find((one) => one.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return found;
}

/** The last two axes of a golden stage at the given indices of the axes before them. */
export function goldenMatrix(golden: Golden | undefined, ...leading: number[]): number[] {
  if (!golden) throw new Error("no such stage");
  const { shape, data } = golden;
  const size = shape.slice(-2).reduce((product, length) => product * length, 1);
  const index = leading.reduce((sum, at, axis) => sum * (shape[axis] ?? 1) + at, 0);
  return data.slice(index * size, (index + 1) * size);
}

export function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 1e-6): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((value, index) => {
    const wanted = expected[index] ?? Number.NaN;
    if (Number.isFinite(wanted)) expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance);
    else expect(value).toBe(wanted);
  });
}

export async function expectStage(inside: Locator, stage: string, expected: number[], which = 0): Promise<void> {
  expectClose(await spokenValues(cells(inside, stage, which)), expected);
}

/** The numbers of the row that is written out, line by line; words stand for what no number is shown for. */
export async function written(inside: Locator): Promise<{ caption: string; rows: string[][]; sum: number[] }> {
  const text = async (row: Locator) =>
    (await row.locator(".number").allTextContents()).map((cell) => cell.trim().replaceAll("−", "-"));
  const rows = await Promise.all((await inside.locator("tbody tr").all()).map(text));
  return {
    caption: (await inside.locator("caption").textContent()) ?? "",
    rows,
    sum: (await text(inside.locator("tfoot tr"))).map(Number),
  };
}

/** The row that every picture of a chapter frames, by the height of its frame; undefined where they disagree. */
export async function framedRow(inside: Locator): Promise<number | undefined> {
  const rows = await inside.locator("attention-matrix svg:has(.frame)").evaluateAll((all) =>
    all.map((svg) =>
      [...svg.querySelectorAll("[role=rowheader]")].findIndex((header) => {
        const y = Number(header.querySelector("text")?.getAttribute("y"));
        const frame = svg.querySelector(".frame");
        const top = Number(frame?.getAttribute("y"));
        return y > top && y < top + Number(frame?.getAttribute("height"));
      }),
    ),
  );
  expect(rows.length).toBeGreaterThan(1);
  return new Set(rows).size === 1 ? rows[0] : undefined;
}

export const hash = (page: Page) => page.evaluate(() => decodeURIComponent(location.hash));
