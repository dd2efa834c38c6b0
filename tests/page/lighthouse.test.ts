// What Lighthouse says of the page as served: accessibility and best practices. Speed is for `npm run bench -- page`.
import lighthouse from "lighthouse";
import { expect, inject, test } from "vitest";

const LEAST = 0.95;

// Until the story is drawn to a reader who does nothing.
const PEACE_MS = 8_000;

test.each(["en", "zh"])("accessibility and best practices, %s", async (lang) => {
  const result = await lighthouse(`${inject("site")}#lang=${lang}`, {
    port: inject("debuggingPort"),
    onlyCategories: ["accessibility", "best-practices"],
    pauseAfterLoadMs: PEACE_MS,
    logLevel: "error",
    output: "json",
  });
  const { categories = {}, audits = {}, runtimeError } = result?.lhr ?? {};
  expect(runtimeError).toBeUndefined();
  expect(Object.keys(categories)).toEqual(["accessibility", "best-practices"]);
  for (const { id, score, auditRefs } of Object.values(categories)) {
    const lost = auditRefs.filter((ref) => ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 1);
    const why = lost.map((ref) => `${ref.id}: ${audits[ref.id]?.title}`).join("\n");
    expect(score, `${id} lost on\n${why}`).toBeGreaterThanOrEqual(LEAST);
  }
});
