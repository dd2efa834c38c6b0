// Makes what users get: dist/package (npm) and dist/site (the page), each only when something it is made of changed.
import fs from "node:fs";
import path from "node:path";
import { writeCustomElements } from "./custom-elements.mjs";
import { docsFolder, makeDocs } from "./docs.mjs";
import { root } from "./run.mjs";
import { step } from "./step.mjs";
import { unlessSame } from "./unless-same.mjs";

const glue = ["mha.mjs", "mha.d.mts", "inline.mjs", "build-name.mjs", "shipped"].map((name) => `build/wasm/${name}`);
const sources = ["web/api", "web/formats", "web/element", "web/tools", "package-lock.json", "tsconfig.json", ...glue];
const folder = path.join(root, "dist/package");

async function writeScripts() {
  const { build } = await import("vite");
  const { entries, packageConfig } = await import("./vite-package.config.mjs");
  /** @type {string[]} */
  const modules = [];
  for (const [name, entry] of Object.entries(entries))
    for (const format of entry.formats)
      for (const result of [await build(packageConfig(name, entry, format, modules))].flat())
        if ("output" in result)
          modules.push(...result.output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : [])));
}

/** Source maps tell the sources' text, but the wasm is in the bundle already, and nothing to read. */
function trimSourceMaps() {
  for (const name of fs.readdirSync(folder).filter((name) => name.endsWith(".map"))) {
    const file = path.join(folder, name);
    const map = JSON.parse(fs.readFileSync(file, "utf8"));
    const inline = map.sources.findIndex((/** @type {string} */ source) => source.endsWith("build/wasm/inline.mjs"));
    if (inline >= 0) map.sourcesContent[inline] = "// The wasm, deflated, as base64.\n";
    fs.writeFileSync(file, JSON.stringify(map));
  }
}

// Symbol.dispose, which users' own `lib` may lack; the generator drops such references.
const typesHead = '/// <reference lib="esnext.disposable" />\n';

/**
 * The same text serves both kinds of module: it imports nothing, and each takes its file for one of its own kind.
 * @param {[name: string, entry: import("./vite-package.config.mjs").Entry][]} typed entries
 * @param {import("dts-bundle-generator").OutputOptions} [more]
 */
async function writeTypesOf(typed, more) {
  const { generateDtsBundle } = await import("dts-bundle-generator");
  const output = { noBanner: true, exportReferencedTypes: false, ...more };
  const asked = typed.map(([, { source, types = source }]) => ({ filePath: path.join(root, types), output }));
  const texts = generateDtsBundle(asked, { preferredConfigPath: path.join(root, "tsconfig.json") });
  for (const [index, [name]] of typed.entries())
    for (const ending of ["d.ts", "d.cts"])
      fs.writeFileSync(path.join(folder, `${name}.${ending}`), `${typesHead}${texts[index]}`);
}

async function writeTypes() {
  const { entries } = await import("./vite-package.config.mjs");
  const all = Object.entries(entries).filter(([, { isServer }]) => !isServer);
  await writeTypesOf(all.filter(([, { types }]) => !types));
  // By themselves, for what they declare for every module is all that is declared so in what they import.
  await writeTypesOf(
    all.filter(([, { types }]) => types),
    { inlineDeclareGlobals: true },
  );
}

const packageOutputs = ["index.js", "external.d.cts", "element.d.cts", "widget.js", "wasm/mha.wasm"].map(
  (name) => `dist/package/${name}`,
);

export const makePackage = () =>
  unlessSame("package", { inputs: sources, outputs: packageOutputs }, () =>
    step("Making dist/package", "10 seconds", async () => {
      fs.rmSync(folder, { recursive: true, force: true });
      await writeScripts();
      trimSourceMaps();
      await writeTypes();
      await writeCustomElements(folder);
      fs.cpSync(path.join(root, "build/wasm/shipped"), path.join(folder, "wasm"), { recursive: true });
    }),
  );

/** @param {string} config of Vite, in web/tools */
async function viteBuild(config) {
  const { build } = await import("vite");
  await build({ configFile: path.join(root, "web/tools", config) });
}

export async function makeSite() {
  await makeDocs();
  await unlessSame(
    "site",
    {
      inputs: [...sources, "web/page", docsFolder],
      outputs: ["index.html", "sw.js", "embed/index.html", "docs/index.html"].map((name) => `dist/site/${name}`),
    },
    () =>
      step("Making dist/site", "5 seconds", async () => {
        await viteBuild("vite-site.config.mjs");
        fs.cpSync(path.join(root, docsFolder), path.join(root, "dist/site/docs"), { recursive: true });
      }),
  );
}
