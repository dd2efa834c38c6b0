// The elements by way of bundlers, which must take "mha-wasm/element" for what it is: an import for its effect.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { useBrowser, withPage } from "./browser.js";
import { authored, expectArticle } from "./element-page.js";
import { bin, node, writeProject } from "./project.js";
import { useStaticSite } from "./static-site.js";

useBrowser();
const site = useStaticSite();

const page = authored("<attention-heads>waiting</attention-heads>", '<script type="module" src="./main.js"></script>');
const source = { "main.js": 'import "mha-wasm/element";\n' };

/** Projects by name: their files, and what builds them into dist. */
const projects: Readonly<Record<string, { files: Record<string, string>; args: () => string[] }>> = {
  vite: {
    files: { ...source, "index.html": page, "vite.config.js": 'export default { base: "./" };\n' },
    args: () => [bin("vite"), "build", "--logLevel", "warn"],
  },
  webpack: {
    files: {
      ...source,
      "dist/index.html": page,
      "build.mjs": `import webpack from "webpack";
webpack({ mode: "production", context: import.meta.dirname, entry: { main: "./main.js" }, performance: false }, (error, stats) => {
  const { errors, warnings } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? { errors: [error] };
  for (const { message } of [...errors, ...warnings]) console.log(message);
});
`,
    },
    args: () => ["build.mjs"],
  },
  esbuild: {
    files: {
      ...source,
      "dist/index.html": page,
      "build.mjs": `import { build } from "esbuild";
await build({ entryPoints: ["main.js"], bundle: true, minify: true, format: "esm", outdir: "dist", logLevel: "warning" });
`,
    },
    args: () => ["build.mjs"],
  },
};

test.each(Object.entries(projects))("%s", async (name, { files, args }) => {
  const folder = writeProject(`element-${name}`, files);
  const { stdout, stderr } = await node(args(), { cwd: folder });
  expect(`${stdout}${stderr}`).toBe("");
  await withPage(site.url(`element-${name}/dist/index.html`), (opened) =>
    expectArticle(opened.locator("attention-heads")),
  );
});

test.each(["workerd", "edge-light", "worker", "node"])(
  "what is built for servers of the kind %s has none of the elements' code",
  async (condition) => {
    const folder = writeProject(`element-${condition}`, {
      "main.js": `import { AttentionHeads } from "mha-wasm/element";
import widget from "mha-wasm/widget";
console.log(AttentionHeads, typeof widget.render({}));
`,
      "build.mjs": `import { build } from "esbuild";
const conditions = ${JSON.stringify([condition, ...(condition === "node" ? [] : ["browser"])])};
await build({ entryPoints: ["main.js"], bundle: true, format: "esm", platform: "neutral", conditions, outfile: "dist/main.js" });
`,
    });
    await node(["build.mjs"], { cwd: folder });
    expect(fs.statSync(path.join(folder, "dist/main.js")).size).toBeLessThan(2_000);
    expect((await node(["dist/main.js"], { cwd: folder })).stdout).toBe("undefined function\n");
  },
);
