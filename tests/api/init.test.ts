import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import buildName from "../../build/wasm/build-name.mjs";
import type * as Api from "../../web/api/index.js";
import { named } from "../../web/tools/shipped-wasm.mjs";
import { expectFault, type Fault } from "./expect-error.js";

const wasmFile = new URL("../../build/wasm/shipped/mha.wasm", import.meta.url);
const wasmBytes = Uint8Array.from(fs.readFileSync(wasmFile));
const bareBytes = Uint8Array.from(fs.readFileSync(new URL("../../build/wasm/mha.wasm", import.meta.url)));

let api: typeof Api;

// Each test starts with a module that nobody has initialised.
beforeEach(async () => {
  vi.resetModules();
  api = await import("../../web/api/index.js");
});

afterEach(() => vi.unstubAllGlobals());

/** `instanceof` fails across copies of the module, so the copy's own class is asked. */
async function expectRejection(call: () => unknown, fault: Fault): Promise<void> {
  const { AttentionError } = await import("../../web/api/errors.js");
  await expectFault(call, fault, AttentionError);
}

describe("init", () => {
  test("says what is running", async () => {
    const { version } = JSON.parse(fs.readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    const info = await api.default();
    expect(info).toEqual({ variant: "simd", threads: 1, version, buildId: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect(Object.isFrozen(info)).toBe(true);
  });

  test("returns the same promise for no or equal options", async () => {
    const url = String(wasmFile);
    const first = api.default({ wasm: wasmFile, variant: "simd" });
    for (const options of [
      undefined,
      {},
      { threads: 1 },
      { variant: "simd" },
      { wasm: url },
      { wasm: undefined },
    ] as const) {
      expect(api.default(options)).toBe(first);
    }
    await first;
    expect(api.default()).toBe(first);
  });

  test.each<[string, Api.InitOptions]>([
    ["variant", { variant: "simd" }],
    ["variant", { variant: "relaxed" }],
    ["threads", { threads: 2 }],
    ["wasm", { wasm: wasmBytes }],
  ])("rejects another %s later", async (name, options) => {
    await api.default();
    await expectRejection(() => api.default(options), { code: "VALUE", key: "init.different", argument: name });
    expect(api.rand(2).shape).toEqual([2]);
  });

  test.each<[string, unknown, Fault]>([
    ["the relaxed variant", { variant: "relaxed" }, { code: "UNSUPPORTED", key: "init.variant", argument: "variant" }],
    ["two threads", { threads: 2 }, { code: "UNSUPPORTED", key: "init.threads", values: { threads: 2 } }],
    ["another variant", { variant: "fast" }, { code: "VALUE", key: "option.choice", argument: "variant" }],
    ["no threads", { threads: 0 }, { code: "VALUE", key: "size.positive", argument: "threads" }],
    ["half a thread", { threads: 0.5 }, { code: "VALUE", key: "size.integer" }],
    ["a misspelt option", { thread: 1 }, { code: "VALUE", key: "option.unknown", values: { nearest: "threads" } }],
    ["a bare URL", wasmFile.href, { code: "VALUE", key: "option.object" }],
    ["a number as wasm", { wasm: 5 }, { code: "VALUE", key: "init.wasm", argument: "wasm" }],
    ["null as wasm", { wasm: null }, { code: "VALUE", key: "init.wasm" }],
  ])("rejects %s, without throwing, and can be tried again", async (_, options, fault) => {
    const promise = api.default(options as Api.InitOptions);
    await expectRejection(() => promise, fault);
    await expect(api.default()).resolves.toMatchObject({ variant: "simd" });
  });

  test("can be tried again after a failure, with other options", async () => {
    const failing = api.default({ wasm: Uint8Array.of(60, 33, 100, 111) });
    expect(api.default()).toBe(failing);
    await expectRejection(() => failing, { code: "VALUE", key: "init.wasm-magic", values: { got: "3c 21 64 6f" } });
    await expect(api.default({ wasm: wasmBytes })).resolves.toMatchObject({ variant: "simd" });
  });
});

describe("before init", () => {
  test.each<[string, () => unknown]>([
    ["manualSeed", () => api.manualSeed(1)],
    ["rand", () => api.rand(1)],
    ["new Generator", () => new api.Generator(1)],
    ["new SimplifiedSelfAttention", () => new api.SimplifiedSelfAttention()],
    ["new SelfAttentionV1", () => new api.SelfAttentionV1({ dIn: 1, dOut: 1 })],
    ["new SelfAttentionV2", () => new api.SelfAttentionV2({ dIn: 1, dOut: 1 })],
    ["new CausalAttention", () => new api.CausalAttention({ dIn: 1, dOut: 1, contextLength: 1 })],
    [
      "new MultiHeadAttentionWrapper",
      () => new api.MultiHeadAttentionWrapper({ dIn: 1, dOut: 1, contextLength: 1, numHeads: 1 }),
    ],
    // Before any look at the options.
    ["new MultiHeadAttention", () => new api.MultiHeadAttention({} as Api.MultiHeadAttentionOptions)],
    ["MultiHeadAttention.fromWrapper", () => api.MultiHeadAttention.fromWrapper({} as Api.MultiHeadAttentionWrapper)],
  ])("%s throws NOT_INITIALIZED", async (operation, call) => {
    await expectRejection(call, {
      code: "NOT_INITIALIZED",
      key: "not-initialized",
      values: { operation },
      says: [operation, "await init()"],
    });
    // Nor is it enough that init has begun.
    const started = api.default();
    await expectRejection(call, { code: "NOT_INITIALIZED", key: "not-initialized" });
    await started;
  });

  test("tensors work", () => {
    expect(String(api.tensor([1, 2]))).toBe("tensor([1., 2.])");
  });
});

describe("the wasm option takes", () => {
  const output = async () => {
    api.manualSeed(123);
    return String(new api.SelfAttentionV1({ dIn: 3, dOut: 2 }).forward([[1, 2, 3]]));
  };

  test.each<[string, () => Api.WasmSource | Promise<Api.WasmSource>]>([
    ["a Uint8Array", () => wasmBytes],
    ["an ArrayBuffer", () => wasmBytes.buffer],
    ["a view into a larger buffer", () => new Uint8Array([0, ...wasmBytes, 0]).subarray(1, -1)],
    ["a DataView", () => new DataView(wasmBytes.buffer)],
    ["a Response", () => new Response(wasmBytes, { headers: { "Content-Type": "application/wasm" } })],
    ["a Response of another type", () => new Response(wasmBytes, { headers: { "Content-Type": "text/html" } })],
    ["a WebAssembly.Module", () => WebAssembly.compile(wasmBytes)],
    ["a file: URL", () => wasmFile],
    ["a file: URL as a string", () => wasmFile.href],
    ["a path in Node", () => fileURLToPath(wasmFile)],
    ["a relative path in Node", () => path.relative(process.cwd(), fileURLToPath(wasmFile))],
    ["a data: URL", () => `data:application/wasm;base64,${Buffer.from(wasmBytes).toString("base64")}`],
  ])("%s", async (_, source) => {
    await api.default({ wasm: await source() });
    expect(await output()).toMatch(/^tensor\(/);
  });

  test.each<[string, () => Api.WasmSource, Fault]>([
    ["an empty array", () => new Uint8Array(0), { code: "VALUE", key: "init.wasm-magic", says: ["nothing"] }],
    ["a damaged file", () => wasmBytes.slice(0, 1000), { code: "UNSUPPORTED", key: "init.compile" }],
    [
      "wasm of another program",
      () => Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0),
      { code: "VALUE", key: "init.wasm-foreign" },
    ],
    [
      "a missing file",
      () => new URL("missing.wasm", wasmFile),
      { code: "VALUE", key: "init.wasm-fetch", says: ["missing.wasm"] },
    ],
    ["a missing path", () => "mha.wasm", { code: "VALUE", key: "init.wasm-fetch", says: ["mha.wasm", "ENOENT"] }],
    ["a path of Windows", () => "C:\\mha.wasm", { code: "VALUE", key: "init.wasm-fetch", says: ["C:\\mha.wasm"] }],
    ["a scheme that nobody knows", () => "mha:wasm", { code: "VALUE", key: "init.wasm-fetch", says: ["cannot fetch"] }],
    [
      "wasm of another build",
      () => named(bareBytes, "0.0.9+0123456789ab"),
      { code: "VALUE", key: "init.wasm-build", says: ["0.0.9+0123456789ab", buildName] },
    ],
    ["our wasm without its build's name", () => bareBytes, { code: "VALUE", key: "init.wasm-foreign" }],
    [
      "a 404",
      () => new Response("no", { status: 404 }),
      { code: "VALUE", key: "init.wasm-status", values: { status: 404 } },
    ],
  ])("but not %s", async (_, source, fault) => {
    await expectRejection(() => api.default({ wasm: source() }), {
      argument: fault.code === "VALUE" ? "wasm" : "",
      ...fault,
    });
  });

  test("but not a response that has been read", async () => {
    const response = new Response(wasmBytes);
    await response.arrayBuffer();
    await expectRejection(() => api.default({ wasm: response }), { code: "VALUE", key: "init.wasm-read" });
  });
});

describe("from a server", () => {
  let server: http.Server;
  let base: string;

  beforeEach(async () => {
    server = http.createServer((request, response) => {
      // The wrong MIME type, as many servers send it.
      response.writeHead(request.url === "/mha.wasm" ? 200 : 404, { "Content-Type": "text/plain" });
      response.end(request.url === "/mha.wasm" ? wasmBytes : "<!doctype html>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => new Promise((resolve) => server.close(resolve)));

  test("whatever the MIME type, and quietly", async () => {
    const warn = vi.spyOn(console, "warn");
    const error = vi.spyOn(console, "error");
    await api.default({ wasm: new URL("/mha.wasm", base) });
    expect(api.rand(3).shape).toEqual([3]);
    expect(warn).not.toHaveBeenCalled();
    expect(error).not.toHaveBeenCalled();
  });

  test("a missing file is named", () =>
    expectRejection(() => api.default({ wasm: `${base}/other.wasm` }), {
      code: "VALUE",
      key: "init.wasm-status",
      values: { url: `${base}/other.wasm`, status: 404 },
    }));

  test("and again when it is back", async () => {
    await new Promise((resolve) => server.close(resolve));
    await expectRejection(() => api.default({ wasm: `${base}/mha.wasm` }), { code: "VALUE", key: "init.wasm-fetch" });
    await expect(api.default()).resolves.toMatchObject({ variant: "simd" });
  });
});

describe("an engine without", () => {
  test("WebAssembly is UNSUPPORTED", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    await expectRejection(() => api.default(), { code: "UNSUPPORTED", key: "init.webassembly" });
  });

  test("DecompressionStream unpacks by Node's zlib", async () => {
    vi.stubGlobal("DecompressionStream", undefined);
    await expect(api.default()).resolves.toMatchObject({ variant: "simd" });
  });

  test("streams in Blob and Response unpacks all the same", async () => {
    vi.stubGlobal("Blob", undefined);
    vi.stubGlobal("Response", undefined);
    await expect(api.default()).resolves.toMatchObject({ variant: "simd" });
  });

  test("either can be given wasm", async () => {
    vi.stubGlobal("DecompressionStream", undefined);
    vi.stubGlobal("process", { ...process, getBuiltinModule: undefined });
    await expectRejection(() => api.default(), { code: "UNSUPPORTED", key: "init.inflate", says: ["wasm option"] });
    await expect(api.default({ wasm: wasmBytes })).resolves.toMatchObject({ variant: "simd" });
  });

  test("SIMD is UNSUPPORTED", async () => {
    vi.spyOn(WebAssembly, "compile").mockRejectedValueOnce(new WebAssembly.CompileError("invalid simd opcode"));
    await expectRejection(() => api.default(), {
      code: "UNSUPPORTED",
      key: "init.compile",
      says: ["SIMD", "invalid simd opcode"],
    });
  });

  test("memory says so", async () => {
    vi.spyOn(WebAssembly, "instantiate").mockRejectedValueOnce(new RangeError("could not allocate memory"));
    await expectRejection(() => api.default(), { code: "OUT_OF_MEMORY", key: "memory" });
  });

  test("getBuiltinModule cannot read files", async () => {
    vi.stubGlobal("process", { ...process, getBuiltinModule: undefined });
    await expectRejection(() => api.default({ wasm: wasmFile }), { code: "VALUE", key: "init.wasm-file" });
  });
});

test("two copies of the module are independent", async () => {
  const first = api;
  vi.resetModules();
  const second: typeof Api = await import("../../web/api/index.js");
  expect(second).not.toBe(first);
  await Promise.all([first.default(), second.default()]);
  const draw = (seed: number) => {
    first.manualSeed(seed);
    return [...first.rand(4).data];
  };
  const expected = draw(1);
  first.manualSeed(1);
  second.manualSeed(2);
  const interleaved = [0, 1, 2, 3].map(() => {
    second.rand(1);
    return first.rand().at();
  });
  expect(interleaved).toEqual(expected);
  // A tensor of one copy is an input of the other.
  expect(new second.SimplifiedSelfAttention().forward(first.tensor([[1, 2]])).toNested()).toEqual([[1, 2]]);
});
