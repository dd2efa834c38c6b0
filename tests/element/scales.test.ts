// Colour scales: monotone, from the paper, readable.
import { describe, expect, test } from "vitest";
import { luminance, signedScale, textOn, weightScale } from "../../web/element/scales.js";

const papers = [
  { colour: "rgb(253, 252, 249)", dark: false },
  { colour: "rgb(21, 23, 26)", dark: true },
];
const steps = Array.from({ length: 51 }, (_, i) => i / 50);

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(papers)("on paper %o", (paper) => {
  test("weights start at the paper and lightness never turns back", () => {
    const scale = weightScale(paper);
    expect(scale(0)).toBe(paper.colour);
    const lightness = steps.map((t) => luminance(scale(t)) * (paper.dark ? 1 : -1));
    lightness.slice(1).forEach((value, i) => {
      expect(value).toBeGreaterThan(lightness[i] ?? 0);
    });
    expect(contrast(scale(1), paper.colour)).toBeGreaterThan(7);
  });

  test("signed values: zero is the paper, the two signs differ, each side is monotone", () => {
    const scale = signedScale(paper, 2);
    expect(scale(0)).toBe(paper.colour);
    expect(scale(-2)).not.toBe(scale(2));
    for (const sign of [-1, 1]) {
      const lightness = steps.map((t) => luminance(scale(sign * 2 * t)) * (paper.dark ? 1 : -1));
      lightness.slice(1).forEach((value, i) => {
        expect(value).toBeGreaterThan(lightness[i] ?? 0);
      });
    }
  });

  test("values beyond the limit and no values at all still get a colour", () => {
    expect(weightScale(paper)(9)).toBe(weightScale(paper)(1));
    expect(weightScale(paper)(Number.NaN)).toBe(paper.colour);
    expect(signedScale(paper, 1)(Number.NEGATIVE_INFINITY)).toBe(signedScale(paper, 1)(-1));
  });

  test("numbers in cells keep a contrast of 4.5 : 1 on every fill", () => {
    for (const t of steps) {
      for (const fill of [weightScale(paper)(t), signedScale(paper, 1)(t), signedScale(paper, 1)(-t)]) {
        expect(contrast(fill, textOn(fill))).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});
