// Set-up notices what is missing, stale or half-done, and does nothing twice.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { findChromium } from "../../web/tools/chromium.mjs";
import { inlineModule } from "../../web/tools/inline-wasm.mjs";
import { root } from "../../web/tools/run.mjs";
import { requireNode, sameInstallation } from "../../web/tools/setup.mjs";
import { unlessSame } from "../../web/tools/unless-same.mjs";
import { packageOf, withoutAssetUrl } from "../../web/tools/vite-plugins.mjs";

test("an old Node is refused with what is needed", () => {
  for (const version of ["18.20.4", "20.18.9"]) expect(() => requireNode(version)).toThrow(/needs Node 20\.19/);
  for (const version of ["20.19.0", "22.0.0"]) expect(() => requireNode(version)).not.toThrow();
});

describe("npm packages are installed when the record agrees with the lock file", () => {
  const a = { version: "1.0.0", integrity: "x" };
  const lock = { packages: { "": {}, "node_modules/a": a, "node_modules/b": { version: "1.0.0", optional: true } } };

  test.each([
    { what: "the same", packages: { "node_modules/a": a }, same: true },
    { what: "nothing yet", packages: {}, same: false },
    { what: "another version", packages: { "node_modules/a": { version: "0.9.0", integrity: "x" } }, same: false },
    { what: "one too many", packages: { "node_modules/a": a, "node_modules/c": a }, same: false },
  ])("$what", ({ packages, same }) => {
    expect(sameInstallation(lock, { packages })).toBe(same);
  });
});

describe("work is skipped while its inputs are the same", () => {
  const folder = "build/unless-same-test";
  const stamp = path.join(root, "build/stamps/unless-same-test");
  const files = { inputs: [`${folder}/in`], outputs: [`${folder}/out`] };
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.join(root, folder), { recursive: true });
    fs.writeFileSync(path.join(root, folder, name), text);
  };
  const make = () => unlessSame("unless-same-test", files, async () => write("out", "made"));

  afterEach(() => {
    for (const entry of [path.join(root, folder), stamp]) fs.rmSync(entry, { recursive: true, force: true });
  });

  test("made once, and again when an input or the output changed", async () => {
    write("in", "1");
    expect([await make(), await make()]).toEqual([true, false]);
    write("in", "2");
    expect([await make(), await make()]).toEqual([true, false]);
    fs.rmSync(path.join(root, folder, "out"));
    expect([await make(), await make()]).toEqual([true, false]);
  });

  test("work that failed is done again, though its inputs went back", async () => {
    write("in", "1");
    await make();
    write("in", "2");
    await expect(
      unlessSame("unless-same-test", files, () => Promise.reject(new Error("interrupted"))),
    ).rejects.toThrow();
    write("in", "1");
    expect(await make()).toBe(true);
  });
});

test("Chromium is looked for in CHROMIUM_PATH, then on the PATH", () => {
  expect(findChromium({ CHROMIUM_PATH: process.execPath })).toBe(process.execPath);
  expect(findChromium({ PATH: "/nowhere" })).toBeUndefined();
});

test("the inline module holds both variants, block by block", () => {
  const simd = new Uint8Array(40_000).fill(1);
  const relaxed = new Uint8Array(33_000).fill(2);
  const json = inlineModule(simd, relaxed)
    .replace(/^export default /, "")
    .replace(/;\n$/, "");
  const { text, block, sizes } = JSON.parse(json) as { text: string; block: number; sizes: number[] };
  expect(sizes).toEqual([40_000, 33_000]);
  const bytes = zlib.inflateRawSync(Buffer.from(text, "base64"));
  expect(bytes.length).toBe(73_000);
  expect([0, block, 2 * block, 3 * block, 4 * block, 4 * block + 8000].map((at) => bytes[at])).toEqual([
    1, 2, 1, 2, 1, 2,
  ]);
});

test("the glue loses its asset URL, and a glue without one is noticed", () => {
  const glue = 'var own = import.meta.url; find(new URL("mha.wasm",import.meta.url).href)';
  expect(withoutAssetUrl(glue)).toBe('var own = ""; find("mha.wasm")');
  expect(() => withoutAssetUrl("return 1")).toThrow(/no longer holds/);
});

test("the glue does not look for its wasm", () => {
  const url = 'var own = import.meta.url; var find = () => new URL("mha.wasm",import.meta.url).href;';
  const search = "wasmBinaryFile??=findWasmBinary();instantiateAsync(binary,file,info,receive).catch(reject);return{}";
  expect(withoutAssetUrl(`${url} if (given) { return given() }${search}}`)).toMatch(/return given\(\) \}\}$/);
});

test("the npm package of a bundled module", () => {
  expect(packageOf("/x/node_modules/lit/index.js")).toBe("lit");
  expect(packageOf("../../node_modules/@lit/reactive-element/x.js")).toBe("@lit/reactive-element");
  expect(packageOf("/x/web/api/index.ts")).toBeUndefined();
});
