// Runs one of vitest's projects and reads its report.
import fs from "node:fs";
import path from "node:path";
import { attempt, root } from "./run.mjs";

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Assertion
 * @typedef {{ name: string, status: string, message: string, assertionResults: Assertion[] }} TestFile
 * @typedef {{ testResults: TestFile[] }} VitestReport
 */

/** @param {string} name */
const relative = (name) => path.relative(root, name);

// Vitest has shown the rest already, with its source and its differences.
/** @param {string[]} messages */
const firstLines = (messages) => messages.map((message) => message.split("\n")[0]).join("\n");

/** @param {TestFile} file @returns {string[]} */
function failuresIn({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((assertion) => assertion.status !== "passed");
  if (failed.length === 0 && status !== "passed") return [`${relative(name)}: ${message || "the file failed to load"}`];
  return failed.map(({ status, fullName, failureMessages }) => {
    const why = status === "failed" ? firstLines(failureMessages) : `was not run (${status})`;
    return `${relative(name)}: ${fullName}: ${why}`;
  });
}

/** @param {VitestReport} report @param {number | null} code of vitest @returns {import("./report.mjs").Report} */
export function readVitestReport({ testResults }, code) {
  const passed = testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === "passed").length;
  const failures = testResults.flatMap(failuresIn);
  if (failures.length === 0 && code !== 0)
    failures.push(`vitest ended with exit code ${code}: an error outside any test, see above`);
  return { passed, failures };
}

/** @param {string} project @returns {Promise<import("./report.mjs").Report>} */
export async function runVitest(project) {
  const file = path.join(root, "build/reports", `${project}.json`);
  fs.rmSync(file, { force: true });
  const options = ["--config", "web/tools/vitest.config.mjs", "--project", project];
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`];
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const { code, signal } = await attempt(process.execPath, [vitest, "run", ...options, ...reporters]);
  if (!fs.existsSync(file))
    return { passed: 0, failures: [`vitest --project ${project} crashed (${signal ?? `exit code ${code}`})`] };
  return readVitestReport(JSON.parse(fs.readFileSync(file, "utf8")), code);
}
