// Puts the page for frames into the site: embed/index.html, its script with everything in one file, its style.
import fs from "node:fs";
import path from "node:path";
import { build } from "vite";
import { hashOf } from "./hash-of.mjs";
import { root } from "./run.mjs";
import { glueWithoutAssetUrl, onlyUsedSchemes, plainSimdAlone } from "./vite-plugins.mjs";

const folder = path.join(root, "web/page/embed");

/** Whether a file of the site belongs to that page alone. @param {string} name */
export const isOfEmbed = (name) => /^(embed\/|assets\/embed-)/.test(name);

/** One file, as the package's element.js is: whoever reads an author's page fetches little else. */
async function script() {
  const result = await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [glueWithoutAssetUrl(), plainSimdAlone(), onlyUsedSchemes()],
    build: {
      write: false,
      target: "es2022",
      modulePreload: { polyfill: false },
      rolldownOptions: { input: path.join(folder, "embed.ts"), output: { minify: true } },
    },
  });
  const [chunk, ...more] = "output" in result ? result.output : [];
  if (!chunk || more.length > 0) throw new Error("web/page/embed/embed.ts did not become one file");
  return chunk;
}

/** @param {string[]} moduleIds what is bundled, for the notices @returns {import("vite").Plugin} */
export const embedPage = (moduleIds) => ({
  name: "embed-page",
  apply: "build",
  async generateBundle(_options, bundle) {
    /** @param {string} ending @param {string} source */
    const emit = (ending, source) => {
      const fileName = `assets/embed-${hashOf(source)}.${ending}`;
      this.emitFile({ type: "asset", fileName, source });
      return `../${fileName}`;
    };
    const { code, moduleIds: modules } = await script();
    moduleIds.push(...modules);
    const style = fs.readFileSync(path.join(folder, "embed.css"), "utf8");
    const icon = Object.keys(bundle).find((name) => /\bicon-.*\.svg$/.test(name));
    const places = { "./embed.ts": emit("js", code), "./embed.css": emit("css", style), "../icon.svg": `../${icon}` };
    const html = Object.entries(places).reduce(
      (text, [from, to]) => {
        if (!text.includes(`"${from}"`)) throw new Error(`web/page/embed/index.html does not name ${from}`);
        return text.replace(`"${from}"`, `"${to}"`);
      },
      fs.readFileSync(path.join(folder, "index.html"), "utf8"),
    );
    this.emitFile({ type: "asset", fileName: "embed/index.html", source: html });
  },
});
