// Parcel, Deno and Bun.
import { beforeAll, describe, expect, inject, test } from "vitest";
import { articleModule, tensorText } from "../article.js";
import { shown, useBrowser } from "../browser.js";
import { assets, externalPage, pages, pagesOf, sources } from "../bundled-sources.js";
import { bin, node, run, writeProject } from "../project.js";
import { strictPolicy, useStaticSite } from "../static-site.js";

useBrowser();
// Parcel writes scripts of its own into pages.
const site = useStaticSite({ policy: strictPolicy.replace("'wasm-unsafe-eval'", "$& 'unsafe-inline'") });

describe("Parcel", () => {
  beforeAll(async () => {
    const folder = writeProject("parcel", {
      ...sources,
      "external.js": externalPage(assets.parcel),
      // Parcel reads exports only where it is told to, at the root of a project, which it knows by the lock file.
      "package-lock.json": "{}",
      "package.json": JSON.stringify({ private: true, "@parcel/resolver-default": { packageExports: true } }),
      ...pagesOf(pages, "", (name) => `./${name}.js`),
    });
    const files = pages.map((page) => `${page}.html`);
    await node([bin("parcel"), "build", ...files, "--public-url", "./", "--no-cache"], { cwd: folder });
  }, 300_000);

  test.each(pages)("%s", async (page) => {
    expect(await shown(site.url(`parcel/dist/${page}.html`))).toBe(tensorText);
  });
});

const program = `import { article } from "./article.js";
import { article as external } from "./external.js";
const texts = [await article(), await external({ wasm: new URL(import.meta.resolve("mha-wasm/wasm/mha.wasm")) })];
console.log(JSON.stringify(texts));
`;

const project = (name: string): string =>
  writeProject(name, {
    "package.json": JSON.stringify({ type: "module", dependencies: { "mha-wasm": `file:${inject("tarball")}` } }),
    "deno.json": JSON.stringify({ nodeModulesDir: "manual" }),
    "article.js": articleModule(),
    "external.js": articleModule("mha-wasm/external"),
    "main.js": program,
  });

test("Deno", async () => {
  const args = [bin("deno"), "run", "--allow-read", "--no-prompt", "main.js"];
  expect(JSON.parse((await node(args, { cwd: project("deno") })).stdout)).toEqual([tensorText, tensorText]);
});

test("Bun", async () => {
  // Its own command is put in place by a script on installing, which does not run here.
  const machine = `${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;
  const bun = bin("bun").replace(/bun[\\/]bin[\\/].*$/, `@oven/bun-${machine}/bin/bun`);
  expect(JSON.parse((await run(bun, ["main.js"], { cwd: project("bun") })).stdout)).toEqual([tensorText, tensorText]);
});
