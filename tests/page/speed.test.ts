// What `npm run bench -- page` measures can be measured; how long anything takes is for it to say, not for a test.
import { expect, inject, test } from "vitest";
import { measureInteractions } from "../bench/page-speed/interactions.mjs";
import { measureVisits } from "../bench/page-speed/visits.mjs";

test("a first visit has a first paint and, after it, a first result", async () => {
  const { firstPaint, firstResult } = await measureVisits(inject("site"), 1);
  expect(firstPaint.median).toBeGreaterThan(0);
  expect(firstResult.median).toBeGreaterThan(firstPaint.median);
});

test("every interaction leads to a frame", async () => {
  const results = await measureInteractions(inject("site"), 1);
  expect(results.length).toBeGreaterThan(5);
  for (const { name, busy, frame } of results) {
    expect(busy.samples, name).toHaveLength(1);
    expect(frame.median, name).toBeGreaterThanOrEqual(busy.median);
  }
});
