// Publishing would go through as it is.
import { expect, test } from "vitest";
import { root } from "../../web/tools/run.mjs";
import { attempt } from "./project.js";

test("npm publish --dry-run mends nothing and refuses nothing", async () => {
  const { code, stderr } = await attempt("npm", ["publish", "--dry-run", "--ignore-scripts"], { cwd: root });
  const complaints = stderr.split("\n").filter((line) => /^npm (warn publish|error)/.test(line));
  expect(complaints.filter((line) => !line.includes("requires you to be logged in"))).toEqual([]);
  expect(code).toBe(0);
});
