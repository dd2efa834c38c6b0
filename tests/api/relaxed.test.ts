// The relaxed variant: PyTorch's values again, and how it is chosen.
import fs from "node:fs";
import { setFlagsFromString } from "node:v8";
import { beforeAll, describe, expect, test, vi } from "vitest";
import init, { Generator, MultiHeadAttention, tensor } from "../../web/api/index.js";
import { expectFault } from "./expect-error.js";
import { expectSameBits } from "./golden.js";
import { describeGoldens } from "./golden-suite.js";

// Node 20 and 22 have relaxed SIMD behind this flag; later versions have it without.
setFlagsFromString("--experimental-wasm-relaxed-simd");

beforeAll(() => init({ variant: "relaxed" }));

describe("the relaxed variant", () => {
  test("is what runs", async () => {
    await expect(init()).resolves.toMatchObject({ variant: "relaxed" });
  });

  test("is what auto takes where the engine has it", async () => {
    vi.resetModules();
    const another = await import("../../web/api/index.js");
    await expect(another.default()).resolves.toMatchObject({ variant: "relaxed" });
  });

  test("fuses: its last bits differ from the simd variant's, and nothing else", async () => {
    vi.resetModules();
    const simd = await import("../../web/api/index.js");
    await simd.default({ variant: "simd" });
    const options = { dIn: 64, dOut: 64, contextLength: 40, numHeads: 4 };
    const x = tensor(
      Array.from({ length: 40 * 64 }, (_, i) => Math.sin(i)),
      [40, 64],
    );
    const ours = new MultiHeadAttention({ ...options, generator: new Generator(1) }).forward(x);
    const theirs = new simd.MultiHeadAttention({ ...options, generator: new simd.Generator(1) }).forward(x);
    const differences = ours.data.map((value, i) => Math.abs(value - (theirs.data[i] ?? Number.NaN)));
    expect(Math.max(...differences)).toBeLessThan(1e-6);
    expect(Math.max(...differences)).toBeGreaterThan(0);
  });

  test("has the same bits in a trace, in another batch and in a smaller input", () => {
    const mha = new MultiHeadAttention({
      dIn: 20,
      dOut: 24,
      contextLength: 300,
      numHeads: 3,
      generator: new Generator(2),
    });
    const x = Array.from({ length: 300 * 20 }, (_, i) => Math.cos(i * i));
    const y = mha.forward(tensor(x, [300, 20]));
    expectSameBits(mha.trace(tensor(x, [300, 20]), { only: ["output"] }).output, y);
    const pair = mha.forward(tensor([...x, ...x], [2, 300, 20]));
    expectSameBits(tensor(pair.data.slice(300 * 24), [300, 24]), y);
    const short = mha.forward(tensor(x.slice(0, 257 * 20), [257, 20]));
    expectSameBits(short, tensor(y.data.slice(0, 257 * 24), [257, 24]));
  });

  test("is refused where the wasm that was passed is the other one", async () => {
    vi.resetModules();
    const another = await import("../../web/api/index.js");
    const { AttentionError } = await import("../../web/api/errors.js");
    const wasm = Uint8Array.from(fs.readFileSync(new URL("../../build/wasm/shipped/mha.wasm", import.meta.url)));
    await expectFault(
      () => another.default({ variant: "relaxed", wasm }),
      { code: "VALUE", key: "init.wasm-variant", values: { expected: "relaxed", got: "simd" } },
      AttentionError,
    );
    const relaxed = Uint8Array.from(
      fs.readFileSync(new URL("../../build/wasm/shipped/mha.relaxed.wasm", import.meta.url)),
    );
    await expect(another.default({ wasm: relaxed })).resolves.toMatchObject({ variant: "relaxed" });
  });
});

describeGoldens();
