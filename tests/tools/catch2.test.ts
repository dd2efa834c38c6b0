// What a Catch2 program prints is read case by case: failed, crashed and missing ones are all noticed.
import { expect, test } from "vitest";
import { readCases, sameCases } from "../../web/tools/catch2.mjs";

const ended = { code: 0, signal: null, stdout: "", stderr: "" };
const names = ["softmax sums to 1", "masks skip"];

test("all passed", () => {
  const output = ":test-result: PASS softmax sums to 1\n:test-result: PASS masks skip\nAll tests passed\n";
  expect(readCases(names, output, ended)).toEqual({ passed: 2, failures: [] });
});

test("a failed case, a case cut off by a crash, and a skipped one", () => {
  const output = ":test-result: FAIL softmax sums to 1\n";
  const report = readCases([...names, "slow"], `${output}:test-result: SKIP slow\n`, { ...ended, code: 1 });
  expect(report.passed).toBe(0);
  expect(report.failures).toEqual([
    "softmax sums to 1: FAIL, see above",
    "masks skip: did not run to its end",
    "slow: SKIP, see above",
  ]);
});

test("a leak found at exit fails although all cases passed", () => {
  const output = ":test-result: PASS softmax sums to 1\n:test-result: PASS masks skip\n";
  expect(readCases(names, output, { ...ended, code: 1 }).failures).toEqual([expect.stringContaining("exit code 1")]);
});

test("native and wasm must have the same cases", () => {
  expect(sameCases(names, [...names].reverse())).toEqual({ passed: 1, failures: [] });
  expect(sameCases(names, ["masks skip"]).failures[0]).toContain("only native: softmax sums to 1");
  expect(sameCases([], []).failures).toEqual(["native has 0 cases, wasm 0"]);
  expect(sameCases(["a"], ["a", "b"]).failures[0]).toContain("only wasm: b");
});
