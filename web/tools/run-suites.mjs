// Runs suites of tests one after another, after setting up what they need, and says what came out.
import { provideChromium } from "./chromium.mjs";
import { buildPreset } from "./cmake.mjs";
import { describe, notEmpty, summary } from "./report.mjs";
import { Failure } from "./run.mjs";
import { installPackages, makeToolchain, requireNode } from "./setup.mjs";
import { buildWasm } from "./wasm.mjs";

/** @param {Set<string>} needs */
async function setUp(needs) {
  requireNode();
  if (needs.has("browser")) await provideChromium();
  await installPackages();
  if (needs.has("native") || needs.has("wasm")) await makeToolchain();
  if (needs.has("wasm")) await buildWasm("all");
  if (needs.has("native")) await buildPreset("native-asan");
  const { makePackage, makeSite } = await import("./bundle.mjs");
  if (needs.has("package")) await makePackage();
  if (needs.has("site")) await makeSite();
}

/** @param {import("./suites.mjs").Suite} suite @returns {Promise<import("./report.mjs").Report>} */
async function runSuite({ name, what, run }) {
  console.log(`\n> ${name}: ${what}`);
  const start = performance.now();
  const report = notEmpty(
    name,
    await run().catch((error) => ({
      passed: 0,
      failures: [`${name}: ${error instanceof Failure ? error.message : error.stack}`],
    })),
  );
  console.log(`  ${report.passed} passed, ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return report;
}

/** @param {import("./suites.mjs").Suite[]} chosen @returns {Promise<import("./report.mjs").Report[]>} */
async function runAll(chosen) {
  try {
    await setUp(new Set(chosen.flatMap(({ needs }) => needs)));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [{ passed: 0, failures: [`set-up: ${error.message}`] }];
  }
  const reports = [];
  for (const suite of chosen) reports.push(await runSuite(suite));
  return reports;
}

/** Ends with one line: N passed, N failed. @param {import("./suites.mjs").Suite[]} chosen */
export async function runSuites(chosen) {
  const reports = await runAll(chosen);
  const failures = reports.flatMap((report) => report.failures);
  if (failures.length > 0) console.log(describe(failures));
  const { failed, line } = summary(reports);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(line);
}
