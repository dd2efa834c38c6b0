// Where keys lead in a grid.
import { expect, test } from "vitest";
import { stepInGrid } from "../../web/element/grid-keys.js";

test.each([
  ["ArrowUp", false, { row: 0, column: 1 }],
  ["ArrowDown", false, { row: 2, column: 1 }],
  ["ArrowLeft", false, { row: 1, column: 0 }],
  ["ArrowRight", false, { row: 1, column: 2 }],
  ["Home", false, { row: 1, column: 0 }],
  ["End", false, { row: 1, column: 3 }],
  ["Home", true, { row: 0, column: 0 }],
  ["End", true, { row: 2, column: 3 }],
])("%s, whole grid %s", (key, whole, expected) => {
  expect(stepInGrid(key, whole, { row: 1, column: 1 }, 3, 4)).toEqual(expected);
});

test("stays inside, and leaves other keys alone", () => {
  expect(stepInGrid("ArrowUp", false, { row: 0, column: 0 }, 3, 4)).toEqual({ row: 0, column: 0 });
  expect(stepInGrid("ArrowRight", false, { row: 0, column: 3 }, 3, 4)).toEqual({ row: 0, column: 3 });
  expect(stepInGrid("Tab", false, { row: 0, column: 0 }, 3, 4)).toBeUndefined();
  expect(stepInGrid("toString", false, { row: 0, column: 0 }, 3, 4)).toBeUndefined();
});
