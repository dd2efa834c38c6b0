// `npm run build`: dist/package and dist/site from a fresh clone or from what changed.
import { readOptions } from "./options.mjs";
import { main } from "./run.mjs";
import { installPackages, makeToolchain, requireNode } from "./setup.mjs";
import { buildWasm } from "./wasm.mjs";

await main(async () => {
  readOptions("npm run build: makes dist/package (the npm package) and dist/site (the page).", {});
  requireNode();
  await installPackages();
  await makeToolchain();
  await buildWasm();
  const { makePackage, makeSite } = await import("./bundle.mjs");
  await makePackage();
  await makeSite();
  console.log("dist/package and dist/site are ready.");
});
