// Memory: what is disposed, or collected, is given back.
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { requireModule } from "../../web/api/engine.js";
import init, {
  AttentionError,
  Generator,
  MultiHeadAttention,
  MultiHeadAttentionWrapper,
  tensor,
} from "../../web/api/index.js";
import { makeDisposable, Owned } from "../../web/api/owned.js";
import { expectFault } from "./expect-error.js";
import { LAYER_NAMES, makeSmall, SENTENCE } from "./golden.js";

beforeAll(() => init());

const bytesInUse = () => requireModule("bytesInUse").bytesInUse();

/** Collects garbage until finalizers have given back what they will. */
async function collect(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.();
    // Finalizers run in tasks of their own.
    await wait(10);
  }
}

/** The bytes in use after many rounds, less those after a first few, which fill caches that stay. */
async function growthOf(rounds: number, use: () => void): Promise<number> {
  for (let round = 0; round < 10; round++) use();
  await collect();
  const before = bytesInUse();
  for (let round = 0; round < rounds; round++) use();
  await collect();
  return bytesInUse() - before;
}

const x = tensor(SENTENCE);
const large = () => new MultiHeadAttention({ dIn: 256, dOut: 256, contextLength: 64, numHeads: 8 });

test("the module tells how many bytes it holds", () => {
  // The first layer makes the shared generator, which stays.
  large().dispose();
  const before = bytesInUse();
  const layer = large();
  expect(bytesInUse() - before).toBeGreaterThan(4 * 256 * 256 * 4);
  layer.dispose();
  expect(bytesInUse()).toBe(before);
});

describe("dispose gives everything back", () => {
  test.each(LAYER_NAMES)("20,000 layers of %s", async (name) => {
    const growth = await growthOf(20_000, () => makeSmall(name).dispose());
    expect(growth).toBe(0);
  });

  test.each(LAYER_NAMES)("2,000 layers of %s in use", async (name) => {
    const growth = await growthOf(2000, () => {
      const layer = makeSmall(name);
      layer.forward(x);
      layer.trace(x);
      layer.forwardDouble(x);
      layer.loadStateDict(layer.stateDict());
      layer.dispose();
      layer.dispose();
    });
    expect(growth).toBe(0);
  });

  test("100,000 generators", async () => {
    const growth = await growthOf(100_000, () => {
      const generator = new Generator(1);
      generator.rand(3);
      generator.dispose();
    });
    expect(growth).toBe(0);
  });

  test("100 layers of 1 MB", async () => {
    const capacity = requireModule("memory").HEAPF32.byteLength;
    expect(await growthOf(100, () => large().dispose())).toBe(0);
    expect(requireModule("memory").HEAPF32.byteLength).toBeLessThan(capacity + 2 ** 25);
  });

  test("layers made of wrappers", async () => {
    const growth = await growthOf(2000, () => {
      const wrapper = new MultiHeadAttentionWrapper({ dIn: 3, dOut: 2, contextLength: 6, numHeads: 2 });
      const merged = MultiHeadAttention.fromWrapper(wrapper);
      wrapper.dispose();
      merged.dispose();
    });
    expect(growth).toBe(0);
  });

  test("layers that outlive their generator", async () => {
    const growth = await growthOf(2000, () => {
      const generator = new Generator(1);
      const layer = makeSmall("CausalAttention", { dropout: 0.5, generator });
      generator.dispose();
      layer.forward(x);
      layer.dispose();
    });
    expect(growth).toBe(0);
  });

  test("calls that throw", async () => {
    const layer = makeSmall("MultiHeadAttention");
    const growth = await growthOf(2000, () => {
      expect(() => makeSmall("MultiHeadAttention", { num_heads: 7 })).toThrow("divisible");
      expect(() => layer.forward([[1, 2]])).toThrow("dIn");
      expect(() => layer.loadStateDict({})).toThrow("missing");
    });
    layer.dispose();
    expect(growth).toBe(0);
  });
});

// The module's stack has 256 KB, of which a fault that left a frame behind would take 16 bytes or more.
describe("20,000 faults leave the stack where it was", () => {
  const layer = () => makeSmall("MultiHeadAttention");
  const faults: Record<string, (used: ReturnType<typeof layer>) => unknown> = {
    constructor: () => makeSmall("MultiHeadAttention", { num_heads: 7 }),
    "constructor out of memory": () =>
      new MultiHeadAttention({ dIn: 40_000, dOut: 40_000, contextLength: 6, numHeads: 2 }),
    forward: (used) => used.forward([[1, 2]]),
    trace: (used) => used.trace([[1, 2]]),
    forwardDouble: (used) => used.forwardDouble([[1, 2]]),
    loadStateDict: (used) => used.loadStateDict({}),
  };

  test.each(Object.keys(faults))("%s", (name) => {
    const used = layer().eval();
    const expected = used.forward(x);
    for (let round = 0; round < 20_000; round++) expect(() => faults[name]?.(used)).toThrow(AttentionError);
    expect(used.forward(x)).toEqual(expected);
    used.dispose();
  });
});

describe("what is forgotten is given back, too", () => {
  test("the garbage collector can be called", () => expect(globalThis.gc).toBeTypeOf("function"));

  test.each(LAYER_NAMES)("10,000 layers of %s", async (name) => {
    const growth = await growthOf(10_000, () => void makeSmall(name));
    expect(growth).toBe(0);
  });

  test("10,000 generators", async () => {
    expect(await growthOf(10_000, () => void new Generator(1).rand(1))).toBe(0);
  });

  test("40 layers of 1 MB", async () => {
    let growth = 0;
    for (let round = 0; round < 4; round++)
      growth += await growthOf(10, () => void large().forward(tensor(new Float32Array(256), [1, 256])));
    expect(growth).toBe(0);
  });

  test("but not what is still in use", async () => {
    const layer = makeSmall("MultiHeadAttention");
    const expected = layer.eval().forward(x);
    await collect();
    expect(layer.forward(x)).toEqual(expected);
  });
});

describe("Owned", () => {
  const handle = () => {
    const native = { deleted: 0, delete: () => void native.deleted++ };
    return native;
  };

  test("releases once", async () => {
    const native = handle();
    const owned = new Owned({}, "Thing", native);
    expect(owned.get("use")).toBe(native);
    owned.release();
    owned.release();
    expect(native.deleted).toBe(1);
    await expectFault(() => owned.get("use"), {
      code: "DISPOSED",
      key: "disposed",
      argument: "this",
      values: { name: "Thing", method: "use" },
    });
  });

  test("releases once where the owner is collected after all", async () => {
    const native = handle();
    (() => new Owned({}, "Thing", native).release())();
    await collect();
    expect(native.deleted).toBe(1);
  });
});

describe("using", () => {
  test("disposes a layer and a generator where the symbol exists", async () => {
    const things = [makeSmall("CausalAttention"), new Generator(1)];
    for (const thing of things) thing[Symbol.dispose]();
    await expectFault(() => makeSmall("CausalAttention", { generator: things[1] }), {
      code: "DISPOSED",
      key: "disposed",
    });
    expect(() => (things[0] as (typeof things)[0] & { training: boolean }).training).toThrow("disposed");
  });

  test("is left alone where it does not", () => {
    const prototype = { dispose: () => undefined };
    vi.stubGlobal("Symbol", {});
    makeDisposable(prototype);
    vi.unstubAllGlobals();
    expect(Object.getOwnPropertySymbols(prototype)).toEqual([]);
    makeDisposable(prototype);
    expect(Object.getOwnPropertySymbols(prototype)).toEqual([Symbol.dispose]);
  });
});
