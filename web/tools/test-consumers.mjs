// `npm run test:consumers`: the packed package in projects of those who use it.
import { readOptions } from "./options.mjs";
import { main } from "./run.mjs";
import { runSuites } from "./run-suites.mjs";
import { moreConsumers, suitesNamed } from "./suites.mjs";

const usage = `npm run test:consumers: packs the package and uses it from bundlers, frameworks, test runners and Node.

  npm run test:consumers -- --all   with Parcel, Deno and Bun, which \`npm test\` leaves out`;

await main(async () => {
  const { all } = readOptions(usage, { all: { type: "boolean" } });
  await runSuites([...suitesNamed(["package"]), ...(all ? [moreConsumers] : [])]);
});
