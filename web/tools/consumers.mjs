// A folder where the packed package is installed, beside the bundlers, frameworks and test runners of those who use it.
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root, run } from "./run.mjs";
import { step } from "./step.mjs";

const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), ".cache"), "mha-wasm");
// Nobody's installation may need a script, ours least of all.
const installing = ["--ignore-scripts", "--no-audit", "--no-fund"];

/** Removes tools that no run has used for a week. @param {string} name */
function removeUnused(name) {
  const weekAgo = Date.now() - 7 * 24 * 60 * 60 * 1000;
  const entries = fs.existsSync(cache) ? fs.readdirSync(cache).filter((entry) => entry.startsWith(`${name}-`)) : [];
  for (const folder of entries.map((entry) => path.join(cache, entry)))
    if (fs.statSync(folder).mtimeMs < weekAgo) fs.rmSync(folder, { recursive: true, force: true });
}

/**
 * Installs what a lock file names, once for all runs; it stays in the user's cache folder, as the toolchain does.
 * @param {string} name of a folder in tests/package with a package.json and its lock @param {string} usually
 * @returns {Promise<string>} the folder
 */
async function installTools(name, usually) {
  const source = path.join(root, "tests/package", name);
  const files = ["package.json", "package-lock.json"];
  const hash = createHash("sha256");
  for (const file of files) hash.update(fs.readFileSync(path.join(source, file)));
  const folder = path.join(cache, `${name}-${hash.digest("hex").slice(0, 12)}`);
  if (fs.existsSync(folder)) return folder;
  removeUnused(name);
  const unfinished = `${folder}.${process.pid}`;
  fs.mkdirSync(unfinished, { recursive: true });
  for (const file of files) fs.copyFileSync(path.join(source, file), path.join(unfinished, file));
  await step(`Installing ${name}, for the tests of the package`, usually, () =>
    // Vite's build, where it has run in this process before, leaves NODE_ENV=production, for which npm installs no tools.
    run("npm", ["ci", "--include=dev", "--prefer-offline", ...installing], { cwd: unfinished, quiet: true }),
  );
  if (!fs.existsSync(folder)) fs.renameSync(unfinished, folder);
  fs.rmSync(unfinished, { recursive: true, force: true });
  return folder;
}

/** @param {string} folder @returns {Promise<{ tarball: string, files: string[] }>} the packed package, and what is in it */
async function pack(folder) {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { quiet: true });
  /** @type {[{ filename: string, files: { path: string }[] }]} */
  const [{ filename, files }] = JSON.parse(stdout);
  return { tarball: path.join(folder, filename), files: files.map((file) => file.path).sort() };
}

/**
 * @param {"consumers" | "more-consumers"} name of the tools beside it
 * @returns {Promise<{ home: string, tarball: string, files: string[], remove: () => void }>} home: a folder of its own,
 * with node_modules/mha-wasm in it, and the tools in a node_modules above
 */
export async function makeHome(name = "consumers") {
  const tools = await installTools(name, "30 seconds");
  const home = fs.mkdtempSync(path.join(tools, "run-"));
  const packed = await pack(home);
  fs.writeFileSync(path.join(home, "package.json"), '{ "private": true }\n');
  await run("npm", ["install", "--offline", ...installing, packed.tarball], { cwd: home, quiet: true });
  return { home, ...packed, remove: () => fs.rmSync(home, { recursive: true, force: true }) };
}
