// The run's last line sums every case of every suite, and a suite that ran nothing has failed.
import { expect, test } from "vitest";
import { describe, notEmpty, summary } from "../../web/tools/report.mjs";
import { readVitestReport } from "../../web/tools/vitest.mjs";

test("sums the suites", () => {
  const reports = [
    { passed: 3, failures: [] },
    { passed: 0, failures: ["a", "b"] },
  ];
  expect(summary(reports)).toEqual({ passed: 3, failed: 2, line: "3 passed, 2 failed" });
});

test("a suite that ran nothing has failed", () => {
  expect(notEmpty("api", { passed: 0, failures: [] }).failures).toEqual(["api: no test ran"]);
  expect(notEmpty("api", { passed: 1, failures: [] }).failures).toEqual([]);
});

test("every failure is shown, its lines indented", () => {
  expect(describe(["one\nwhy", "two"])).toContain("  ✗ one\n    why\n  ✗ two\n");
});

const file = { name: "/a.test.ts", status: "passed", message: "" };
const passed = { status: "passed", fullName: "adds", failureMessages: [] };

test("vitest: failed and skipped tests both count as failed", () => {
  const failed = { status: "failed", fullName: "subtracts", failureMessages: ["expected 1"] };
  const skipped = { status: "skipped", fullName: "divides", failureMessages: [] };
  const report = readVitestReport(
    { testResults: [{ ...file, status: "failed", assertionResults: [passed, failed, skipped] }] },
    1,
  );
  expect(report.passed).toBe(1);
  expect(report.failures).toEqual([
    expect.stringContaining("subtracts: expected 1"),
    expect.stringContaining("divides: was not run (skipped)"),
  ]);
});

test("vitest: a file that does not load has failed", () => {
  const broken = { ...file, status: "failed", message: "no such module", assertionResults: [] };
  expect(readVitestReport({ testResults: [broken] }, 1).failures).toEqual([expect.stringContaining("no such module")]);
});

test("vitest: an error outside any test has failed", () => {
  const report = readVitestReport({ testResults: [{ ...file, assertionResults: [passed] }] }, 1);
  expect(report).toEqual({ passed: 1, failures: [expect.stringContaining("exit code 1")] });
});
