// Makes build/docs, the reference and the tutorials in each language, when something that they are made of changed.
import fs from "node:fs";
import path from "node:path";
import { languages } from "./docs-languages.mjs";
import { root } from "./run.mjs";
import { step } from "./step.mjs";
import { unlessSame } from "./unless-same.mjs";

/** Where they are made; the site takes them from here. */
export const docsFolder = "build/docs";

/** What of other packages comes with them: TypeDoc's script and styles, and the search in it. */
export const shippedWithDocs = ["typedoc", "lunr"];

const ours = fs.readdirSync(import.meta.dirname).filter((name) => /^(docs.*|.*custom-elements)\.mjs$/.test(name));

const inputs = [
  ...[
    "web/api",
    "web/element",
    "web/page/docs",
    "web/page/style/paper.css",
    "web/page/index.html",
    "web/page/icon.svg",
  ],
  ...ours.map((name) => `web/tools/${name}`),
  ...["package-lock.json", "tsconfig.json"],
];

export const makeDocs = () =>
  unlessSame(
    "docs",
    { inputs, outputs: Object.values(languages).map(({ folder }) => path.join(docsFolder, folder, "index.html")) },
    () =>
      step("Making build/docs", "10 seconds", async () => {
        const { writeDocs } = await import("./docs-write.mjs");
        await writeDocs(path.join(root, docsFolder));
      }),
  );
