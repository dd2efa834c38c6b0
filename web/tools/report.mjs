// Sums what the suites of `npm test` report into the one line that the run ends with.

/**
 * @typedef {{ passed: number, failures: string[] }} Report each failure a text a person can act on
 */

/** @param {Report[]} reports */
export function summary(reports) {
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failed = reports.reduce((sum, report) => sum + report.failures.length, 0);
  return { passed, failed, line: `${passed} passed, ${failed} failed` };
}

/** A suite that ran nothing has not passed. @param {string} name @param {Report} report @returns {Report} */
export const notEmpty = (name, report) =>
  report.passed + report.failures.length > 0 ? report : { passed: 0, failures: [`${name}: no test ran`] };

/** @param {string[]} failures @returns {string} */
export const describe = (failures) =>
  ["", "What failed:", ...failures.map((failure) => `  ✗ ${failure.replaceAll("\n", "\n    ")}`), ""].join("\n");
