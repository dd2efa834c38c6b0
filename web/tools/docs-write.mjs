// Has TypeDoc write the reference of the package's entries and the tutorials, in each language.
import fs from "node:fs";
import path from "node:path";
import { Application } from "typedoc";
import ts from "typescript";
import { readCustomElements } from "./custom-elements.mjs";
import { documentElements, elementTags } from "./docs-elements.mjs";
import { languages } from "./docs-languages.mjs";
import { asPartOfTheSite, withoutUnusedParts } from "./docs-pages.mjs";
import { root } from "./run.mjs";
import { filesIn } from "./unless-same.mjs";
import { entries } from "./vite-package.config.mjs";

/** The tutorials, in their order: a file of this name in web/page/docs/en and another in zh. */
export const tutorials = [
  "in-your-page",
  "in-your-bundler",
  "in-node",
  "in-myst-and-jupyter",
  "in-observable",
  "in-an-iframe",
];

/** What users can import, under the names by which they do. @returns {import("typedoc").DocumentationEntryPoint[]} */
function readEntries() {
  const files = Object.entries(entries)
    .filter(([, { isServer }]) => !isServer)
    .map(([name, { source, types = source }]) => ({
      displayName: name === "index" ? "mha-wasm" : `mha-wasm/${name}`,
      file: path.join(root, types),
    }));
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const program = ts.createProgram(
    files.map(({ file }) => file),
    { ...options, types: ["node"] },
  );
  return files.map(({ displayName, file }) => {
    const sourceFile = program.getSourceFile(file);
    if (!sourceFile) throw new Error(`${file} is not there`);
    return { displayName, program, sourceFile };
  });
}

/** Ours: the page's paper first. */
const styles = ["web/page/style/paper.css", ...filesIn("web/page/docs/style")];
// TypeDoc takes one style sheet.
const style = path.join(root, "build/docs.css");

function writeStyle() {
  fs.writeFileSync(style, styles.map((file) => fs.readFileSync(path.join(root, file), "utf8")).join("\n"));
}

/** @param {"en" | "zh"} lang @param {string} texts @returns {Partial<import("typedoc").TypeDocOptions>} */
const optionsFor = (lang, texts) => ({
  lang,
  name: "mha-wasm",
  readme: path.join(texts, lang, "index.md"),
  projectDocuments: tutorials.map((name) => path.join(texts, lang, `${name}.md`)),
  customCss: style,
  customJs: path.join(root, "web/page/docs/frames.js"),
  favicon: path.join(root, "web/page/icon.svg"),
  router: "site",
  theme: "site",
  locales: { [lang]: { kind_plural_document: languages[lang].words.tutorials } },
  logLevel: "Warn",
  // The same text whatever is checked out, and whenever.
  disableSources: true,
  hideGenerator: true,
  githubPages: false,
  includeHierarchySummary: false,
  visibilityFilters: {},
  kindSortOrder: ["Document", "Module", "Function", "Class", "Constructor", "Property", "Accessor", "Method"],
  navigation: { includeGroups: true, includeCategories: false, includeFolders: false, excludeReferences: true },
  // Code is as plain as on the site's page. The highlighter gives up on a line that takes a busy machine too long, so that
  // its colours are not the same each time.
  highlightLanguages: [],
  ignoredHighlightLanguages: ["html", "js", "json", "md", "py", "sh", "text", "ts"],
  searchInComments: true,
  searchInDocuments: true,
  excludeInternal: true,
  excludeProtected: true,
  excludeExternals: true,
  notRenderedTags: elementTags,
  // What AttentionTags is made of.
  intentionallyNotExported: ["Properties", "Attributes", "Listeners"].map((name) => `web/element/tags.ts:${name}`),
  validation: { notExported: true, invalidLink: true, invalidPath: true, rewrittenLink: true, notDocumented: true },
});

/** @param {import("typedoc").Application} app */
function mustBeContent({ logger }) {
  if (logger.hasErrors() || logger.hasWarnings())
    throw new Error(
      "TypeDoc has complaints about the docs, see above: what is exported is documented, and links lead somewhere.",
    );
}

/** @param {string} folder @param {string} [texts] the tutorials and the index, in a folder a language */
export async function writeDocs(folder, texts = path.join(root, "web/page/docs")) {
  writeStyle();
  const entryPoints = readEntries();
  const manifest = await readCustomElements();
  for (const lang of /** @type {const} */ (["en", "zh"])) {
    const app = await Application.bootstrap(optionsFor(lang, texts));
    app.options.setValue("blockTags", [...app.options.getValue("blockTags"), ...elementTags]);
    documentElements(app, manifest);
    asPartOfTheSite(app);
    const project = app.converter.convert(entryPoints);
    app.validate(project);
    mustBeContent(app);
    const place = path.join(folder, languages[lang].folder);
    await app.generateDocs(project, place);
    mustBeContent(app);
    withoutUnusedParts(place);
  }
}
