// Node: as ES modules and as CommonJS, from any folder, in threads; imports that do nothing; errors, memory and copies.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { articleModule, articleScript, tensorText } from "./article.js";
import { installed, node, read, writeProject } from "./project.js";

let folder = "";

beforeAll(() => {
  folder = writeProject("node", {
    "article.js": articleModule(),
    "article.cjs": articleScript(),
    "external.js": articleModule("mha-wasm/external"),
    "external.cjs": articleScript("mha-wasm/external"),
  });
});

/** Runs a program from a folder that knows nothing of it, and gives what it prints as JSON. */
async function print(name: string, code: string, flags: readonly string[] = []): Promise<unknown> {
  const file = path.join(folder, name);
  fs.writeFileSync(file, code);
  const { stdout, stderr } = await node([...flags, file], { cwd: os.tmpdir() });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

const say = (expression: string) => `${expression}.then((value) => console.log(JSON.stringify(value)));\n`;

describe("the tensor, run from another folder (emscripten 16913: fetch failed, __dirname is not defined)", () => {
  test.each([
    ["as an ES module", "main.mjs", 'import { article } from "./article.js";', "article()"],
    ["as CommonJS", "main.cjs", 'const { article } = require("./article.cjs");', "article()"],
    [
      "external, from a file: URL",
      "external-url.mjs",
      'import { article } from "./external.js";',
      'article({ wasm: new URL(import.meta.resolve("mha-wasm/wasm/mha.wasm")) })',
    ],
    [
      "external, from a path",
      "external-path.cjs",
      'const { article } = require("./external.cjs");',
      'article({ wasm: require.resolve("mha-wasm/wasm/mha.wasm") })',
    ],
    [
      "external, from bytes",
      "external-bytes.cjs",
      'const { article } = require("./external.cjs");',
      'article({ wasm: require("node:fs").readFileSync(require.resolve("mha-wasm/wasm/mha.wasm")) })',
    ],
    [
      "in a worker thread",
      "thread.mjs",
      `import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { article } from "./article.js";
const inThread = () => new Promise((resolve) => new Worker(new URL(import.meta.url)).once("message", resolve));
if (!isMainThread) parentPort.postMessage(await article());`,
      "(isMainThread ? inThread() : new Promise(() => {}))",
    ],
  ])("%s", async (_, name, imports, expression) => {
    expect(await print(name, `${imports}\n${say(expression)}`)).toBe(tensorText);
  });

  test("where code from text is forbidden", async () => {
    const code = `import { article } from "./article.js";\n${say("article()")}`;
    expect(await print("no-eval.mjs", code, ["--disallow-code-generation-from-strings"])).toBe(tensorText);
  });
});

describe("importing does nothing", () => {
  const probe = `const calls = [];
for (const [name, owner] of Object.entries({ compile: WebAssembly, instantiate: WebAssembly, fetch: globalThis }))
  owner[name] = () => calls.push(name);
const globals = Reflect.ownKeys(globalThis).length;
`;
  const done = "console.log(JSON.stringify([calls, Reflect.ownKeys(globalThis).length - globals]));\n";

  test.each(["mha-wasm", "mha-wasm/external", "mha-wasm/element", "mha-wasm/widget"])("%s", async (entry) => {
    expect(await print("import.mjs", `${probe}await import("${entry}");\n${done}`)).toEqual([[], 0]);
    expect(await print("require.cjs", `${probe}require("${entry}");\n${done}`)).toEqual([[], 0]);
  });
});

describe("every key of exports is there (tree-sitter 4576)", () => {
  test("each branch names a file", () => {
    const { exports: keys, main, types, unpkg, jsdelivr } = JSON.parse(read("package.json"));
    const leaves = (branch: unknown): string[] =>
      typeof branch === "string" ? [branch] : Object.values(branch as object).flatMap(leaves);
    const files = [...leaves(keys), main, types, unpkg, jsdelivr].filter((file) => !file.includes("*"));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !fs.existsSync(installed(file)))).toEqual([]);
  });

  test("each key can be imported and required, with the same names", async () => {
    const { exports: keys } = JSON.parse(read("package.json"));
    const scripts = Object.keys(keys).filter((key) => !/\*|\.json$/.test(key));
    const entries = scripts.map((key) => path.posix.join("mha-wasm", key));
    expect(entries).toContain("mha-wasm");
    const imported = `const all = {};
for (const entry of ${JSON.stringify(entries)}) all[entry] = Object.keys(await import(entry)).sort();
console.log(JSON.stringify(all));
`;
    const required = imported.replace("await import(entry)", "require(entry)");
    const names = await print("keys.mjs", imported);
    expect(await print("keys.cjs", required)).toEqual(names);
    const all = Object.entries(names as Record<string, string[]>);
    expect(all.filter(([, list]) => !list.includes("default")).map(([entry]) => entry)).toEqual(["mha-wasm/element"]);
  });

  test.each(["mha.wasm", "mha.relaxed.wasm"])("wasm/%s is WebAssembly", async (name) => {
    const code = `const file = require.resolve("mha-wasm/wasm/${name}");
WebAssembly.compile(require("node:fs").readFileSync(file).subarray(0, 8)).then(() => console.log("true"));
`;
    expect(await print("wasm.cjs", code)).toBe(true);
  });
});

test("every fault is an AttentionError with names and shapes, never a number (emscripten 6330)", async () => {
  const code = `import init, * as api from "mha-wasm";
const sizes = { dIn: 3, dOut: 2, contextLength: 6, numHeads: 2 };
const faults = [];
const note = (error) => faults.push([error instanceof api.AttentionError, error.name, error.code, error.message]);
await init({ threads: 2 }).catch(note);
await init({ wasm: Uint8Array.of(1, 2, 3, 4) }).catch(note);
await init();
const mha = new api.MultiHeadAttention(sizes);
const calls = [
  () => new api.MultiHeadAttention({ ...sizes, dOut: 7 }),
  () => mha.forward([[1, 2]]),
  () => mha.forward(Array(7).fill([1, 2, 3])),
  () => mha.loadStateDict({ "W_query.weight": [[1]] }, { strict: false }),
  () => new api.SelfAttentionV2({ dIn: 40_000, dOut: 40_000 }),
  () => { mha.dispose(); mha.dispose(); mha.forward([[1, 2, 3]]); },
];
for (const call of calls) try { call(); faults.push("no fault"); } catch (error) { note(error); }
console.log(JSON.stringify(faults));
`;
  const faults = (await print("faults.mjs", code)) as [boolean, string, string, string][];
  expect(faults.map(([isOurs, name]) => [isOurs, name])).toEqual(faults.map(() => [true, "AttentionError"]));
  expect(faults.map(([, , code, message]) => [code, message])).toEqual([
    ["UNSUPPORTED", expect.stringContaining("1 thread")],
    ["VALUE", expect.stringContaining("01 02 03 04")],
    ["VALUE", expect.stringMatching(/dOut.*7.*numHeads.*2|numHeads.*dOut 7/)],
    ["SHAPE", expect.stringMatching(/\(1, 1, 2\).*dIn is 3/)],
    ["SHAPE", expect.stringMatching(/7.*contextLength.*6/)],
    ["SHAPE", expect.stringMatching(/W_query.weight.*\(1, 1\)|\(2, 3\).*\(1, 1\)/)],
    ["OUT_OF_MEMORY", expect.any(String)],
    ["DISPOSED", expect.stringContaining("MultiHeadAttention.forward")],
  ]);
});

describe("a variant that is not there", () => {
  const probe = `import init from "mha-wasm";
WebAssembly.validate = () => false;
`;

  test("is fallen back from, and init() says which one runs", async () => {
    const code = `${probe}${say("init()")}`;
    expect(await print("fallback.mjs", code)).toMatchObject({ variant: "simd", threads: 1 });
  });

  test("is refused where it was insisted on", async () => {
    const code = `${probe}${say('init({ variant: "relaxed" }).catch(({ code }) => code)')}`;
    expect(await print("insist.mjs", code)).toBe("UNSUPPORTED");
  });
});

test("copies are independent: ES module, CommonJS and external, interleaved, in any order", async () => {
  const code = `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const copies = [require("mha-wasm/external"), await import("mha-wasm"), require("mha-wasm")];
await Promise.all(copies.map(({ default: init }) => init({ wasm: require.resolve("mha-wasm/wasm/mha.wasm") })));
const draw = (copy, seed) => { copy.manualSeed(seed); return [...copy.rand(4).data]; };
const drawn = copies.map(draw);
copies.forEach((copy, seed) => copy.manualSeed(seed));
const interleaved = copies.map(() => []);
for (let i = 0; i < 4; i++) copies.forEach((copy, which) => interleaved[which].push(copy.rand().at()));
const [a, b, c] = copies;
const y = new a.SimplifiedSelfAttention().forward(b.tensor([[1, 2]])).toNested();
console.log(JSON.stringify({ isSame: String(drawn) === String(interleaved), y, areApart: a.Tensor !== c.Tensor }));
`;
  expect(await print("copies.mjs", code)).toEqual({ isSame: true, y: [[1, 2]], areApart: true });
});

describe("memory does not grow (emscripten 20569)", () => {
  const probe = `import init, { CausalAttention, MultiHeadAttention } from "mha-wasm";
import { setTimeout as wait } from "node:timers/promises";
let memory;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const instance = await instantiate(...given);
  memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
  return instance;
};
await init();
const small = () => new MultiHeadAttention({ dIn: 3, dOut: 2, contextLength: 6, numHeads: 2 });
const large = () => new MultiHeadAttention({ dIn: 256, dOut: 256, contextLength: 64, numHeads: 8 });
const collect = async () => { for (let i = 0; i < 5; i++) { gc(); await wait(5); } };
/** Bytes that memory grew by after a first tenth of the rounds. */
async function growth(rounds, use, every = rounds) {
  let before = 0;
  for (let round = 0; round < rounds; round++) {
    use();
    if (round % every === every - 1) await collect();
    if (round === rounds / 10) before = memory.buffer.byteLength;
  }
  await collect();
  return memory.buffer.byteLength - before;
}
`;

  test.each([
    ["100,000 layers that are disposed", "growth(100_000, () => small().dispose())"],
    ["100,000 layers that are forgotten", "growth(100_000, () => void small(), 5000)"],
    ["500 layers of 1 MB that are disposed", "growth(500, () => large().dispose())"],
    ["200 layers of 1 MB that are forgotten", "growth(200, () => void large(), 10)"],
  ])("%s", async (_, expression) => {
    expect(await print("memory.mjs", `${probe}${say(expression)}`, ["--expose-gc"])).toBe(0);
  });
});

test("wasm and script of different builds refuse each other by name", async () => {
  const code = `const fs = require("node:fs");
const { default: init } = require("mha-wasm/external");
const wasm = fs.readFileSync(require.resolve("mha-wasm/wasm/mha.wasm"));
const name = /[\\d.]+\\+[0-9a-f]{12}$/.exec(wasm.toString("latin1"))[0];
wasm.write("0123456789ab", wasm.length - 12);
${say("init({ wasm }).catch(({ code, key, values }) => ({ code, key, isNamed: values.expected === name, got: values.got }))")}`;
  expect(await print("builds.cjs", code)).toEqual({
    code: "VALUE",
    key: "init.wasm-build",
    isNamed: true,
    got: expect.stringContaining("+0123456789ab"),
  });
});
