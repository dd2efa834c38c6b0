// The article's own numbers, and random configurations, as PyTorch computes them; run with every variant.
import { describe, expect, test } from "vitest";
import { manualSeed, rand } from "../../web/api/index.js";
import {
  type Book,
  bitsOf,
  CAUSAL_NAMES,
  expectClose,
  expectSameBits,
  type GoldenCase,
  type Layer,
  largestDifference,
  magnitudeOf,
  makeLayer,
  numbersOf,
  type RandomCase,
  readGolden,
  stageOf,
  stagesOf,
  toTensor,
} from "./golden.js";

const TOLERANCE = 1e-6;

function make({ kind, seed, args, training }: Pick<GoldenCase, "kind" | "seed" | "args" | "training">): Layer {
  if (seed !== undefined) manualSeed(seed);
  return makeLayer(kind, args).train(training ?? false);
}

/** Defines the tests; the module must have been started before they run. */
export function describeGoldens(): void {
  describe("the article", () => {
    const book = readGolden<Book>("book");

    describe.each(book.cases)("$name", (golden) => {
      const { state_dict = {}, trace } = golden;
      const x = toTensor(book[golden.input]);

      test("has the parameters that the seed gives, bit for bit, in PyTorch's order", () => {
        const state = make(golden).stateDict();
        expect(Object.keys(state)).toEqual(Object.keys(state_dict));
        for (const [key, value] of Object.entries(state_dict)) {
          expect(state[key]?.shape).toEqual(value.shape);
          expect(bitsOf(state[key]?.data ?? [])).toEqual(bitsOf(numbersOf(value)));
        }
      });

      test("has every stage", () => {
        const got = make(golden).trace(x);
        for (const [stage, expected] of stagesOf(trace)) {
          expectClose(stageOf(got, stage), expected, TOLERANCE);
        }
      });

      test("returns the same bits from forward", () => {
        expectSameBits(make(golden).forward(x), stageOf(make(golden).trace(x), "output"));
      });

      test("agrees with the double reference", () => {
        const layer = make(golden);
        const { dropoutMask, ...stages } = layer.trace(x);
        const { data, shape } = layer.forwardDouble(x, dropoutMask && { dropoutMask });
        expect(data).toBeInstanceOf(Float64Array);
        expect(shape).toEqual(stageOf(stages, "output").shape);
        expect(largestDifference(data, stageOf(stages, "output").data)).toBeLessThanOrEqual(TOLERANCE);
      });

      test("takes either rank", () => {
        const layer = make(golden).eval();
        const one = toTensor(book.inputs);
        const both = layer.forward(toTensor(book.batch));
        const alone = layer.forward(one);
        expect(both.shape).toEqual([2, ...alone.shape]);
        expect(bitsOf(both.data)).toEqual([...bitsOf(alone.data), ...bitsOf(alone.data)]);
      });
    });

    const causal = book.cases.filter(({ kind }) => CAUSAL_NAMES.some((name) => name === kind));

    test.each(causal)("$name: scaled, masked and dropoutMask follow from the rest", (golden) => {
      const { dOut, numHeads = 1 } = make(golden) as Layer & { dOut: number; numHeads?: number };
      const headDim = golden.kind === "MultiHeadAttention" ? dOut / numHeads : dOut;
      const trace = make(golden).trace(toTensor(book[golden.input]));
      const tokens = 6;
      const isHidden = (index: number) => index % tokens > Math.floor(index / tokens) % tokens;

      const masked = stageOf(trace, "masked");
      expect(masked.shape).toEqual([tokens, tokens]);
      expect([...masked.data]).toEqual(Array.from({ length: tokens ** 2 }, (_, index) => Number(isHidden(index))));

      const scores = stageOf(golden.trace, "scores");
      const expected = numbersOf(scores).map((score, index) =>
        isHidden(index) ? -Infinity : score / Math.sqrt(headDim),
      );
      expectClose(stageOf(trace, "scaled"), { shape: scores.shape, data: expected }, TOLERANCE);

      const dropoutMask = stageOf(trace, "dropoutMask");
      const dropped = stageOf(golden.trace, "dropped_weights");
      expect(dropoutMask.shape).toEqual(dropped.shape);
      // What is hidden has weight 0 either way, which does not tell whether it was kept.
      const visible = (values: ArrayLike<number>) => Array.from(values).filter((_, index) => !isHidden(index));
      expect(visible(dropoutMask.data)).toEqual(visible(numbersOf(dropped)).map((weight) => Number(weight !== 0)));
      const kinds = golden.training === true ? [0, 1] : [1];
      expect([...new Set(dropoutMask.data)].sort()).toEqual(kinds);
    });

    test.each(Object.entries(book.printed))("prints %s digit for digit", (name, rows) => {
      const golden = book.cases.find((candidate) => candidate.name === name) as GoldenCase;
      const output = make(golden).forward(toTensor(book.batch));
      const isNegative = rows.flat().some((value) => value < 0);
      const line = (row: number[]) =>
        `[${row.map((value) => value.toFixed(4).padStart(isNegative ? 7 : 6)).join(", ")}]`;
      const block = `[${rows.map(line).join(",\n         ")}]`;
      expect(String(output)).toBe(`tensor([${block},\n\n        ${block}])`);
    });
  });

  describe("random configurations", () => {
    const { cases } = readGolden<{ cases: RandomCase[] }>("random");
    const named = cases.map((golden) => ({ ...golden, name: `${golden.kind} ${JSON.stringify(golden.args)}` }));

    test.each(named)("$name", (golden) => {
      const layer = make(golden);
      const drawn = rand(4);
      const x = toTensor(golden.input);
      const expected = numbersOf(golden.output_float64);
      const magnitude = magnitudeOf(expected);
      const pytorch = numbersOf(stageOf(golden.trace, "output"));
      const tolerance = Math.max(1e-6 * magnitude, 3 * largestDifference(pytorch, expected));
      const output = layer.forward(x);
      expect(output.shape).toEqual(golden.output_float64.shape);
      expect(largestDifference(output.data, expected)).toBeLessThanOrEqual(tolerance);

      const { data, shape } = layer.forwardDouble(x);
      expect(shape).toEqual(golden.output_float64.shape);
      expect(largestDifference(data, expected)).toBeLessThanOrEqual(1e-12 * magnitude);

      // PyTorch's own float32 stages, which are as far from the truth as ours may be.
      const got = layer.trace(x);
      const spread = Math.max(2e-6, (2 * tolerance) / magnitude);
      for (const [stage, reference] of stagesOf(golden.trace)) {
        expectClose(stageOf(got, stage), reference, spread * Math.max(1, magnitudeOf(numbersOf(reference))));
      }
      // Passes in eval mode draw nothing, whatever else they do.
      manualSeed(golden.seed);
      make(golden);
      expectSameBits(rand(4), drawn);
    });
  });
}
