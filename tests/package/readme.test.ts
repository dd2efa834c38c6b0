// The README's examples: JavaScript is run with the packed package and must print what the README shows.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../web/tools/run.mjs";
import { commands, programs, snippets } from "../../web/tools/snippets.mjs";
import { type Installed, install } from "./installed";

const readme = fs.readFileSync(path.join(root, "README.md"), "utf8");
const all = snippets(readme);

let installed: Installed;

beforeAll(() => {
  installed = install();
});

afterAll(() => installed.remove());

test("has a JavaScript example, and only blocks that a test reads", () => {
  expect(programs(all).length).toBeGreaterThan(0);
  expect(all.map(({ language }) => language).filter((language) => !["js", "text", "sh"].includes(language))).toEqual(
    [],
  );
});

test.each(programs(all))("the example in line $line runs", ({ text, printed, line }) => {
  const file = path.join(installed.project, `readme-${line}.mjs`);
  fs.writeFileSync(file, text);
  const output = execFileSync(process.execPath, [file], { cwd: installed.project, encoding: "utf8" });
  if (printed !== undefined) expect(output).toBe(printed);
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
