// The entry without wasm inside: it asks for one, and says what it wants.
import fs from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import type * as Api from "../../web/api/external.js";
import { expectFault, type Fault } from "./expect-error.js";

const wasm = Uint8Array.from(fs.readFileSync(new URL("../../build/wasm/shipped/mha.wasm", import.meta.url)));
const missing: Fault = {
  code: "VALUE",
  key: "init.wasm-missing",
  argument: "wasm",
  says: ["a URL, a Response, bytes or a WebAssembly.Module", "mha-wasm/wasm/mha.wasm"],
};

let api: typeof Api;

beforeEach(async () => {
  vi.resetModules();
  api = await import("../../web/api/external.js");
});

test("exports what the other entry exports", async () => {
  expect(Object.keys(api)).toEqual(Object.keys(await import("../../web/api/index.js")));
});

test("says what to give when it is given nothing, and starts when it is", async () => {
  for (const options of [undefined, {}, { variant: "simd" }] as const) {
    await expectFault(() => api.default(options), missing, api.AttentionError);
  }
  const started = api.default({ wasm });
  expect(api.default()).toBe(started);
  expect(await started).toMatchObject({ variant: "simd" });
  expect(api.rand(2).shape).toEqual([2]);
});

test("looks at the other options first", () =>
  expectFault(() => api.default({ threads: 2 }), { code: "UNSUPPORTED", key: "init.threads" }, api.AttentionError));
