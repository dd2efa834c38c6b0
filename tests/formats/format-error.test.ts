// The readers' one error, and excerpts in its sentences.
import { expect, test } from "vitest";
import { excerpt, FormatError } from "../../web/formats/format-error.js";

test("it is an Error with a key and values", () => {
  const cause = new Error("why");
  const error = new FormatError("csv.ragged", "row 2 has 3 cells", { row: 2, got: 3 }, { cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: "FormatError", key: "csv.ragged", values: { row: 2, got: 3 }, cause });
});

test.each([
  ["short", "short"],
  ["x".repeat(40), "x".repeat(40)],
  ["x".repeat(41), `${"x".repeat(40)}…`],
  ["x".repeat(1e6), `${"x".repeat(40)}…`],
  // Never half a surrogate pair.
  ["😀".repeat(41), `${"😀".repeat(40)}…`],
  ["😀".repeat(40), "😀".repeat(40)],
])("excerpts are short, case %#", (text, expected) => expect(excerpt(text)).toBe(expected));
