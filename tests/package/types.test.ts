// The types, as TypeScript finds them in projects of several kinds, and what package linters say.
import fs from "node:fs";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { root } from "../../web/tools/run.mjs";
import { snippets } from "../../web/tools/snippets.mjs";
import { attempt, bin, installed, node, writeProject } from "./project.js";

const esm = (entry: string) => `import init, { MultiHeadAttention, type EngineInfo, type Tensor } from "${entry}";
const info: EngineInfo = await init({ variant: "simd" });
const mha = new MultiHeadAttention({ dIn: 3, dOut: 2, contextLength: 6, numHeads: 2 });
export const y: Tensor = mha.forward([[0.43, 0.15, 0.89]]);
export const weights: readonly number[] = mha.trace(y, { only: ["weights"] }).weights.shape;
// @ts-expect-error there is no such option
await init({ variants: info.variant });
`;

const cjs = (entry: string) => `import mhaWasm = require("${entry}");
const started: Promise<mhaWasm.EngineInfo> = mhaWasm.default();
export const tensor: mhaWasm.Tensor = mhaWasm.tensor([1, 2]);
export { started };
`;

const element = `import { AttentionHeads, type CellActiveEvent } from "mha-wasm/element";
import widget from "mha-wasm/widget";
const made = new AttentionHeads();
made.seed = 123n;
made.embeddings = [[0.43, 0.15, 0.89]];
made.addEventListener("attention-change", ({ detail }) => detail.permalink.length);
made.addEventListener("cell-active", (event: CellActiveEvent) => event.detail?.value);
document.querySelector("attention-matrix")?.values?.toString();
document.createElement("attention-stepper").step = "scores";
export const cleanup: () => void = widget.render({
  el: document.body,
  model: { get: () => undefined, set: () => {}, on: () => {}, off: () => {}, save_changes: () => {} },
});
// @ts-expect-error there is no such property
made.seeds = 1;
`;

const kinds = [
  { moduleResolution: "node16", module: "node16", endings: ["mts", "cts"] },
  { moduleResolution: "nodenext", module: "nodenext", endings: ["mts", "cts"] },
  { moduleResolution: "bundler", module: "esnext", endings: ["mts"] },
];

test.each(kinds)(
  "under moduleResolution $moduleResolution (ort 16242)",
  async ({ moduleResolution, module, endings }) => {
    const files = endings.flatMap((ending) =>
      ["mha-wasm", "mha-wasm/external"].map((entry): [string, string] => [
        `${entry.replace("/", "-")}.${ending}`,
        ending === "mts" ? esm(entry) : cjs(entry),
      ]),
    );
    files.push(["element.mts", element]);
    // Declarations are checked as well: skipLibCheck stays off.
    const compilerOptions = { module, moduleResolution, target: "es2022", strict: true, noEmit: true, types: [] };
    const folder = writeProject(`types-${moduleResolution}`, {
      ...Object.fromEntries(files),
      "tsconfig.json": JSON.stringify({ compilerOptions, files: files.map(([name]) => name) }),
    });
    expect(await attempt(process.execPath, [bin("typescript", "tsc")], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: "",
    });
  },
);

const tags = `import type { AttentionHeadsElement } from "mha-wasm/element";
import { useRef } from "react";
export function Heads() {
  const heads = useRef<AttentionHeadsElement>(null);
  return (
    <main>
      <attention-heads ref={heads} className="wide" text="one step" seed={123} d-in="3" dOut={2} plain
        embeddings={[[0.43, 0.15, 0.89]]} words={["Your"]} onattention-change={({ detail }) => detail.permalink.length} />
      <attention-stepper key="steps" step="scores" context-length={6}>one moment</attention-stepper>
      <attention-matrix values={[[1, null]]} row-labels="Your journey" columnLabels={["Your"]} kind="mask" decimals={2} />
    </main>
  );
}
export const wrong = [
  // @ts-expect-error there is no such attribute
  <attention-heads seeds={1} />,
  // @ts-expect-error that is for reading
  <attention-heads currentPermalink="" />,
  // @ts-expect-error a matrix has no seed
  <attention-matrix seed={1} />,
  // @ts-expect-error there is no such kind
  <attention-matrix kind="heat" />,
  // @ts-expect-error there is no such tag
  <attention-head />,
];
`;

const tagsDeclared = (): string => {
  const readme = snippets(fs.readFileSync(path.join(root, "README.md"), "utf8"));
  return readme.find(({ language }) => language === "ts")?.text ?? expect.fail("the README declares no tags");
};

test("the tags in React's JSX, declared as the README says", async () => {
  const compilerOptions = {
    ...{ module: "esnext", moduleResolution: "bundler", target: "es2022", jsx: "react-jsx" },
    ...{ strict: true, noEmit: true, types: [] },
  };
  const folder = writeProject("types-react", {
    "tags.ts": tagsDeclared(),
    "main.tsx": tags,
    "tsconfig.json": JSON.stringify({ compilerOptions, files: ["tags.ts", "main.tsx"] }),
  });
  expect(await attempt(process.execPath, [bin("typescript", "tsc")], { cwd: folder })).toMatchObject({
    code: 0,
    stdout: "",
  });
});

test("publint has nothing to say", async () => {
  const { stdout } = await node([bin("publint"), "run", installed(""), "--strict"]);
  expect(stdout).toMatch(/All good!/);
});

test("are-the-types-wrong has nothing to say", async () => {
  const args = [bin("@arethetypeswrong/cli", "attw"), inject("tarball"), "--format", "json"];
  const { analysis, problems } = JSON.parse((await attempt(process.execPath, args)).stdout);
  expect(Object.keys(analysis.entrypoints)).toEqual(
    expect.arrayContaining([".", "./external", "./element", "./widget"]),
  );
  expect(problems ?? {}).toEqual({});
});
