// What a fresh clone needs before anything can be built: Node, npm packages, the toolchain.
import fs from "node:fs";
import path from "node:path";
import { attempt, Failure, root, run } from "./run.mjs";
import { step } from "./step.mjs";

const oldestNode = [20, 19];

/** @param {string} [version] */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [needMajor = 0, needMinor = 0] = oldestNode;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new Failure(
    `Node ${version} is too old: building needs Node ${oldestNode.join(".")} or newer (https://nodejs.org).`,
  );
}

/**
 * Whether node_modules holds what the lock file names. npm writes its own record last, so an interrupted
 * installation has none.
 * @param {{ packages: Record<string, Locked> }} lock @param {{ packages: Record<string, Locked> }} installed
 * @typedef {{ version?: string, integrity?: string, optional?: boolean }} Locked
 */
export function sameInstallation(lock, installed) {
  const wanted = Object.entries(lock.packages).filter(([name]) => name !== "");
  const extra = Object.keys(installed.packages).some((name) => !(name in lock.packages));
  return (
    !extra &&
    wanted.every(([name, { version, integrity, optional }]) => {
      const found = installed.packages[name];
      return found ? found.version === version && found.integrity === integrity : optional === true;
    })
  );
}

function packagesAreInstalled() {
  const record = path.join(root, "node_modules/.package-lock.json");
  if (!fs.existsSync(record)) return false;
  const [lock, installed] = [path.join(root, "package-lock.json"), record].map((file) =>
    JSON.parse(fs.readFileSync(file, "utf8")),
  );
  return sameInstallation(lock, installed);
}

export async function installPackages() {
  if (packagesAreInstalled()) return;
  await step("Installing npm packages", "10 seconds", () => run("npm", ["ci", "--no-audit", "--no-fund"]));
}

const enterScript = path.join(root, "cpp/toolchain/enter");

/** Makes the toolchain where there is none; `enter` says what it does. */
export const makeToolchain = () => run(enterScript, ["--make"]);

/** @returns {Promise<string>} "path", or the toolchain's folder */
export async function toolchainPlace() {
  return (await run(enterScript, ["--where"], { quiet: true })).stdout.trim();
}

/** @param {string[]} command @param {import("./run.mjs").Settings} [settings] */
export const enter = (command, settings) => run(enterScript, command, settings);

/** @param {string[]} command @param {import("./run.mjs").Settings} [settings] */
export const attemptInside = (command, settings) => attempt(enterScript, command, settings);
