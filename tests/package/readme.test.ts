// The README's examples: JavaScript is run with the packed package and must print what the README shows.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../../web/tools/run.mjs";
import { commands, programs, snippets } from "../../web/tools/snippets.mjs";
import { assets } from "./bundled-sources.js";
import { node, writeProject } from "./project.js";

const readme = fs.readFileSync(path.join(root, "README.md"), "utf8");
const all = snippets(readme);

test("has a JavaScript example, and only blocks that a test reads", () => {
  expect(programs(all).length).toBeGreaterThan(0);
  // Those of html, md and py are for authors: embedding.test.ts runs them; types.test.ts compiles that of ts.
  const known = ["js", "text", "sh", "html", "md", "py", "ts"];
  expect(all.map(({ language }) => language).filter((language) => !known.includes(language))).toEqual([]);
});

test.each(programs(all))("the example in line $line runs", async ({ text, printed, line }) => {
  const file = text.includes("require(") ? "main.cjs" : "main.mjs";
  const cwd = writeProject(`readme-${line}`, { [file]: text });
  const { stdout } = await node([file], { cwd });
  if (printed !== undefined) expect(stdout).toBe(printed);
});

test.each(Object.entries(assets).filter(([name]) => name !== "copied"))("it says how %s takes the wasm", (_, asset) => {
  expect(readme).toContain(`| \`${asset}\` |`);
});

test.each(commands(all))("the command `%s` is one of ours", (command) => {
  const { name, scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const script = command.match(/^npm (?:run )?([\w:]+)/)?.[1];
  const known = command === `npm install ${name}` || /^(git clone|cd) /.test(command) || (script && script in scripts);
  expect(known).toBeTruthy();
});

test("every file that it links to is there", () => {
  const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = ""]) => target);
  expect(links.filter((target) => !fs.existsSync(path.join(root, target)))).toEqual([]);
});
