// What is packed is what is used, parses as ES2022, and holds nothing that breaks bundlers, browsers or a strict CSP.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parse } from "acorn";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../web/tools/run.mjs";
import { packageOf } from "../../web/tools/vite-plugins.mjs";
import { type Installed, install } from "./installed";

let installed: Installed;

beforeAll(() => {
  installed = install();
});

afterAll(() => installed.remove());

test("only what is used is packed", () => {
  expect(installed.files).toEqual([
    "LICENSE",
    "README.md",
    "dist/package/THIRD_PARTY_NOTICES",
    "dist/package/index.d.ts",
    "dist/package/index.js",
    "dist/package/index.js.map",
    "package.json",
  ]);
});

test("nothing else is installed with it, and nothing runs on installing", () => {
  const { dependencies, peerDependencies, scripts } = JSON.parse(installed.read("package.json"));
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});

test("every path that package.json exports is there", () => {
  const { exports: entries } = JSON.parse(installed.read("package.json"));
  const targets: string[] = Object.values(entries).flatMap((entry) =>
    typeof entry === "string" ? entry : Object.values(entry as object),
  );
  for (const target of targets) expect(installed.read(target)).not.toBe("");
});

describe("index.js", () => {
  test("parses as ES2022, and imports and awaits nothing while it loads", () => {
    const code = installed.read("dist/package/index.js");
    const { body } = parse(code, { ecmaVersion: 2022, sourceType: "module", allowAwaitOutsideFunction: false });
    expect(body.filter(({ type }) => type === "ImportDeclaration")).toEqual([]);
  });

  // `eval() {` is a method of ours, PyTorch's name for leaving training mode.
  test.each([
    { what: "an asset's URL", pattern: /new URL\(/g },
    { what: "eval", pattern: /(?<![.\w#])eval\((?!\)\s*\{)/g },
    { what: "code made from text", pattern: /new Function\b/g },
    { what: "Node's modules", pattern: /["']node:/g },
    { what: "CommonJS", pattern: /(?<![.\w])require\(/g },
  ])("holds no $what", ({ pattern }) => {
    const code = installed.read("dist/package/index.js");
    expect([...code.matchAll(pattern)].map(({ index }) => code.slice(Math.max(0, index - 60), index + 60))).toEqual([]);
  });
});

test("every bundled library is in THIRD_PARTY_NOTICES", () => {
  const { sources } = JSON.parse(installed.read("dist/package/index.js.map")) as { sources: string[] };
  const bundled = [...new Set(sources.map(packageOf))].filter((name) => name !== undefined);
  const notices = installed.read("dist/package/THIRD_PARTY_NOTICES");
  for (const name of ["xtensor", "Emscripten", "musl", ...bundled]) expect(notices).toContain(name);
});

test.each(["node16", "bundler"])("its types resolve under moduleResolution %s", (resolution) => {
  const user = path.join(installed.project, `${resolution}.mts`);
  fs.writeFileSync(
    user,
    `import init, { MultiHeadAttention, type Tensor } from "mha-wasm";
await init();
const mha = new MultiHeadAttention({ dIn: 3, dOut: 2, contextLength: 6, numHeads: 2 });
export const y: Tensor = mha.forward([[0.43, 0.15, 0.89]]);
`,
  );
  const compilerOptions = {
    module: resolution === "node16" ? "node16" : "esnext",
    moduleResolution: resolution,
    target: "es2022",
    strict: true,
    noEmit: true,
    types: [],
  };
  const project = path.join(installed.project, `${resolution}.json`);
  fs.writeFileSync(project, JSON.stringify({ compilerOptions, files: [user] }));
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  expect(spawnSync(process.execPath, [tsc, "--project", project], { encoding: "utf8" }).stdout).toBe("");
});
