// Which lines a threshold leaves, and what they carry.
import { describe, expect, test } from "vitest";
import { bundlesOf, bySide, linesOf, shareOf, strengthOf, strongest } from "../../web/element/lines.js";

// The article's CausalAttention, three tokens, to three digits.
const weights = { rows: 3, columns: 3, data: [1, 0, 0, 0.483, 0.517, 0, 0.319, 0.341, 0.34] };
const hidden = { rows: 3, columns: 3, data: [0, 1, 1, 0, 0, 1, 0, 0, 0] };
const head = { index: 0, weights, hidden };

describe("lines", () => {
  test("are the weights of at least the threshold", () => {
    expect(linesOf([head], 0.34).map(({ query, key }) => [query, key])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
      [2, 2],
    ]);
    expect(linesOf([head], 0).length).toBe(6);
    expect(linesOf([head], 1).length).toBe(1);
    expect(linesOf([head], 1.1)).toEqual([]);
  });

  test("never join a masked pair, whatever weight it holds", () => {
    const leaking = { rows: 2, columns: 2, data: [0.5, 0.5, 0.5, 0.5] };
    const mask = { rows: 2, columns: 2, data: [0, 1, 0, 0] };
    expect(linesOf([{ index: 0, weights: leaking, hidden: mask }], 0).length).toBe(3);
  });

  test("leave out weights of 0 and what is no number", () => {
    const odd = { rows: 1, columns: 3, data: [0, Number.NaN, 0.5] };
    expect(linesOf([{ index: 0, weights: odd }], 0)).toEqual([{ head: 0, query: 0, key: 2, weight: 0.5 }]);
  });

  test("end at both sides, the strongest first", () => {
    const { query, key } = bySide(linesOf([head, { ...head, index: 1 }], 0.33), 3);
    expect(query[2]?.map((line) => [line.head, line.key])).toEqual([
      [0, 1],
      [1, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(key[0]?.map((line) => [line.head, line.query])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
    expect(bySide([], 2)).toEqual({ query: [[], []], key: [[], []] });
  });
});

describe("the share of attention kept", () => {
  test("is the sum of the drawn weights over the sum of all", () => {
    const { kept, lines, pairs } = shareOf([head], 0.34);
    expect(kept).toBeCloseTo((1 + 0.483 + 0.517 + 0.341 + 0.34) / 3, 12);
    expect([lines, pairs]).toEqual([5, 6]);
  });

  test("is everything at 0, nothing above the largest, and everything of nothing", () => {
    expect(shareOf([head], 0)).toEqual({ lines: 6, pairs: 6, kept: 1 });
    expect(shareOf([head], 2)).toEqual({ lines: 0, pairs: 6, kept: 0 });
    expect(shareOf([], 0.5).kept).toBe(1);
  });

  test("counts the weights of all heads shown, and no infinity", () => {
    const other = { rows: 1, columns: 2, data: [0.25, Number.POSITIVE_INFINITY] };
    const { kept } = shareOf(
      [
        { index: 0, weights: { rows: 1, columns: 1, data: [0.75] } },
        { index: 1, weights: other },
      ],
      0.5,
    );
    expect(kept).toBe(0.75);
  });
});

test("of too many lines the strongest are drawn, and the share is theirs", () => {
  const data = Array.from({ length: 2500 }, (_, i) => (i % 5 === 0 ? 0.25 : 0.5));
  const many = { index: 0, weights: { rows: 50, columns: 50, data } };
  const drawn = strongest(linesOf([many], 0));
  expect([drawn.length, drawn.every(({ weight }) => weight === 0.5)]).toEqual([2000, true]);
  expect(shareOf([many], 0)).toEqual({ lines: 2000, pairs: 2500, kept: 1000 / 1125 });
  expect(strongest(drawn)).toBe(drawn);
});

test("lines of like strength are bundled, the strong ones last", () => {
  const bundles = bundlesOf(linesOf([head], 0), 1);
  expect(bundles.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(6);
  const strengths = bundles.map(({ strength }) => strength);
  expect(strengths).toEqual([...strengths].sort((a, b) => a - b));
  expect(strengths.at(-1)).toBe(1);
  expect(strengthOf(5, 1)).toBe(1);
  expect(strengthOf(0.5, 1)).toBe(0.5);
});
