// Exported pictures equal the screen: cell by cell, pixel by pixel, in both themes, on canvas as well.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openDrawn, useBrowser } from "../page/support.js";
import { causalMask, causalWeights, matrix, openStage, put, TOKENS } from "./stage.js";

useBrowser();

interface Exporter extends HTMLElement {
  picture: () => readonly Element[];
  content(format: string): Promise<Blob>;
}

const ABOUT = { name: "picture", heading: "Heads & <tokens>", description: "Seed 123" };

/** Makes the file of what a selector finds. */
async function svgOf(page: Page, selector: string): Promise<string> {
  return page.evaluate(
    async ([wanted, about]) => {
      const exporter = Object.assign(document.createElement("attention-export") as unknown as Exporter, about);
      // The page's heads stand in the shadow tree of its picture.
      const root = document.querySelector("attention-picture")?.shadowRoot ?? document;
      exporter.picture = () => Array.from(root.querySelectorAll(wanted));
      return (await exporter.content("svg")).text();
    },
    [selector, ABOUT] as const,
  );
}

interface CellLook {
  readonly at: string;
  readonly state: string | undefined;
  readonly fill: string;
  readonly text: string;
}

/** What the cells below some roots look like: by their attributes in a file, as resolved on the screen. */
const READ_CELLS = `(roots, resolve) => roots.flatMap((root) =>
  Array.from(root.querySelectorAll("g[data-row][data-column]"), (cell) => {
    const rect = cell.querySelector("rect");
    return {
      at: cell.dataset.row + " " + cell.dataset.column,
      state: cell.dataset.state,
      fill: resolve ? getComputedStyle(rect).fill : rect.getAttribute("fill"),
      text: cell.querySelector("text")?.textContent ?? "",
    };
  }))`;

function cellsInFile(page: Page, svg: string): Promise<CellLook[]> {
  const parsed = `new DOMParser().parseFromString(${JSON.stringify(svg)}, "image/svg+xml")`;
  return page.evaluate(`(${READ_CELLS})([${parsed}], false)`);
}

function cellsOnScreen(page: Page): Promise<CellLook[]> {
  const pictures = `[...document.querySelector("attention-picture").shadowRoot.querySelectorAll("attention-head")].flatMap((head) =>
    [...head.shadowRoot.querySelectorAll("attention-matrix")].map((one) => one.shadowRoot))`;
  return page.evaluate(`(${READ_CELLS})(${pictures}, true)`);
}

describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
  test("a head's file has every cell as on the screen", async () => {
    const page = await openDrawn({ hash: "class=CausalAttention&dropout=0.5", colorScheme });
    const svg = await svgOf(page, "attention-head");
    const file = await cellsInFile(page, svg);
    expect(file.length).toBe(36 + 36 + 12);
    expect(file).toEqual(await cellsOnScreen(page));
  });

  test("its pixels are the screen's", async () => {
    const page = await openDrawn({ hash: "class=CausalAttention&pin=0.weights.3.1", colorScheme });
    expect(await differingShare(page, "attention-head")).toBeLessThan(0.005);
  });
});

/** The share of pixels that are not alike in a screenshot and in the file drawn at the same size. */
async function differingShare(page: Page, selector: string): Promise<number> {
  const element = page.locator(selector).first();
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error("nothing is drawn");
  const shot = (await page.screenshot()).toString("base64");
  const svg = await svgOf(page, selector);
  return page.evaluate(
    async ([text, png, { x, y, width: fullWidth, height: fullHeight }]) => {
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
      await image.decode();
      // The file has a border of 12 px around what it shows, and may be narrower than the element.
      const [width, height] = [Math.min(fullWidth, image.width - 24), Math.min(fullHeight, image.height - 24)];
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const screen = await createImageBitmap(new Blob([bytes]));
      const pixels = (source: CanvasImageSource, left: number, top: number) => {
        const context = new OffscreenCanvas(Math.floor(width), Math.floor(height)).getContext("2d");
        context?.drawImage(source, -left, -top);
        return context?.getImageData(0, 0, Math.floor(width), Math.floor(height)).data ?? new Uint8ClampedArray();
      };
      const [a, b] = [pixels(image, 12, 12), pixels(screen, Math.round(x), Math.round(y))];
      let differing = 0;
      for (let i = 0; i < a.length; i += 4) {
        const off = [0, 1, 2].some((channel) => Math.abs((a[i + channel] ?? 0) - (b[i + channel] ?? 0)) > 64);
        if (off) differing += 1;
      }
      return differing / (a.length / 4);
    },
    [svg, shot, box] as const,
  );
}

test("a file stands alone: title, description, fonts, no reference to anything outside, well-formed", async () => {
  const page = await openDrawn({ hash: "class=MultiHeadAttention" });
  const svg = await svgOf(page, ".scales attention-scale, attention-head");
  const [title, description, error, font] = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const root = parsed.documentElement;
    const said = (name: string) => root.querySelector(`:scope > ${name}`)?.textContent ?? "";
    const ids = Array.from(parsed.querySelectorAll("[id]"), (one) => one.id);
    const references = Array.from(text.matchAll(/url\(#([^)]+)\)/g), ([, id]) => id ?? "");
    const broken = references.filter((id) => !ids.includes(id)).concat(ids.filter((id, i) => ids.indexOf(id) !== i));
    const fault = parsed.querySelector("parsererror")?.textContent ?? broken.join();
    return [said("title"), said("desc"), fault, root.getAttribute("font-family") ?? ""];
  }, svg);
  expect([title, description, error]).toEqual([ABOUT.heading, ABOUT.description, ""]);
  expect(font).toContain("system-ui");
  expect(svg).not.toMatch(
    /href|url\((?!#)|@import|var\(|light-dark|currentColor|<script|class=|style=|aria-selected|tabindex/,
  );
  expect(svg).toMatch(/<title>Query “journey”, key “Your”: weight [^<]+<\/title>/);
  expect(svg).toContain("Head B");
});

test("hostile tokens are text, and what XML cannot hold is replaced", async () => {
  const page = await openStage();
  const hostile = ["</text><script>1</script>", "a\u0000b\u0008c", "\ud800", "&amp;", "]]>", "'\""];
  await put(page, "attention-matrix", { matrix: causalWeights(6), rowLabels: hostile, columnLabels: TOKENS });
  const svg = await svgOf(page, "attention-matrix");
  const read = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return [parsed.querySelectorAll("parsererror, script").length, parsed.documentElement.textContent ?? ""] as const;
  }, svg);
  expect(read[0]).toBe(0);
  expect(read[1]).toContain("a\ufffdb\ufffdc");
  expect(read[1]).toContain("&amp;");
});

test("a canvas becomes paths with the colours it shows, hidden and dropped cells as well", async () => {
  const page = await openStage();
  const kept = matrix(40, 40, (row, column) => ((row + column) % 3 === 0 ? 0 : 1));
  const element = await put(page, "attention-matrix", {
    ...{ matrix: causalWeights(40), hiddenCells: causalMask(40), keptCells: kept },
  });
  const svg = await svgOf(page, "attention-matrix");
  const size = 19;
  const off = await element.locator("canvas").evaluate(
    (canvas, [text, side]) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
      const fills = new Map<string, string>();
      for (const path of Array.from(parsed.querySelectorAll('path[data-cells=""]'))) {
        for (const [, x, y, across] of (path.getAttribute("d") ?? "").matchAll(/M(\d+) (\d+)h(\d+)/g)) {
          for (let right = 0; right < Number(across); right += side) {
            fills.set(`${Number(y) / side} ${(Number(x) + right) / side}`, path.getAttribute("fill") ?? "");
          }
        }
      }
      const copy = new OffscreenCanvas(canvas.clientWidth, canvas.clientHeight).getContext("2d", {
        willReadFrequently: true,
      });
      copy?.drawImage(canvas as HTMLCanvasElement, 0, 0);
      const wrong: string[] = [];
      for (let row = 0; row < 40; row++) {
        for (let column = 0; column <= row; column++) {
          const [r, g, b] = copy?.getImageData(column * side + 9, row * side + 9, 1, 1).data ?? [];
          if (fills.get(`${row} ${column}`) !== `rgb(${r}, ${g}, ${b})`) wrong.push(`${row} ${column}`);
        }
      }
      return [fills.size, wrong.join()];
    },
    [svg, size] as const,
  );
  expect(off).toEqual([1600, ""]);
  const count = (pattern: RegExp) => svg.match(pattern)?.length ?? 0;
  expect(count(/data-cells="hidden"[^>]*fill="url\(#p0-hatch\)"|fill="url\(#p0-hatch\)" data-cells="hidden"/g)).toBe(1);
  const dropped = /d="([^"]+)"[^>]*data-cells="dropped"/.exec(svg)?.[1] ?? "";
  const visibleDropped = kept.data.filter((keep, i) => keep === 0 && i % 40 <= Math.floor(i / 40)).length;
  expect(dropped.split("M").length - 1).toBe(visibleDropped);
  expect(await differingShare(page, "attention-matrix")).toBeLessThan(0.01);
});

test("lines keep their dashes, letters and widths", async () => {
  const page = await openStage();
  const heads = [0, 1, 2].map((index) => ({ index, weights: causalWeights(6, index), hidden: causalMask(6) }));
  await put(page, "attention-lines", { tokens: TOKENS, heads, pinned: { side: "query", index: 4 } });
  const svg = await svgOf(page, "attention-lines");
  expect(svg.match(/<path [^>]*stroke-dasharray="7px, 4px"/g)?.length).toBe(5);
  expect(svg).toMatch(/>“one” looks at /);
  expect(await differingShare(page, "attention-lines")).toBeLessThan(0.005);
});

test("what is scrolled out of sight on a phone is in the file", async () => {
  const page = await openStage({ viewport: { width: 390, height: 800 } });
  const element = await put(page, "attention-matrix", {
    matrix: causalWeights(30),
    rowLabels: Array.from({ length: 30 }, String),
  });
  await element.locator(".scroll").evaluate((scroll) => scroll.scrollTo({ left: 200 }));
  const svg = await svgOf(page, "attention-matrix");
  const [, width] = /<svg [^>]*width="(\d+)"/.exec(svg) ?? [];
  expect(Number(width)).toBeGreaterThanOrEqual(54 + 30 * 24);
  expect(svg).toMatch(/<svg [^>]*x="12" /);
});
