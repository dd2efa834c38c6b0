// Passes that are too large.
import { beforeAll, describe, expect, test } from "vitest";
import init, {
  type AttentionError,
  MultiHeadAttention,
  manualSeed,
  rand,
  SimplifiedSelfAttention,
  tensor,
} from "../../web/api/index.js";
import { expectFault, faultOf } from "./expect-error.js";
import { expectSameBits } from "./golden.js";

beforeAll(() => init());

describe("what does not fit in memory is refused before anything is computed, and leaves the layer working", () => {
  const tokens = 2 ** 16;
  const x = tensor(new Float32Array(tokens), [tokens, 1]);

  test.each<[string, () => { trace: (x: never) => unknown; forward: (x: never) => { shape: readonly number[] } }]>([
    ["SimplifiedSelfAttention", () => new SimplifiedSelfAttention()],
    [
      "MultiHeadAttention",
      () => new MultiHeadAttention({ dIn: 1, dOut: 8, contextLength: tokens, numHeads: 8, dropout: 0.5 }),
    ],
  ])("a trace of 65,536 tokens by %s", async (_, make) => {
    const layer = make();
    manualSeed(5);
    const drawn = rand(3);
    manualSeed(5);
    const thrown = await faultOf(() => layer.trace(x as never));
    expect(thrown).toMatchObject({ code: "OUT_OF_MEMORY", key: "memory" });
    const { values, message } = thrown as AttentionError;
    expect(values.bytes).toBeGreaterThan(2 ** 35);
    expect(message).toContain(String(values.bytes).replace(/\B(?=(\d{3})+$)/g, ","));
    expectSameBits(rand(3), drawn);
    expect(layer.forward([[1]] as never).shape).toEqual([1, layer instanceof MultiHeadAttention ? 8 : 1]);
  });

  test("a double pass over 65,536 tokens", async () => {
    await expectFault(() => new SimplifiedSelfAttention().forwardDouble(x), { code: "OUT_OF_MEMORY", key: "memory" });
  });
});
