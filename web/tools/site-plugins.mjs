// What makes the page a site: it is drawn ahead, and every file of it is kept for readers without a network.
import path from "node:path";
import { build, runnerImport } from "vite";
import { isOfEmbed } from "./embed-page.mjs";
import { hashOf } from "./hash-of.mjs";
import { root } from "./run.mjs";

/**
 * A script that cannot be a module: one that must run before the first paint, and one for browsers that have no modules
 * in service workers.
 * @param {string} entry @param {Record<string, string>} [define]
 */
async function classicScript(entry, define = {}) {
  const result = await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    define,
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: path.join(root, entry), output: { format: "iife" } },
    },
  });
  const chunk = "output" in result ? result.output[0] : undefined;
  if (!chunk) throw new Error(`${entry} gave no script`);
  return { code: chunk.code, moduleIds: chunk.moduleIds };
}

/** @returns {Promise<typeof import("../page/prerender.js")>} */
async function drawAhead() {
  try {
    /** @type {{ module: typeof import("../page/prerender.js") }} */
    const { module } = await runnerImport(path.join(root, "web/page/prerender.ts"), { root, logLevel: "warn" });
    return module;
  } catch (cause) {
    throw new Error(`The page could not be drawn ahead: what it renders must not ask for a browser. ${cause}`, {
      cause,
    });
  }
}

const place = "<!-- The page as drawn ahead is put in here by the build. -->";

/** @param {import("vite").Rolldown.OutputBundle | undefined} bundle @param {RegExp} pattern */
const namesIn = (bundle = {}, pattern) => Object.keys(bundle).filter((name) => pattern.test(name));

/** @param {string} name of a file that is fetched @returns {import("vite").HtmlTagDescriptor} */
const preload = (name) => ({
  tag: "link",
  attrs: { rel: "preload", href: `./${name}`, as: "fetch", crossorigin: "" },
  injectTo: "head",
});

/** Puts the page as drawn ahead into index.html, and what it needs around it.
 * @returns {import("vite").Plugin} */
export function prerendered() {
  /** @type {ReturnType<typeof drawAhead> | undefined} */
  let drawn;
  const drawnAhead = () => {
    drawn ??= drawAhead();
    return drawn;
  };
  let early = "";
  return {
    name: "prerendered",
    apply: "build",
    transform: {
      filter: { id: /web\/page\/style\/.*\.css$/ },
      handler: async (code, id) => {
        const { styles, withStandIns } = await drawnAhead();
        const sheet = withStandIns(code);
        return { code: id.endsWith("/first-paint.css") ? `${sheet}\n${styles}` : sheet, map: null };
      },
    },
    async generateBundle() {
      const { code } = await classicScript("web/page/early.ts");
      early = `assets/early-${hashOf(code)}.js`;
      this.emitFile({ type: "asset", fileName: early, source: code });
    },
    transformIndexHtml: {
      order: "post",
      handler: async (html, { bundle }) => {
        if (!html.includes(place)) throw new Error(`web/page/index.html has no ${place}`);
        const { body } = await drawnAhead();
        return {
          html: html.replace(place, () => body),
          tags: [
            { tag: "script", attrs: { src: `./${early}` }, injectTo: "head" },
            // Fetched beside the page's code, which would ask for it only when it runs.
            ...namesIn(bundle, /\.wasm$/).map((name) => preload(name)),
          ],
        };
      },
    },
  };
}

/** What the page never asks for. @param {string} name of a file of the site */
const isExtra = (name) => name.endsWith(".map") || name === "THIRD_PARTY_NOTICES" || isOfEmbed(name);

/** Writes sw.js, the service worker with the names of all files; `moduleIds` then holds what is bundled into it. */
export function offline() {
  /** @type {string[]} */
  const moduleIds = [];
  /** @type {import("vite").Plugin} */
  const plugin = {
    name: "offline",
    apply: "build",
    generateBundle: {
      order: "post", // after index.html
      async handler(_options, bundle) {
        const files = Object.values(bundle)
          .filter(({ fileName }) => !isExtra(fileName))
          .map((file) => ({
            url: file.fileName,
            // Names in assets/ change with what is in them.
            revision: file.fileName.startsWith("assets/")
              ? null
              : hashOf(file.type === "chunk" ? file.code : file.source),
          }));
        const worker = await classicScript("web/page/offline-worker.ts", { FILES: JSON.stringify(files) });
        moduleIds.push(...worker.moduleIds);
        this.emitFile({ type: "asset", fileName: "sw.js", source: worker.code });
      },
    },
  };
  return { plugin, moduleIds };
}
