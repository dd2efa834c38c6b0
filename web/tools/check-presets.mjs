// `npm run check:presets`: builds the presets that `npm test` does not, and runs their tests where they have any.
import { runCases } from "./catch2.mjs";
import { buildPreset } from "./cmake.mjs";
import { readOptions } from "./options.mjs";
import { describe, notEmpty, summary } from "./report.mjs";
import { attempt, main } from "./run.mjs";
import { attemptInside, installPackages, makeToolchain, requireNode } from "./setup.mjs";

/** @param {string} preset @returns {import("./catch2.mjs").Program} */
const testsOf = (preset) => (args, quiet) =>
  preset.startsWith("wasm")
    ? attempt(process.execPath, [`build/${preset}/tests/mha_tests.cjs`, ...args], { quiet })
    : attemptInside([`build/${preset}/tests/mha_tests`, ...args], { quiet });

await main(async () => {
  readOptions(
    "npm run check:presets: builds native-bench, and builds and tests native-debug, native-release and wasm-debug.",
    {},
  );
  requireNode();
  await installPackages();
  await makeToolchain();
  await buildPreset("native-bench");
  const reports = [];
  for (const preset of ["native-debug", "native-release", "wasm-debug"]) {
    await buildPreset(preset);
    const report = notEmpty(preset, await runCases(testsOf(preset)));
    console.log(`  ${preset}: ${report.passed} passed`);
    reports.push({ ...report, failures: report.failures.map((failure) => `${preset}: ${failure}`) });
  }
  const { failed, line } = summary(reports);
  if (failed > 0) console.log(describe(reports.flatMap(({ failures }) => failures)));
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(line);
});
