// MultiHeadAttention made of a wrapper: the same heads, computed together.
import { beforeAll, describe, expect, test } from "vitest";
import init, {
  CausalAttention,
  Generator,
  MultiHeadAttention,
  MultiHeadAttentionWrapper,
  manualSeed,
  rand,
  tensor,
} from "../../web/api/index.js";
import { expectFault } from "./expect-error.js";
import { bitsOf, expectSameBits, SENTENCE, stageOf } from "./golden.js";

beforeAll(() => init());

const small = (more = {}) => new MultiHeadAttentionWrapper({ dIn: 3, dOut: 2, contextLength: 6, numHeads: 2, ...more });

describe("fromWrapper", () => {
  const seeds = Array.from({ length: 24 }, (_, seed) => ({ seed }));

  test.each(seeds)("gives the wrapper's output bit for bit for random sizes, seed $seed", ({ seed }) => {
    const generator = new Generator(seed);
    const size = (most: number) => 1 + Math.floor(generator.rand().at() * most);
    const [batch, tokens, dIn, dOut, numHeads] = [size(3), size(20), size(24), size(9), size(6)];
    const options = { dIn, dOut, contextLength: tokens + size(3), numHeads, qkvBias: seed % 2 === 0, generator };
    const wrapper = new MultiHeadAttentionWrapper(options).eval();
    const merged = MultiHeadAttention.fromWrapper(wrapper);
    const x = generator.rand(batch, tokens, dIn);
    const expected = wrapper.forward(x);
    expect(merged).toMatchObject({ ...options, dOut: numHeads * dOut, training: false });
    const trace = merged.trace(x);
    for (const got of [merged.forward(x), trace.merged, trace.output]) {
      expectSameBits(got, expected);
    }
    const theirs = wrapper.trace(x);
    for (const stage of ["queries", "keys", "values", "weights", "context"] as const) {
      expectSameBits(trace[stage], theirs[stage]);
    }
  });

  test("stacks the rows of the heads in order, with their biases", () => {
    const wrapper = small({ qkvBias: true });
    const [theirs, ours] = [wrapper.stateDict(), MultiHeadAttention.fromWrapper(wrapper).stateDict()];
    for (const key of [
      "W_query.weight",
      "W_query.bias",
      "W_key.weight",
      "W_key.bias",
      "W_value.weight",
      "W_value.bias",
    ]) {
      const stacked = [0, 1].flatMap((head) => [...stageOf(theirs, `heads.${head}.${key}`).data]);
      expect(bitsOf(stageOf(ours, key).data)).toEqual(bitsOf(stacked));
    }
    expectSameBits(stageOf(ours, "mask"), stageOf(theirs, "heads.0.mask"));
    const identity = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => Number(row === column)));
    expect(ours["out_proj.weight"]).toEqual(tensor(identity));
    expect(ours["out_proj.bias"]).toEqual(tensor([0, 0, 0, 0]));
  });

  test("copies options, mode and generator", () => {
    const generator = new Generator(3);
    const options = { dropout: 0.25, qkvBias: true, dropoutMethod: "mkl", generator } as const;
    const wrapper = small(options);
    expect(MultiHeadAttention.fromWrapper(wrapper)).toMatchObject({
      ...options,
      dIn: 3,
      dOut: 4,
      numHeads: 2,
      training: true,
    });
    expect(MultiHeadAttention.fromWrapper(wrapper.eval()).training).toBe(false);
  });

  test("draws nothing, and is a copy", () => {
    const wrapper = small().eval();
    const expected = wrapper.forward(SENTENCE);
    manualSeed(5);
    const drawn = rand(3);
    manualSeed(5);
    const merged = MultiHeadAttention.fromWrapper(wrapper);
    expectSameBits(rand(3), drawn);
    wrapper.loadStateDict(small().stateDict());
    wrapper.dispose();
    expectSameBits(merged.forward(SENTENCE), expected);
  });

  test("copies a mask that all heads share", () => {
    const mask = SENTENCE.map((_, row) => SENTENCE.map((_, column) => Number(Math.abs(row - column) > 1)));
    const wrapper = small().eval();
    wrapper.loadStateDict({ "heads.0.mask": mask, "heads.1.mask": mask }, { strict: false });
    const merged = MultiHeadAttention.fromWrapper(wrapper);
    const expected = wrapper.forward(SENTENCE);
    expectSameBits(merged.forward(SENTENCE), expected);
    expect(merged.trace(SENTENCE).masked.toNested()).toEqual(mask);
    expect(wrapper.trace(SENTENCE).masked.toNested()).toEqual(mask);
  });

  test("refuses heads with masks of their own, which the wrapper's trace shows", async () => {
    const open = SENTENCE.map(() => [0, 0, 0, 0, 0, 0]);
    const wrapper = small();
    wrapper.loadStateDict({ "heads.1.mask": open }, { strict: false });
    await expectFault(() => MultiHeadAttention.fromWrapper(wrapper), {
      code: "VALUE",
      key: "wrapper.masks",
      argument: "wrapper",
      values: { head: 1 },
    });
    const { masked, scores } = wrapper.trace([SENTENCE, SENTENCE]);
    expect(masked.shape).toEqual([2, 6, 6]);
    expect(masked.data.subarray(36)).toEqual(new Float32Array(36));
    expect(scores.shape).toEqual([2, 2, 6, 6]);
    expect(wrapper.trace(SENTENCE).masked.shape).toEqual([2, 6, 6]);
  });

  test("works where the wrapper's generator has been disposed", () => {
    const generator = new Generator(3);
    const wrapper = small({ dropout: 0.5, generator });
    generator.dispose();
    expect(MultiHeadAttention.fromWrapper(wrapper).forward(SENTENCE).shape).toEqual([6, 4]);
  });

  test.each([undefined, null, {}, "wrapper"])("refuses %j", (value) =>
    expectFault(() => MultiHeadAttention.fromWrapper(value as never), {
      code: "VALUE",
      key: "wrapper.type",
      argument: "wrapper",
    }),
  );

  test("refuses another MultiHeadAttention, and a disposed wrapper", async () => {
    const merged = MultiHeadAttention.fromWrapper(small());
    await expectFault(() => MultiHeadAttention.fromWrapper(merged as never), { code: "VALUE", key: "wrapper.type" });
    const wrapper = small();
    wrapper.dispose();
    await expectFault(() => MultiHeadAttention.fromWrapper(wrapper), { code: "DISPOSED", key: "disposed" });
  });
});

test("the wrapper's heads are CausalAttention's, drawn one after another", () => {
  manualSeed(123);
  const wrapper = small().eval();
  manualSeed(123);
  const heads = [0, 1].map(() => new CausalAttention({ dIn: 3, dOut: 2, contextLength: 6 }).eval().forward(SENTENCE));
  const expected = SENTENCE.flatMap((_, row) => heads.flatMap((head) => [head.at(row, 0), head.at(row, 1)]));
  expect(bitsOf(wrapper.forward(SENTENCE).data)).toEqual(bitsOf(expected));
});
