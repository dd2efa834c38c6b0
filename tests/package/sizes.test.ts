// What each entry costs to fetch, gzipped, and what the package costs to install, stays within its budget.
import fs from "node:fs";
import zlib from "node:zlib";
import { expect, inject, test } from "vitest";
import { installed } from "./project.js";

const KB = 1024;

const gzipped = (file: string): number =>
  zlib.gzipSync(fs.readFileSync(installed(`dist/package/${file}`)), { level: 9 }).length;

test.each([
  { entry: "mha-wasm", files: ["index.js"], budget: 55 * KB },
  { entry: "mha-wasm/external", files: ["external.js", "wasm/mha.wasm"], budget: 45 * KB },
  { entry: "mha-wasm/element", files: ["element.js"], budget: 110 * KB },
  { entry: "mha-wasm/widget", files: ["widget.js"], budget: 110 * KB },
])("$entry: $files", ({ files, budget }) => {
  const sizes = Object.fromEntries(files.map((file) => [file, gzipped(file)]));
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(budget);
});

test("the tarball", () => {
  expect(fs.statSync(inject("tarball")).size).toBeLessThanOrEqual(1_150_000);
});
