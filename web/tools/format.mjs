// `npm run format`: writes every file as the checks want it.
import { cppFiles, npmProgram } from "./checks.mjs";
import { readOptions } from "./options.mjs";
import { main, run } from "./run.mjs";
import { enter, installPackages, requireNode } from "./setup.mjs";

await main(async () => {
  readOptions("npm run format: formats web by Biome and C++ by clang-format.", {});
  requireNode();
  await installPackages();
  await run(npmProgram("biome"), ["check", "--write", "--linter-enabled=false", "."]);
  await enter(["clang-format-19", "-i", ...cppFiles()]);
});
