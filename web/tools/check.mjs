// `npm run check`: format, lint, types and the directions of the house.
import { buildPreset } from "./cmake.mjs";
import { readOptions } from "./options.mjs";
import { describe } from "./report.mjs";
import { main } from "./run.mjs";
import { installPackages, makeToolchain, requireNode } from "./setup.mjs";
import { suitesNamed } from "./suites.mjs";
import { buildWasm } from "./wasm.mjs";

await main(async () => {
  readOptions(
    "npm run check: format, lint, types and the directions of the house. `npm run format` mends the first.",
    {},
  );
  requireNode();
  await installPackages();
  await makeToolchain();
  await buildWasm(); // types need the glue's declarations
  await buildPreset("native-asan"); // lint needs the compile commands
  for (const { run } of suitesNamed(["check"])) {
    const { failures } = await run();
    if (failures.length === 0) continue;
    console.error(describe(failures));
    process.exitCode = 1;
  }
});
