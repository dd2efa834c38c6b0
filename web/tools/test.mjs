// `npm test`: sets up what is missing, runs every suite, and ends with one line: N passed, N failed.
import { readOptions } from "./options.mjs";
import { Failure, main } from "./run.mjs";
import { runSuites } from "./run-suites.mjs";
import { suites, suitesNamed } from "./suites.mjs";

const usage = `npm test: sets up what is missing, builds, and runs every suite.

  npm test -- --only api --only page   only these suites:
${suites.map(({ name, what }) => `    ${name.padEnd(10)}${what}`).join("\n")}`;

await main(async () => {
  const { only } = readOptions(usage, { only: { type: "string", multiple: true } });
  const names = Array.isArray(only) ? only.map(String) : [];
  const unknown = names.find((name) => suitesNamed([name]).length === 0);
  if (unknown) throw new Failure(`There is no suite ${unknown}.\n\n${usage}`);
  await runSuites(suitesNamed(names));
});
