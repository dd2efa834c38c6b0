import { expect, test, vi } from "vitest";

test("the names that users import", async () => {
  const api = await import("../../web/api/index.js");
  expect(Object.keys(api).sort()).toEqual([
    "Attention",
    "AttentionError",
    "CausalAttention",
    "Generator",
    "MultiHeadAttention",
    "MultiHeadAttentionWrapper",
    "SelfAttentionV1",
    "SelfAttentionV2",
    "SimplifiedSelfAttention",
    "Tensor",
    "default",
    "manualSeed",
    "rand",
    "tensor",
  ]);
});

test("importing does nothing: no wasm is compiled, nothing fetched, no global made", async () => {
  vi.resetModules();
  const calls = [vi.spyOn(WebAssembly, "compile"), vi.spyOn(WebAssembly, "instantiate"), vi.spyOn(globalThis, "fetch")];
  const globals = Reflect.ownKeys(globalThis);
  await import("../../web/api/index.js");
  for (const call of calls) expect(call).not.toHaveBeenCalled();
  expect(Reflect.ownKeys(globalThis)).toEqual(globals);
});
