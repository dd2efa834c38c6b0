// What the types promise; most of it is checked by the compiler, which reads this file in `npm run check`.
import { beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import init, {
  CausalAttention,
  type DoubleTensor,
  type ErrorCode,
  MultiHeadAttention,
  type MultiHeadAttentionOptions,
  MultiHeadAttentionWrapper,
  SelfAttentionV1,
  SelfAttentionV2,
  SimplifiedSelfAttention,
  type StateDict,
  type Tensor,
  type TensorLike,
  tensor,
} from "../../web/api/index.js";
import { SENTENCE } from "./golden.js";

beforeAll(() => init());

type StagesOf<Layer extends { trace: (x: TensorLike) => object }> = keyof ReturnType<Layer["trace"]>;

type Simplified = "scores" | "weights" | "context" | "output";
type SelfAttention = Simplified | "queries" | "keys" | "values";
type Causal = SelfAttention | "scaled" | "masked" | "dropoutMask" | "droppedWeights";

describe("a trace has the fields of its class and no others", () => {
  const sizes = { dIn: 3, dOut: 2, contextLength: 6, numHeads: 2 };
  const { numHeads: _, ...causal } = sizes;
  const ORDER =
    "queries keys values scores scaled masked weights dropoutMask droppedWeights context merged output".split(" ");
  const without = (...names: string[]) => ORDER.filter((name) => !names.includes(name));
  const MASKED = ["scaled", "masked", "dropoutMask", "droppedWeights"];

  test("SimplifiedSelfAttention", () => {
    const trace = new SimplifiedSelfAttention().trace(SENTENCE);
    expectTypeOf<StagesOf<SimplifiedSelfAttention>>().toEqualTypeOf<Simplified>();
    // @ts-expect-error it has no queries of its own
    expect(trace.queries).toBeUndefined();
    expect(Object.keys(trace)).toEqual(without("queries", "keys", "values", "merged", ...MASKED));
  });

  test("SelfAttentionV1 and V2", () => {
    expectTypeOf<StagesOf<SelfAttentionV1>>().toEqualTypeOf<SelfAttention>();
    expectTypeOf<StagesOf<SelfAttentionV2>>().toEqualTypeOf<SelfAttention>();
    for (const layer of [new SelfAttentionV1({ dIn: 3, dOut: 2 }), new SelfAttentionV2({ dIn: 3, dOut: 2 })]) {
      const trace = layer.trace(SENTENCE);
      // @ts-expect-error nothing is masked
      expect(trace.masked).toBeUndefined();
      expect(Object.keys(trace)).toEqual(without("merged", ...MASKED));
    }
  });

  test("CausalAttention and the wrapper", () => {
    expectTypeOf<StagesOf<CausalAttention>>().toEqualTypeOf<Causal>();
    expectTypeOf<StagesOf<MultiHeadAttentionWrapper>>().toEqualTypeOf<Causal>();
    for (const layer of [new CausalAttention(causal), new MultiHeadAttentionWrapper(sizes)]) {
      const trace = layer.trace(SENTENCE);
      // @ts-expect-error nothing is merged
      expect(trace.merged).toBeUndefined();
      expect(Object.keys(trace)).toEqual(without("merged"));
    }
  });

  test("MultiHeadAttention", () => {
    expectTypeOf<StagesOf<MultiHeadAttention>>().toEqualTypeOf<Causal | "merged">();
    const layer = new MultiHeadAttention(sizes);
    expect(Object.keys(layer.trace(SENTENCE))).toEqual(ORDER);
    const some = layer.trace(SENTENCE, { only: ["weights", "merged"] });
    expectTypeOf(some).toEqualTypeOf<{ readonly weights: Tensor; readonly merged: Tensor }>();
    // @ts-expect-error it was not asked for
    expect(some.context).toBeUndefined();
    // @ts-expect-error there is no such stage
    expect(() => layer.trace(SENTENCE, { only: ["weight"] })).toThrow("weights");
  });
});

test("options", () => {
  expectTypeOf<MultiHeadAttentionOptions["dropoutMethod"]>().toEqualTypeOf<"default" | "mkl" | undefined>();
  // @ts-expect-error numHeads is missing
  expect(() => new MultiHeadAttention({ dIn: 3, dOut: 2, contextLength: 6 })).toThrow("numHeads");
  // @ts-expect-error an option that the class lacks
  expect(() => new SelfAttentionV1({ dIn: 3, dOut: 2, qkvBias: true })).toThrow("qkvBias");
  // @ts-expect-error PyTorch's spelling
  expect(() => new SelfAttentionV1({ d_in: 3, dOut: 2 })).toThrow("dIn");
  // @ts-expect-error not a method
  expect(() => new CausalAttention({ dIn: 3, dOut: 2, contextLength: 6, dropoutMethod: "MKL" })).toThrow("mkl");
  const layer = new SelfAttentionV1({ dIn: 3, dOut: 2, generator: undefined });
  expect(() => {
    // @ts-expect-error options are read-only
    layer.dIn = 4;
  }).toThrow(TypeError);
});

test("inputs", () => {
  expectTypeOf<number[]>().toExtend<TensorLike>();
  expectTypeOf<readonly (readonly number[])[]>().toExtend<TensorLike>();
  expectTypeOf<number[][][]>().toExtend<TensorLike>();
  expectTypeOf<Float64Array>().toExtend<TensorLike>();
  expectTypeOf<Uint8ClampedArray[]>().toExtend<TensorLike>();
  expectTypeOf<Tensor>().toExtend<TensorLike>();
  expectTypeOf<DoubleTensor>().toExtend<TensorLike>();
  expectTypeOf<{ data: Int8Array; shape: number[] }>().toExtend<TensorLike>();
  expectTypeOf<BigInt64Array>().not.toExtend<TensorLike>();
  expectTypeOf<bigint[]>().not.toExtend<TensorLike>();
  expectTypeOf<string[]>().not.toExtend<TensorLike>();
  expectTypeOf<string>().not.toExtend<TensorLike>();
  expectTypeOf<DataView>().not.toExtend<TensorLike>();
  expect(tensor([1]).shape).toEqual([1]);
});

test("results", () => {
  const layer = new SelfAttentionV1({ dIn: 3, dOut: 2 });
  expectTypeOf(layer.forward).returns.toEqualTypeOf<Tensor>();
  expectTypeOf(layer.forwardDouble).returns.toEqualTypeOf<DoubleTensor>();
  expectTypeOf(layer.stateDict()).toEqualTypeOf<StateDict>();
  expectTypeOf(layer.eval()).toEqualTypeOf<SelfAttentionV1>();
  expectTypeOf(layer).toExtend<Disposable>();
  expectTypeOf<ErrorCode>().toEqualTypeOf<
    "DISPOSED" | "NOT_INITIALIZED" | "VALUE" | "SHAPE" | "OUT_OF_MEMORY" | "UNSUPPORTED"
  >();
  // @ts-expect-error a shape cannot be changed
  expect(() => layer.forward(SENTENCE).shape.push(1)).toThrow(TypeError);
});
