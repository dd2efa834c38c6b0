// How the docs are made: the same each time, and not at all while TypeDoc has a complaint.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { withLevelsInOrder } from "../../web/tools/docs-layout.mjs";
import { writeDocs } from "../../web/tools/docs-write.mjs";
import { root } from "../../web/tools/run.mjs";

const folders: string[] = [];

function temporary(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mha-docs-"));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  vi.restoreAllMocks();
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [path.relative(folder, file), fs.readFileSync(file, "utf8")]),
  );

test("another time and elsewhere they come out the same", async () => {
  const folder = temporary();
  await writeDocs(folder);
  const [again, site] = [filesIn(folder), filesIn(path.join(root, "dist/site/docs"))];
  expect(Object.keys(again).sort()).toEqual(Object.keys(site).sort());
  expect(Object.keys(again).filter((name) => again[name] !== site[name])).toEqual([]);
});

test.each([
  ["a name that there is not", "{@link mha-wasm!MultiHeadAttentions | there}"],
  ["a file that there is not", "[there](in-your-pages.md)"],
])("a link to %s is a failure", async (_, link) => {
  const texts = path.join(temporary(), "docs");
  fs.cpSync(path.join(root, "web/page/docs"), texts, { recursive: true });
  fs.appendFileSync(path.join(texts, "en/in-node.md"), `\n${link}\n`);
  const said = [vi.spyOn(console, "warn"), vi.spyOn(console, "error")];
  for (const one of said) one.mockImplementation(() => undefined);
  await expect(writeDocs(temporary(), texts)).rejects.toThrow("TypeDoc has complaints");
  expect(said.flatMap(({ mock }) => mock.calls).join("\n")).toContain(
    link.includes("@link") ? "MultiHeadAttentions" : "in-your-pages.md",
  );
});

test("headings are as deep as they are nested", () => {
  const levels = (html: string) => [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  expect(levels(withLevelsInOrder("<h1>a</h1><h4>b</h4><h4>c</h4><h2>d</h2><h5>e</h5><h3>f</h3>"))).toEqual([
    1, 2, 2, 2, 3, 3,
  ]);
  expect(withLevelsInOrder("<h1>a</h1><h3 id=b>b</h3>")).toBe("<h1>a</h1><h2 id=b>b</h2>");
});
