// What is packed is what is used, parses as ES2022, and holds nothing that breaks bundlers, browsers or a strict CSP.
import { parse } from "acorn";
import { describe, expect, inject, test } from "vitest";
import { packageOf } from "../../web/tools/vite-plugins.mjs";
import { read } from "./project.js";

const scripts = ["index.js", "index.cjs", "external.js", "external.cjs", "element.js", "element.cjs", "widget.js"];

test("only what is used is packed", () => {
  expect(inject("packed")).toEqual([
    "LICENSE",
    "README.md",
    "dist/package/THIRD_PARTY_NOTICES",
    "dist/package/custom-elements.json",
    "dist/package/element-server.cjs",
    "dist/package/element-server.cjs.map",
    "dist/package/element-server.js",
    "dist/package/element-server.js.map",
    "dist/package/element.cjs",
    "dist/package/element.cjs.map",
    "dist/package/element.d.cts",
    "dist/package/element.d.ts",
    "dist/package/element.js",
    "dist/package/element.js.map",
    "dist/package/external.cjs",
    "dist/package/external.cjs.map",
    "dist/package/external.d.cts",
    "dist/package/external.d.ts",
    "dist/package/external.js",
    "dist/package/external.js.map",
    "dist/package/index.cjs",
    "dist/package/index.cjs.map",
    "dist/package/index.d.cts",
    "dist/package/index.d.ts",
    "dist/package/index.js",
    "dist/package/index.js.map",
    "dist/package/wasm/mha.relaxed.wasm",
    "dist/package/wasm/mha.wasm",
    "dist/package/widget-server.cjs",
    "dist/package/widget-server.cjs.map",
    "dist/package/widget-server.js",
    "dist/package/widget-server.js.map",
    "dist/package/widget.d.cts",
    "dist/package/widget.d.ts",
    "dist/package/widget.js",
    "dist/package/widget.js.map",
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

  test("its source map tells every source's text, but not the wasm again", () => {
    const map = JSON.parse(read(`dist/package/${script}.map`)) as {
      sources: string[];
      sourcesContent: (string | null)[];
    };
    expect(map.sourcesContent.map((text) => typeof text)).toEqual(map.sources.map(() => "string"));
    expect(map.sourcesContent.filter((text) => (text ?? "").length > 60_000)).toEqual([]);
    expect(read(`dist/package/${script}`)).toMatch(new RegExp(`//# sourceMappingURL=${script}.map\\s*$`));
  });
});

test("every bundled library is in THIRD_PARTY_NOTICES", () => {
  const sources = scripts.flatMap(
    (script) => (JSON.parse(read(`dist/package/${script}.map`)) as { sources: string[] }).sources,
  );
  const bundled = [...new Set(sources.map(packageOf))].filter((name) => name !== undefined);
  const notices = read("dist/package/THIRD_PARTY_NOTICES");
  for (const name of ["xtensor", "Emscripten", "musl", ...bundled]) expect(notices).toContain(name);
});
