// Labels cut to fit.
import { expect, test } from "vitest";
import { fitLabel } from "../../web/element/labels.js";

test("labels that fit stay whole; others are cut with an ellipsis", () => {
  expect(fitLabel("journey", 46)).toBe("journey");
  expect(fitLabel("journeys end", 46)).toBe("journe…");
  expect(fitLabel("注意力", 46)).toBe("注意力");
  expect(fitLabel("多头注意力机制", 46)).toBe("多头注…");
  expect(fitLabel("", 46)).toBe("");
});

test("a character outside the basic plane is never cut in two", () => {
  expect(fitLabel("👩‍🚀🚀🚀🚀🚀🚀🚀🚀🚀", 30)).not.toMatch(/[\ud800-\udbff]…|^[\udc00-\udfff]/);
});
