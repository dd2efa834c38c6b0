// Bundlers: a project each, built without any setting for this package, opened under a strict policy.
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { tensorText } from "./article.js";
import { shown, useBrowser } from "./browser.js";
import { assets, externalPage, pages, pagesOf, sources } from "./bundled-sources.js";
import { bin, freePort, installed, node, serve, writeProject } from "./project.js";
import { useStaticSite } from "./static-site.js";

useBrowser();
const site = useStaticSite();

const list = (folder: string, ending: string): string[] =>
  fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(ending));

describe("Vite", () => {
  const config = `import { defineConfig } from "vite";
export default defineConfig({
  base: "./",
  worker: { format: "es" },
  build: { target: "es2022", rolldownOptions: { input: ${JSON.stringify(pages.map((page) => `${page}.html`))} } },
});
`;
  let folder = "";

  beforeAll(() => {
    folder = writeProject("vite", {
      ...sources,
      "external.js": externalPage(assets.vite),
      "vite.config.js": config,
      "public/favicon.ico": "",
      ...pagesOf(pages, "", (name) => `./${name}.js`),
    });
  });

  describe("its development server, without a word about optimizeDeps (quickjs-emscripten 145, vite 8427)", () => {
    test.each(pages)("%s", async (page) => {
      const port = await freePort();
      const args = [bin("vite"), "--host", "127.0.0.1", "--port", String(port), "--strictPort"];
      const server = await serve(args, port, /Local:/, folder);
      try {
        expect(await shown(`${server.url}${page}.html`)).toBe(tensorText);
        expect(server.output()).not.toMatch(/warn|error/i);
      } finally {
        await server.stop();
      }
    });
  });

  describe("its build", () => {
    beforeAll(async () => {
      const { stdout, stderr } = await node([bin("vite"), "build"], { cwd: folder });
      expect(`${stdout}${stderr}`).not.toMatch(/warn|error/i);
    });

    test.each(pages)("%s", async (page) => {
      expect(await shown(site.url(`vite/dist/${page}.html`))).toBe(tensorText);
    });

    test("one wasm file goes with it, for the page that asked for one (emscripten 19066)", () => {
      expect(list(path.join(folder, "dist"), ".wasm")).toHaveLength(1);
    });
  });
});

describe("webpack", () => {
  const build = `import webpack from "webpack";
const entry = Object.fromEntries(${JSON.stringify(pages)}.map((name) => [name, \`./\${name}.js\`]));
webpack({ mode: "production", context: import.meta.dirname, entry }, (error, stats) => {
  const { errors, warnings } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? { errors: [error] };
  console.log(JSON.stringify([...errors, ...warnings].map(({ message }) => message)));
});
`;

  beforeAll(async () => {
    const folder = writeProject("webpack", {
      ...sources,
      "external.js": externalPage(assets.webpack),
      "build.mjs": build,
      ...pagesOf(pages, "dist/", (name) => `./${name}.js`),
    });
    const { stdout } = await node(["build.mjs"], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([]);
  });

  test.each(pages)("%s: neither node:module nor fs is missed (emscripten 26419, tree-sitter 466)", async (page) => {
    expect(await shown(site.url(`webpack/dist/${page}.html`))).toBe(tensorText);
  });
});

describe("Rollup", () => {
  const input = ["main", "external"];
  const build = `import { rollup } from "rollup";
import resolve from "@rollup/plugin-node-resolve";
const warnings = [];
const onwarn = ({ message }) => warnings.push(message);
const bundle = await rollup({ input: ${JSON.stringify(input.map((name) => `${name}.js`))}, plugins: [resolve()], onwarn });
await bundle.write({ dir: "dist" });
console.log(JSON.stringify(warnings));
`;

  beforeAll(async () => {
    const folder = writeProject("rollup", {
      ...sources,
      "external.js": externalPage(assets.copied),
      "build.mjs": build,
      ...pagesOf(input, "dist/", (name) => `./${name}.js`),
    });
    const { stdout } = await node(["build.mjs"], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([]);
    fs.copyFileSync(installed("dist/package/wasm/mha.wasm"), path.join(folder, "dist/mha.wasm"));
  });

  test("main: no wasm file is left behind (emscripten 19066)", async () => {
    expect(await shown(site.url("rollup/dist/main.html"))).toBe(tensorText);
  });

  test("external: the file that was copied is taken", async () => {
    expect(await shown(site.url("rollup/dist/external.html"))).toBe(tensorText);
  });
});

describe("esbuild", () => {
  const entryPoints = ["main", "worker", "external"];
  const build = `import { build } from "esbuild";
const { errors, warnings } = await build({
  entryPoints: ${JSON.stringify(entryPoints.map((name) => `${name}.js`))},
  bundle: true,
  format: "esm",
  outdir: "dist",
  loader: { ".wasm": "file" },
});
console.log(JSON.stringify([...errors, ...warnings]));
`;

  beforeAll(async () => {
    const folder = writeProject("esbuild", {
      ...sources,
      "external.js": externalPage(assets.esbuild),
      "build.mjs": build,
      // esbuild leaves workers alone: the page's own script starts the one that was built.
      "dist/in-worker.js": sources["in-worker.js"],
      ...pagesOf(pages, "dist/", (name) => `./${name}.js`),
    });
    const { stdout } = await node(["build.mjs"], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([]);
  });

  test.each(pages)("%s", async (page) => {
    expect(await shown(site.url(`esbuild/dist/${page}.html`))).toBe(tensorText);
  });
});

test("a page that imports only tensor() gets no wasm: what is not used falls away", async () => {
  const folder = writeProject("shaken", {
    "main.js": 'import { tensor } from "mha-wasm";\nconsole.log(String(tensor([1, 2])));\n',
    "build.mjs": `import { build } from "esbuild";
await build({ entryPoints: ["main.js"], bundle: true, minify: true, format: "esm", outfile: "dist/main.js" });
`,
  });
  await node(["build.mjs"], { cwd: folder });
  expect(fs.statSync(path.join(folder, "dist/main.js")).size).toBeLessThan(20_000);
  expect((await node(["dist/main.js"], { cwd: folder })).stdout).toBe("tensor([1., 2.])\n");
});
