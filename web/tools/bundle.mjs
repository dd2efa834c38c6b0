// Makes what users get: dist/package (npm) and dist/site (the page), each only when something it is made of changed.
import fs from "node:fs";
import path from "node:path";
import { root, run } from "./run.mjs";
import { step } from "./step.mjs";
import { unlessSame } from "./unless-same.mjs";

const glue = ["build/wasm/mha.mjs", "build/wasm/mha.d.mts", "build/wasm/inline.mjs"];
const sources = ["web/api", "web/formats", "web/tools", "package-lock.json", "tsconfig.json", ...glue];

/** @param {string} config of Vite, in web/tools */
async function viteBuild(config) {
  const { build } = await import("vite");
  await build({ configFile: path.join(root, "web/tools", config) });
}

// Symbol.dispose, which users' own `lib` may lack; the generator drops such references.
const typesHead = '/// <reference lib="esnext.disposable" />\n';

async function writeTypes() {
  const generator = path.join(root, "node_modules/dts-bundle-generator/dist/bin/dts-bundle-generator.js");
  const file = path.join(root, "dist/package/index.d.ts");
  const options = [
    "--silent",
    "--no-check",
    "--no-banner",
    "--export-referenced-types=false",
    "--project",
    "tsconfig.json",
  ];
  await run(process.execPath, [generator, ...options, "--out-file", file, "web/api/index.ts"], { quiet: true });
  fs.writeFileSync(file, typesHead + fs.readFileSync(file, "utf8"));
}

export const makePackage = () =>
  unlessSame("package", { inputs: sources, outputs: ["dist/package/index.js", "dist/package/index.d.ts"] }, () =>
    step("Making dist/package", "5 seconds", async () => {
      fs.rmSync(path.join(root, "dist/package"), { recursive: true, force: true });
      await viteBuild("vite-package.config.mjs");
      await writeTypes();
    }),
  );

export const makeSite = () =>
  unlessSame(
    "site",
    { inputs: [...sources, "web/page", "web/element"], outputs: ["dist/site/index.html", "dist/site/sw.js"] },
    () => step("Making dist/site", "5 seconds", () => viteBuild("vite-site.config.mjs")),
  );
