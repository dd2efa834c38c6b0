// What is packed is what is used, parses as ES2022, and holds nothing that breaks bundlers, browsers or a strict CSP.
import { parse } from "acorn";
import { describe, expect, inject, test } from "vitest";
import { packageOf } from "../../web/tools/vite-plugins.mjs";
import { read } from "./project.js";

/** Those with source maps. */
const modules = ["index.js", "external.js", "element.js"];
const scripts = [...modules, "index.cjs", "external.cjs", "element.cjs", "widget.js"];

test("only what is used is packed", () => {
  expect(inject("packed")).toEqual([
    "LICENSE",
    "README.md",
    "dist/package/THIRD_PARTY_NOTICES",
    "dist/package/custom-elements.json",
    "dist/package/element-server.cjs",
    "dist/package/element-server.js",
    "dist/package/element.cjs",
    "dist/package/element.d.cts",
    "dist/package/element.d.ts",
    "dist/package/element.js",
    "dist/package/element.js.map",
    "dist/package/external.cjs",
    "dist/package/external.d.cts",
    "dist/package/external.d.ts",
    "dist/package/external.js",
    "dist/package/external.js.map",
    "dist/package/index.cjs",
    "dist/package/index.d.cts",
    "dist/package/index.d.ts",
    "dist/package/index.js",
    "dist/package/index.js.map",
    "dist/package/wasm/mha.relaxed.wasm",
    "dist/package/wasm/mha.wasm",
    "dist/package/widget-server.cjs",
    "dist/package/widget-server.js",
    "dist/package/widget.d.cts",
    "dist/package/widget.d.ts",
    "dist/package/widget.js",
    "package.json",
  ]);
});

test("nothing else is installed with it, and nothing runs on installing", () => {
  const { dependencies, peerDependencies, scripts } = JSON.parse(read("package.json"));
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});

describe.each(scripts)("%s", (script) => {
  test("parses as ES2022, and imports and awaits nothing while it loads", () => {
    const code = read(`dist/package/${script}`);
    const sourceType = script.endsWith(".cjs") ? "script" : "module";
    const { body } = parse(code, { ecmaVersion: 2022, sourceType, allowAwaitOutsideFunction: false });
    expect(body.filter(({ type }) => type === "ImportDeclaration")).toEqual([]);
  });

  // `eval() {` is a method of ours, PyTorch's name for leaving training mode.
  test.each([
    { what: "an asset's URL", pattern: /new URL\(\s*["'`]/g },
    { what: "place of its own", pattern: /import\.meta/g },
    { what: "eval", pattern: /(?<![.\w#])eval\((?!\)\s*\{)/g },
    { what: "code made from text", pattern: /new Function\b/g },
    { what: "Node's modules", pattern: /["']node:/g },
    { what: "CommonJS", pattern: /(?<![.\w])require\(/g },
  ])("holds no $what", ({ pattern }) => {
    const code = read(`dist/package/${script}`);
    expect([...code.matchAll(pattern)].map(({ index }) => code.slice(Math.max(0, index - 60), index + 60))).toEqual([]);
  });
});

describe("source maps", () => {
  test.each(modules)("%s: it tells every source's text, but not the wasm again", (script) => {
    const map = JSON.parse(read(`dist/package/${script}.map`)) as {
      sources: string[];
      sourcesContent: (string | null)[];
    };
    expect(map.sourcesContent.map((text) => typeof text)).toEqual(map.sources.map(() => "string"));
    expect(map.sourcesContent.filter((text) => (text ?? "").length > 60_000)).toEqual([]);
    expect(read(`dist/package/${script}`)).toMatch(new RegExp(`//# sourceMappingURL=${script}.map\\s*$`));
  });

  test("nothing else names one: the same code has its map in an ES module", () => {
    const naming = scripts.filter((script) => read(`dist/package/${script}`).includes("sourceMappingURL"));
    expect(naming).toEqual(modules);
  });
});

test("every bundled library is in THIRD_PARTY_NOTICES", () => {
  const sources = modules.flatMap(
    (script) => (JSON.parse(read(`dist/package/${script}.map`)) as { sources: string[] }).sources,
  );
  const bundled = [...new Set(sources.map(packageOf))].filter((name) => name !== undefined);
  const notices = read("dist/package/THIRD_PARTY_NOTICES");
  for (const name of ["xtensor", "Emscripten", "musl", ...bundled]) expect(notices).toContain(name);
});
