// The directions of the house: which room may use which, and what must stay in one place.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { domNames } from "./directions-dom.mjs";

/** Every room, and the rooms it may use besides itself. @type {Record<string, string[]>} */
export const mayUse = {
  "web/page": ["web/element", "web/formats", "web/api"],
  "web/element": ["web/formats", "web/api"],
  "web/formats": [],
  "web/api": [],
  "cpp/bindings": ["cpp/layers", "cpp/kernels", "cpp/reference", "cpp/core"],
  "cpp/layers": ["cpp/kernels", "cpp/core"],
  "cpp/kernels": ["cpp/core"],
  "cpp/reference": ["cpp/core"],
  "cpp/core": [],
};

const instructionSet =
  /wasm_simd128\.h|\w*mmintrin\.h|arm_neon\.h|xsimd|\bwasm_[a-z]*\d+x\d+|\b_mm\d*_\w|\bv128_t\b|__builtin_(wasm|ia32)_/g;
const attentionMath = /\bMath\.(exp|expm1|sqrt)\b/g;

/**
 * @typedef {{ target: string, line: number }} Use
 * @typedef {{ file: string, room: string, text: string, uses: Use[] }} Source
 * @typedef {{ file: string, line: number, rule: string, what: string }} Violation
 */

/** @param {string} root @param {string} folder @returns {string[]} */
function listFiles(root, folder) {
  const full = path.join(root, folder);
  if (!fs.existsSync(full)) return [];
  return fs.readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    return entry.isDirectory() ? listFiles(root, file) : [file];
  });
}

/** @param {string} text @param {number} position */
const lineAt = (text, position) => text.slice(0, position).split("\n").length;

/** @param {string} file @param {string} text @returns {Use[]} what a script imports or names by URL, as paths from the root */
function scriptUses(file, text) {
  const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => ({ fileName, pos }));
  const named = [...text.matchAll(/\bnew URL\(\s*(["'`])(.+?)\1\s*,\s*import\.meta\.url\b/g)];
  const uses = [...imported, ...named.map(({ 2: fileName = "", index: pos }) => ({ fileName, pos }))];
  return uses.map(({ fileName, pos }) => {
    const beside = path.posix.join(path.posix.dirname(file), fileName);
    const target = fileName === "mha-wasm" ? "web/api/index.ts" : fileName.startsWith(".") ? beside : fileName;
    return { target, line: lineAt(text, pos) };
  });
}

/** @param {string} root @param {string} file @param {string} text @returns {Use[]} what a C++ file includes */
function includes(root, file, text) {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]/gm)].map(({ 1: name = "", index }) => {
    const beside = path.posix.join(path.posix.dirname(file), name);
    const places = [beside, `cpp/${name}`].filter((place) => fs.existsSync(path.join(root, place)));
    return { target: places[0] ?? (name.startsWith(".") ? beside : name), line: lineAt(text, index) };
  });
}

/** @param {string} root @returns {Source[]} */
function readSources(root) {
  return Object.keys(mayUse).flatMap((room) =>
    listFiles(root, room)
      .filter((file) => /\.(ts|tsx|mts|js|mjs|h|cpp)$/.test(file))
      .map((file) => {
        const text = fs.readFileSync(path.join(root, file), "utf8");
        return {
          file,
          room,
          text,
          uses: room.startsWith("cpp/") ? includes(root, file, text) : scriptUses(file, text),
        };
      }),
  );
}

/** @param {Source[]} sources @param {string} rule @param {(source: Source, use: Use) => string | false | undefined} judge */
const judgeUses = (sources, rule, judge) =>
  sources.flatMap((source) =>
    source.uses.flatMap((use) => {
      const what = judge(source, use);
      return what ? [{ file: source.file, line: use.line, rule, what }] : [];
    }),
  );

/** @param {Source[]} sources @param {string} rule @param {RegExp} pattern @param {string} why */
const judgeText = (sources, rule, pattern, why) =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      file,
      line: lineAt(text, index),
      rule,
      what: `${found}: ${why}`,
    })),
  );

/** @param {Source} source @param {Use} use */
function wrongRoom({ room }, { target }) {
  const other = Object.keys(mayUse).find((name) => target.startsWith(`${name}/`));
  return other && other !== room && !mayUse[room]?.includes(other) && `${room} may not use ${other} (${target})`;
}

/** What of build/wasm has a user of its own. @type {Record<string, string>} */
const userOf = {
  "build/wasm/inline.mjs": "web/api/inline-wasm.ts",
  // The page is served with the file beside it; the API is told where.
  "build/wasm/shipped/mha.wasm": "web/page/engine.ts",
};

/** @param {Source} source @param {Use} use */
function wrongGlue({ file }, { target }) {
  const user = userOf[target] ?? "web/api/module.ts";
  return target.startsWith("build/wasm/") && file !== user && `only ${user} uses ${target}`;
}

/** @param {string} root @returns {Violation[]} */
export function violations(root) {
  const sources = readSources(root);
  /** @param {string[]} rooms */
  const inRooms = (...rooms) => sources.filter(({ room }) => rooms.some((name) => room.startsWith(name)));
  /** @param {string} name */
  const butFile = (name) => sources.filter(({ file }) => file !== name);
  const cpp = inRooms("cpp/");
  return [
    ...judgeUses(sources, "rooms", wrongRoom),
    ...judgeUses(sources, "glue", wrongGlue),
    ...judgeUses(
      cpp,
      "emscripten",
      ({ room }, { target }) =>
        /^emscripten/.test(target) && room !== "cpp/bindings" && "Emscripten's headers stay in cpp/bindings",
    ),
    ...judgeUses(
      butFile("cpp/core/xtensor.h"),
      "xtensor",
      (_source, { target }) => /^(xtensor|xtl)\//.test(target) && "only cpp/core/xtensor.h includes xtensor's headers",
    ),
    ...judgeText(
      cpp.filter(({ file }) => file !== "cpp/kernels/simd.h"),
      "instruction set",
      instructionSet,
      "only cpp/kernels/simd.h names an instruction set",
    ),
    ...judgeText(
      inRooms("web/page", "web/element"),
      "numerics",
      attentionMath,
      "attention is computed in C++, pictures only draw it",
    ),
    ...domNames(
      root,
      inRooms("web/api", "web/formats").map(({ file }) => file),
    ),
  ];
}
