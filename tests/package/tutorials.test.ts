// The tutorials: the same code in every language, and what runs without a page runs here and prints what they say.
import { describe, expect, test } from "vitest";
import { commands, snippets } from "../../web/tools/snippets.mjs";
import { useBrowser, withPage } from "./browser.js";
import { drawnCells } from "./element-page.js";
import { attempt, bin, node, writeProject } from "./project.js";
import { useStaticSite } from "./static-site.js";
import { files, textOf, tutorial } from "./tutorials.js";

useBrowser();
const site = useStaticSite();

describe.each(files)("%s", (file) => {
  const [en, zh] = [textOf(file), textOf(file, "zh")];

  test("has the same code in both languages", () => {
    const code = (markdown: string) => snippets(markdown).map(({ line: _, ...snippet }) => snippet);
    expect(code(zh)).toEqual(code(en));
  });

  test("has the same links and sections in both languages", () => {
    const shape = (markdown: string) => {
      const prose = markdown.replace(/^```.*?^```$/gms, "");
      return {
        headings: [...prose.matchAll(/^(#+) /gm)].map(([, level]) => level),
        links: [...prose.matchAll(/\]\(([^)]+)\)|\{@link (\S+)/g)].map(([, link, name]) => link ?? name).sort(),
      };
    };
    expect(shape(zh)).toEqual(shape(en));
  });

  test("asks for our commands alone", () => {
    expect(commands(snippets(en)).filter((command) => command !== "npm install mha-wasm")).toEqual([]);
  });
});

describe("in Node", () => {
  const { languages, programs, files: written } = tutorial("in-node");

  test("every block is run here", () => {
    expect([...new Set(languages)].sort()).toEqual(["js", "json", "sh", "text"]);
    expect(programs.every(({ file, printed }) => file && printed)).toBe(true);
  });

  test.each(programs)("$file prints what it says", async ({ file = "", printed }) => {
    const cwd = writeProject("tutorial-node", written);
    expect((await node([file], { cwd })).stdout).toBe(printed);
  });
});

describe("in a bundler", () => {
  const { languages, programs, block, files: written } = tutorial("in-your-bundler");
  const [withTags, withFile, onServer] = programs;

  test("every block is run here", () => {
    expect(languages).toEqual(["sh", "html", "js", "text", "js", "text", "ts", "js", "text"]);
  });

  test.each([
    ["with tags", withTags, 2],
    ["with the wasm as a file", withFile, 0],
  ] as const)("a page with Vite, %s", async (name, program, heads) => {
    const folder = `tutorial-vite ${name}`.replaceAll(" ", "-");
    const page = { "index.html": block("html"), "main.js": program?.text ?? "", "public/favicon.ico": "" };
    const cwd = writeProject(folder, page);
    const { stdout, stderr } = await node([bin("vite"), "build", "--base", "./"], { cwd });
    expect(`${stdout}${stderr}`).not.toMatch(/warn|error/i);
    await withPage(site.url(`${folder}/dist/index.html`), async (opened) => {
      const output = opened.locator("#output:not(:empty)");
      expect(`${await output.textContent({ timeout: 30_000 })}\n`).toBe(program?.printed);
      if (heads > 0) await drawnCells(opened.locator("attention-heads")).first().waitFor();
      expect(await opened.locator("attention-head").count()).toBe(heads);
    });
  });

  test("TypeScript knows the tags", async () => {
    const compilerOptions = {
      module: "esnext",
      moduleResolution: "bundler",
      target: "es2022",
      strict: true,
      noEmit: true,
    };
    const cwd = writeProject("tutorial-types", {
      "main.ts": written["main.ts"] ?? "",
      "tsconfig.json": JSON.stringify({ compilerOptions: { ...compilerOptions, types: [] }, files: ["main.ts"] }),
    });
    const checked = await attempt(process.execPath, [bin("typescript", "tsc")], { cwd });
    expect(checked).toMatchObject({ code: 0, stdout: "" });
  });

  test("on a server the import of tags does nothing", async () => {
    const cwd = writeProject("tutorial-server", { "server.mjs": onServer?.text ?? "" });
    expect((await node(["server.mjs"], { cwd })).stdout).toBe(onServer?.printed);
  });
});
