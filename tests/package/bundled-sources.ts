// What the bundlers are given: a page, the same in a worker, and the same with the wasm as a file of its own.
import { articleModule, html, show } from "./article.js";

const startWorker = `new Promise((resolve) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve(message);
})`;

/** Scripts of a page each, and what they import. */
export const sources = {
  "article.js": articleModule(),
  "main.js": show('import { article } from "./article.js";', "article()"),
  "worker.js": `import { article } from "./article.js";
article().then(postMessage, (error) => postMessage(String(error)));
`,
  "in-worker.js": show("", startWorker),
  "external-article.js": articleModule("mha-wasm/external"),
};

/** How each bundler is told that the wasm file is to go along: statements that make `wasm`; README shows the same. */
export const assets = {
  vite: 'import wasm from "mha-wasm/wasm/mha.wasm?url"',
  webpack: 'const wasm = new URL("mha-wasm/wasm/mha.wasm", import.meta.url)',
  parcel: 'const wasm = new URL("npm:mha-wasm/wasm/mha.wasm", import.meta.url)',
  esbuild: 'import wasm from "mha-wasm/wasm/mha.wasm"',
  copied: 'const wasm = "mha.wasm"',
};

/** The page of the external entry. */
export const externalPage = (asset: string): string =>
  show(`import { article } from "./external-article.js";\n${asset};`, "article({ wasm })");

/** The pages' names. */
export const pages = ["main", "in-worker", "external"] as const;

/** HTML files that load what was built. */
export const pagesOf = (
  names: readonly string[],
  folder: string,
  script: (name: string) => string,
): Record<string, string> => Object.fromEntries(names.map((name) => [`${folder}${name}.html`, html(script(name))]));
