// Heads are told apart by letter, by dash and by a colour that stands out from the paper.
import { describe, expect, test } from "vitest";
import { headDash, headLetter, headLineColour, NAMED_HEADS } from "../../web/element/heads.js";
import { contrast } from "../../web/element/scales.js";

const heads = Array.from({ length: NAMED_HEADS }, (_, head) => head);

test("each of eight heads has a letter and a dash of its own", () => {
  expect(heads.map(headLetter).join("")).toBe("ABCDEFGH");
  expect(new Set(heads.map(headDash)).size).toBe(NAMED_HEADS);
  expect(headDash(0)).toBe("");
});

describe.each([
  { colour: "rgb(253, 252, 249)", dark: false },
  { colour: "rgb(21, 23, 26)", dark: true },
])("lines on %o", (paper) => {
  test("contrast 3 : 1 at least, and stay different colours", () => {
    const colours = heads.map((head) => headLineColour(head, paper));
    for (const colour of colours) expect(contrast(colour, paper.colour)).toBeGreaterThanOrEqual(3);
    expect(new Set(colours).size).toBe(NAMED_HEADS);
  });
});

test("under forced colours lines are in the system's ink", () => {
  const forced = { ink: "rgb(255, 255, 0)", highlight: "rgb(0, 255, 255)" };
  expect(headLineColour(3, { colour: "rgb(0, 0, 0)", dark: true, forced })).toBe(forced.ink);
});
