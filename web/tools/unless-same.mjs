// Skips work whose inputs have not changed since it last succeeded.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

/** @param {string} entry a file or a folder under the root @returns {string[]} every file in it, sorted */
export function filesIn(entry) {
  const full = path.join(root, entry);
  if (!fs.existsSync(full)) return [];
  if (!fs.statSync(full).isDirectory()) return [entry];
  return fs
    .readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(path.join(entry, name)));
}

/** @param {string[]} entries @returns {string} a hash of names and contents */
export function fingerprint(entries) {
  const hash = createHash("sha256");
  for (const file of entries.flatMap(filesIn)) {
    const bytes = fs.readFileSync(path.join(root, file));
    hash.update(`${file}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/**
 * @param {string} name of the stamp @param {{ inputs: string[], outputs: string[] }} files
 * @param {() => Promise<void>} make
 * @returns {Promise<boolean>} whether there was work to do
 */
export async function unlessSame(name, { inputs, outputs }, make) {
  const stamp = path.join(root, "build/stamps", name);
  const wanted = fingerprint(inputs);
  const made = outputs.every((output) => fs.existsSync(path.join(root, output)));
  if (made && fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === wanted) return false;
  fs.rmSync(stamp, { force: true }); // an interrupted run must not be taken for a finished one
  await make();
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, wanted);
  return true;
}
