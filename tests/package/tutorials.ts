// The tutorials' texts and code blocks, for tests that run them.
import fs from "node:fs";
import path from "node:path";
import { root } from "../../web/tools/run.mjs";
import { programs, snippets } from "../../web/tools/snippets.mjs";

const folder = path.join(root, "web/page/docs");

export const languages = ["en", "zh"] as const;

/** Files of the tutorials, the index of the docs among them. */
export const files: readonly string[] = fs.readdirSync(path.join(folder, "en"));

export const textOf = (file: string, language: (typeof languages)[number] = "en"): string =>
  fs.readFileSync(path.join(folder, language, file), "utf8");

/** The blocks of a tutorial, which are the same in every language. */
export function tutorial(name: string) {
  const all = snippets(textOf(`${name}.md`));
  return {
    languages: all.map(({ language }) => language),
    programs: programs(all),
    /** The n-th block of a language. */
    block(language: string, index = 0): string {
      const found = all.filter((snippet) => snippet.language === language)[index]?.text;
      if (found === undefined) throw new Error(`${name}.md has no such ${language} block`);
      return found;
    },
    /** The blocks that name their file, the first of each. */
    files: Object.fromEntries([...all].reverse().flatMap(({ file, text }) => (file ? [[file, text]] : []))),
  };
}
