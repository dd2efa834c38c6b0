// Packs the npm package and unpacks it where a user's project would have it.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../../web/tools/run.mjs";

export interface Installed {
  /** A folder outside the repo with `node_modules/mha-wasm` in it. */
  project: string;
  /** The packed files, as paths in the package. */
  files: string[];
  read(file: string): string;
  remove(): void;
}

export function install(): Installed {
  const project = fs.mkdtempSync(path.join(os.tmpdir(), "mha-wasm-user-"));
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", project], {
    cwd: root,
    encoding: "utf8",
  });
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
  const home = path.join(project, "node_modules/mha-wasm");
  fs.mkdirSync(home, { recursive: true });
  execFileSync("tar", ["-xzf", path.join(project, filename), "--strip-components=1", "-C", home]);
  return {
    project,
    files: files.map((file) => file.path).sort(),
    read: (file) => fs.readFileSync(path.join(home, file), "utf8"),
    remove: () => fs.rmSync(project, { recursive: true, force: true }),
  };
}
