// Pages without a bundler: the package's files as they are, under a strict policy.
import { beforeAll, describe, expect, test } from "vitest";
import { articleModule, html, show, tensorText } from "./article.js";
import { shown, useBrowser, withPage } from "./browser.js";
import { writeProject } from "./project.js";
import { strictPolicy, useStaticSite } from "./static-site.js";

useBrowser();
const site = useStaticSite();
const wrongType = useStaticSite({ wasmType: "text/plain" });

const folder = "/node_modules/mha-wasm/dist/package/";
const api = `${folder}index.js`;
const external = `${folder}external.js`;

/** Pages by name: what their script imports, and the text that it shows. */
const scripts: Readonly<Record<string, [imports: string, text: string]>> = {
  plain: ['import { article } from "./article.js";', "article()"],
  external: ['import { article } from "./external-article.js";', `article({ wasm: "${folder}wasm/mha.wasm" })`],
  "external-relaxed": [
    'import { article } from "./external-article.js";',
    `article({ wasm: new URL("${folder}wasm/mha.relaxed.wasm", location.href) })`,
  ],
  streaming: [
    'import { article } from "./external-article.js";',
    `WebAssembly.compileStreaming(fetch("${folder}wasm/mha.wasm")).then((wasm) => article({ wasm }))`,
  ],
  worker: [
    "",
    `new Promise((resolve) => {
  const worker = new Worker("article-worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
})`,
  ],
  variant: [
    `import init from "${api}";`,
    "init().then(({ variant, threads }) => JSON.stringify({ variant, threads }))",
  ],
  "no-relaxed": [
    `import init from "${api}";\nWebAssembly.validate = () => false;`,
    "init().then(({ variant }) => variant)",
  ],
  eval: ["", 'Promise.resolve().then(() => new Function("return 1")())'],
  copies: [
    `import * as first from "${api}?first";
import * as second from "${external}";
import * as third from "${api}?third";`,
    `(async () => {
  await Promise.all([third.default(), second.default({ wasm: "${folder}wasm/mha.wasm" }), first.default()]);
  const seeds = new Map([[first, 1], [second, 2], [third, 3]]);
  const drawn = [...seeds].map(([copy, seed]) => { copy.manualSeed(seed); return [...copy.rand(4).data]; });
  for (const [copy, seed] of seeds) copy.manualSeed(seed);
  const interleaved = [[], [], []];
  for (let i = 0; i < 4; i++) [...seeds.keys()].forEach((copy, which) => interleaved[which].push(copy.rand().at()));
  return JSON.stringify({ isSame: String(drawn) === String(interleaved), count: new Set(drawn.map(String)).size });
})()`,
  ],
  growth: [
    `import init, { manualSeed, MultiHeadAttention, rand } from "${api}";`,
    `(async () => {
  await init();
  manualSeed(1);
  const mha = new MultiHeadAttention({ dIn: 8, dOut: 8, contextLength: 2048, numHeads: 2 });
  const held = mha.forward(rand(4, 8));
  const weights = mha.stateDict()["W_query.weight"];
  const before = [...held.data, ...weights.data];
  const { weights: large } = mha.trace(rand(2048, 8), { only: ["weights"] });
  return JSON.stringify({
    isSame: String([...held.data, ...weights.data]) === String(before),
    length: before.length,
    large: large.shape,
  });
})()`,
  ],
};

const page = (name: string) => `pages/${name}.html`;

beforeAll(() => {
  writeProject("pages", {
    "article.js": articleModule(api),
    "external-article.js": articleModule(external),
    "article-worker.js":
      'import { article } from "./article.js";\narticle().then(postMessage, (error) => postMessage(String(error)));\n',
    ...Object.fromEntries(
      Object.entries(scripts).flatMap(([name, [imports, text]]) => [
        [`${name}.js`, show(imports, text)],
        [`${name}.html`, html(`${name}.js`)],
      ]),
    ),
  });
});

describe("under a strict policy, which needs no unsafe-eval (hpcc 382, draco 1104)", () => {
  test("the policy is in force: code made from text is refused", async () => {
    const error = await shown(site.url(page("eval"))).catch(String);
    expect(error).toMatch(/unsafe-eval|Content Security Policy/);
    expect(strictPolicy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  });

  test.each(["plain", "worker", "external", "external-relaxed", "streaming"])("%s", async (name) => {
    expect(await shown(site.url(page(name)))).toBe(tensorText);
  });

  test("the default entry is one file: nothing is fetched but the script (emscripten 19066)", async () => {
    const fetched = await withPage(site.url(page("plain")), async (opened) => {
      await opened.locator("#result").waitFor();
      return opened.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
    });
    expect(fetched.filter((name) => !/^\/(pages\/|favicon)/.test(name))).toEqual([api]);
  });
});

test("a wrong MIME type of the wasm makes no noise (sql.js 393)", async () => {
  expect(await shown(wrongType.url(page("external")))).toBe(tensorText);
});

describe("which instructions run", () => {
  test("relaxed SIMD where the engine has it", async () => {
    expect(JSON.parse(await shown(site.url(page("variant"))))).toEqual({ variant: "relaxed", threads: 1 });
  });

  test("plain SIMD where it has not: no CompileError, and init() says so", async () => {
    expect(await shown(site.url(page("no-relaxed")))).toBe("simd");
  });
});

test("copies on one page are independent, whatever order they start in", async () => {
  expect(JSON.parse(await shown(site.url(page("copies"))))).toEqual({ isSame: true, count: 3 });
});

test("memory that grows leaves what is held as it was (emscripten 17622)", async () => {
  expect(JSON.parse(await shown(site.url(page("growth"))))).toEqual({
    isSame: true,
    length: 4 * 8 + 8 * 8,
    large: [2, 2048, 2048],
  });
});
