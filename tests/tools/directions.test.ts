// The directions check passes on the house as it stands, and catches a planted violation of every rule.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mayUse, violations } from "../../web/tools/directions.mjs";
import { root } from "../../web/tools/run.mjs";

let copy = "";

beforeAll(() => {
  copy = fs.mkdtempSync(path.join(os.tmpdir(), "directions-"));
  for (const folder of ["web", "cpp"]) fs.cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true });
});

afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

/** The violations found in one more file of the copy. */
function planted(file: string, text: string) {
  const full = path.join(copy, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  fs.writeFileSync(full, text);
  try {
    return violations(copy).filter((violation) => violation.file === file);
  } finally {
    fs.rmSync(full);
  }
}

test("the house keeps its directions", () => {
  expect(violations(copy)).toEqual([]);
});

const rooms = Object.keys(mayUse);
const language = (room: string) => room.slice(0, room.indexOf("/"));
const forbidden = rooms.flatMap((room) =>
  rooms
    .filter((other) => other !== room && language(other) === language(room) && !mayUse[room]?.includes(other))
    .map((other) => ({ room, other })),
);

test.each(forbidden)("$room may not use $other", ({ room, other }) => {
  const plant =
    language(room) === "web"
      ? planted(`${room}/planted.ts`, `export * from "../${other.slice(4)}/planted-target.ts";\n`)
      : planted(`${room}/planted.h`, `#pragma once\n#include "../${other.slice(4)}/planted_target.h"\n`);
  expect(plant).toEqual([expect.objectContaining({ rule: "rooms", line: language(room) === "web" ? 1 : 2 })]);
});

test.each([
  { rule: "glue", file: "web/api/planted.ts", text: 'import "../../build/wasm/mha.mjs";\n' },
  { rule: "glue", file: "web/page/planted.ts", text: 'void import("../../build/wasm/inline.mjs");\n' },
  { rule: "emscripten", file: "cpp/layers/planted.h", text: "#include <emscripten/bind.h>\n" },
  { rule: "xtensor", file: "cpp/layers/planted.h", text: "#include <xtensor/xview.hpp>\n" },
  { rule: "xtensor", file: "cpp/core/planted.h", text: "#include <xtl/xspan.hpp>\n" },
  { rule: "instruction set", file: "cpp/kernels/planted.h", text: "#include <wasm_simd128.h>\n" },
  { rule: "instruction set", file: "cpp/core/planted.cpp", text: "#  include <immintrin.h>\n" },
  { rule: "instruction set", file: "cpp/layers/planted.h", text: "#include <xsimd/xsimd.hpp>\n" },
  { rule: "instruction set", file: "cpp/layers/planted.h", text: "v128_t sum;\n" },
  { rule: "numerics", file: "web/page/planted.ts", text: "export const weight = Math.exp(1);\n" },
  { rule: "numerics", file: "web/element/planted.ts", text: "export const scale = 1 / Math.sqrt(2);\n" },
  { rule: "DOM", file: "web/api/planted.ts", text: "export const title = document.title;\n" },
  { rule: "DOM", file: "web/formats/planted.ts", text: "export type Host = HTMLElement;\n" },
])("$rule: caught in $file ($text)", ({ rule, file, text }) => {
  const found = planted(file, text).map((violation) => violation.rule);
  expect([...new Set(found)]).toEqual([rule]);
});
