// A difference between two builds is found, and named.
import { expect, test } from "vitest";
import { sameLines } from "../../web/tools/bits.mjs";

const lines = ["MHA tokens 1 3f8000003f000000", "MHA tokens 2 00000000"];

test("the same lines pass, one case each", () => {
  expect(sameLines(lines, [...lines])).toEqual({ passed: 2, failures: [] });
});

test("a bit that differs is named with its configuration and place", () => {
  const [first = "", second = ""] = lines;
  expect(sameLines(lines, [first.replace("3f000000", "3f000001"), second])).toEqual({
    passed: 1,
    failures: ["MHA tokens 1: number 1 is 3f000000 natively and 3f000001 as wasm"],
  });
});

test("missing lines, or none at all, are a failure", () => {
  expect(sameLines(lines, lines.slice(0, 1)).failures).toHaveLength(2);
  expect(sameLines([], []).failures).toHaveLength(1);
});
