// `npm test`: sets up what is missing, runs every suite, and ends with one line: N passed, N failed.
import { provideChromium } from "./chromium.mjs";
import { buildPreset } from "./cmake.mjs";
import { readOptions } from "./options.mjs";
import { describe, notEmpty, summary } from "./report.mjs";
import { Failure, main } from "./run.mjs";
import { installPackages, makeToolchain, requireNode } from "./setup.mjs";
import { suites, suitesNamed } from "./suites.mjs";
import { buildWasm } from "./wasm.mjs";

const usage = `npm test: sets up what is missing, builds, and runs every suite.

  npm test -- --only api --only page   only these suites:
${suites.map(({ name, what }) => `    ${name.padEnd(10)}${what}`).join("\n")}`;

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

/** @param {string[]} names @returns {Promise<import("./report.mjs").Report[]>} */
async function runAll(names) {
  const chosen = suitesNamed(names);
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

await main(async () => {
  const { only } = readOptions(usage, { only: { type: "string", multiple: true } });
  const names = Array.isArray(only) ? only.map(String) : [];
  const unknown = names.find((name) => suitesNamed([name]).length === 0);
  if (unknown) throw new Failure(`There is no suite ${unknown}.\n\n${usage}`);
  const reports = await runAll(names);
  const failures = reports.flatMap((report) => report.failures);
  if (failures.length > 0) console.log(describe(failures));
  const { failed, line } = summary(reports);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(line);
});
