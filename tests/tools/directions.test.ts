// The directions check passes on the house as it stands, and catches a planted violation of every rule.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mayUse, violations } from "../../web/tools/directions.mjs";
import { root } from "../../web/tools/run.mjs";

const rooms = Object.keys(mayUse);
const language = (room: string) => room.slice(0, room.indexOf("/"));
const include = (other: string) => `#include "../${other.slice(4)}/planted_target.h"\n`;
const reexport = (other: string) => `export * from "../${other.slice(4)}/planted-target.ts";\n`;

const forbidden = rooms.flatMap((room) =>
  rooms
    .filter((other) => other !== room && language(other) === language(room) && !mayUse[room]?.includes(other))
    .map((other) =>
      language(room) === "web"
        ? { rule: "rooms", folder: room, ending: ".ts", text: reexport(other) }
        : { rule: "rooms", folder: room, ending: ".h", text: include(other) },
    ),
);

const plants = [
  ...forbidden,
  { rule: "glue", folder: "web/api", ending: ".ts", text: 'import "../../build/wasm/mha.mjs";\n' },
  { rule: "glue", folder: "web/page", ending: ".ts", text: 'void import("../../build/wasm/inline.mjs");\n' },
  {
    rule: "glue",
    folder: "web/element",
    ending: ".ts",
    text: 'export const wasm = new URL("../../build/wasm/shipped/mha.wasm", import.meta.url);\n',
  },
  {
    rule: "rooms",
    folder: "web/api",
    ending: ".ts",
    text: "export const script = new URL('../page/planted-target.ts', import.meta.url).href;\n",
  },
  { rule: "emscripten", folder: "cpp/layers", ending: ".h", text: "#include <emscripten/bind.h>\n" },
  { rule: "xtensor", folder: "cpp/layers", ending: ".h", text: "#include <xtensor/xview.hpp>\n" },
  { rule: "xtensor", folder: "cpp/core", ending: ".h", text: "#include <xtl/xspan.hpp>\n" },
  { rule: "instruction set", folder: "cpp/kernels", ending: ".h", text: "#include <wasm_simd128.h>\n" },
  { rule: "instruction set", folder: "cpp/core", ending: ".cpp", text: "#  include <immintrin.h>\n" },
  { rule: "instruction set", folder: "cpp/layers", ending: ".h", text: "#include <xsimd/xsimd.hpp>\n" },
  { rule: "instruction set", folder: "cpp/layers", ending: ".h", text: "v128_t sum;\n" },
  { rule: "numerics", folder: "web/page", ending: ".ts", text: "export const weight = Math.exp(1);\n" },
  { rule: "numerics", folder: "web/element", ending: ".ts", text: "export const scale = 1 / Math.sqrt(2);\n" },
  { rule: "DOM", folder: "web/api", ending: ".ts", text: "export const title = document.title;\n" },
  { rule: "DOM", folder: "web/formats", ending: ".ts", text: "export type Host = HTMLElement;\n" },
].map((plant, index) => ({ ...plant, file: `${plant.folder}/planted-${index}${plant.ending}` }));

let copy = "";
let found: ReturnType<typeof violations> = [];

beforeAll(() => {
  copy = fs.mkdtempSync(path.join(os.tmpdir(), "directions-"));
  for (const folder of ["web", "cpp"]) fs.cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true });
  for (const { folder, file, text } of plants) {
    fs.mkdirSync(path.join(copy, folder), { recursive: true });
    fs.writeFileSync(path.join(copy, file), text);
  }
  found = violations(copy);
});

afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

test("the house keeps its directions", () => {
  expect(violations(root)).toEqual([]);
});

test.each(plants)("$rule: caught in $folder ($text)", ({ rule, file }) => {
  const here = found.filter((violation) => violation.file === file).map((violation) => violation.rule);
  expect([...new Set(here)]).toEqual([rule]);
});

test("nothing but the plants is caught in the copy", () => {
  const planted = new Set(plants.map(({ file }) => file));
  expect(found.filter(({ file }) => !planted.has(file))).toEqual([]);
});
