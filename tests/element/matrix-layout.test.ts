// Where things stand in a matrix picture: level rows, room for labels, elements or canvas.
import { describe, expect, test } from "vitest";
import {
  CANVAS_ABOVE,
  cellSize,
  headroomFor,
  layoutOf,
  positionAt,
  showsLabel,
  showsNumbers,
} from "../../web/element/matrix-layout.js";

const plain = { decimals: 2, headroom: undefined, columnLabels: [], markWidth: 0 };
const layout = (rows: number, columns: number, more = {}) =>
  layoutOf({ rows, columns, data: [] }, { ...plain, ...more });

describe("sizes", () => {
  test("cells shrink in steps and never below 2 px; a finger hits them up to 32 tokens", () => {
    expect([1, 12, 13, 32, 33, 64, 128, 512].map(cellSize)).toEqual([34, 34, 24, 24, 23, 12, 6, 2]);
  });

  test("more than 32 tokens are drawn on a canvas", () => {
    expect(CANVAS_ABOVE).toBe(32 * 32);
    expect(layout(32, 32).onCanvas).toBe(false);
    expect(layout(33, 33).onCanvas).toBe(true);
    expect(layout(512, 2).onCanvas).toBe(false);
  });

  test("rows of pictures side by side are level, however many columns each has", () => {
    for (const tokens of [3, 6, 20, 64, 512]) {
      const heights = [tokens, 1, 2, 64].map((columns) => layout(tokens, columns, { decimals: 4 }).height);
      expect(new Set(heights).size).toBe(1);
    }
  });

  test("no number is to be drawn on a canvas", () => {
    for (let rows = 1; rows <= 512; rows += 1) {
      for (const columns of [1, 2, 12, 13, 32, 33, 86, 512]) {
        const { onCanvas, ...rest } = layout(rows, columns, { decimals: 4 });
        if (onCanvas) expect(showsNumbers({ ...rest, onCanvas })).toBe(false);
      }
    }
  });
});

test("labels that do not fit above their column are set at a slant, with more room", () => {
  expect(headroomFor(["a", "b"])).toBeLessThan(headroomFor(["a", "journey"]));
  expect(layout(2, 2, { columnLabels: ["a", "journey"] }).slanted).toBe(true);
  expect(layout(2, 2, { columnLabels: ["a", "b"], headroom: 48 })).toMatchObject({ slanted: false, top: 48 });
});

test("where labels are thinned out the marked one is always there, and its neighbours give way", () => {
  const shown = (marked?: number) => Array.from({ length: 10 }, (_, i) => i).filter((i) => showsLabel(i, 3, marked));
  expect(shown()).toEqual([0, 3, 6, 9]);
  expect(shown(4)).toEqual([0, 4, 9]);
});

test("the cell at a point", () => {
  const small = layout(2, 3);
  const at = (x: number, y: number) =>
    positionAt(small, { rows: 2, columns: 3, data: [] }, small.left + x, small.top + y);
  expect(at(0, 0)).toEqual({ row: 0, column: 0 });
  expect(at(33, 35)).toEqual({ row: 1, column: 0 });
  expect(at(101, 67)).toEqual({ row: 1, column: 2 });
  for (const [x, y] of [
    [-1, 0],
    [0, -1],
    [102, 0],
    [0, 68],
  ] as const)
    expect(at(x, y)).toBeUndefined();
});
