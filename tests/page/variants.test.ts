// Both variants of the packed module in Chromium, against PyTorch's values and each other.
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type * as Api from "../../web/api/index.js";
import { numbersOf, type RandomCase, readGolden } from "../api/golden.js";
import { openPage, useBrowser } from "./support.js";

useBrowser();

const packed = fileURLToPath(new URL("../../dist/package/index.js", import.meta.url));

/** Runs the package in a page of its own, so that each variant is started once. */
async function compute(variant: Api.Variant, { seed, args, input }: RandomCase) {
  const page = await openPage({
    prepare: (page) => page.route("**/package.js", (route) => route.fulfill({ path: packed })),
  });
  // As text, because vitest rewrites an import() in a function.
  const api = await page.evaluateHandle<typeof Api>("import(location.pathname + 'package.js')");
  return page.evaluate(
    async ({ api, variant, seed, args, input }) => {
      const { default: init, Generator, MultiHeadAttention } = api;
      const info = await init({ variant });
      const { d_in, d_out, context_length, num_heads, qkv_bias } = args as Record<string, number>;
      const mha = new MultiHeadAttention({
        dIn: d_in ?? 0,
        dOut: d_out ?? 0,
        contextLength: context_length ?? 0,
        numHeads: num_heads ?? 0,
        qkvBias: Boolean(qkv_bias),
        generator: new Generator(seed),
      }).eval();
      const traced = mha.trace(input).output;
      return { info, output: Array.from(mha.forward(input).data), traced: Array.from(traced.data) };
    },
    { api, variant, seed, args: args ?? {}, input: { data: numbersOf(input), shape: input.shape } },
  );
}

// The widest of the random configurations.
const golden = readGolden<{ cases: RandomCase[] }>("random").cases.filter(
  ({ kind, args }) => kind === "MultiHeadAttention" && args?.d_out === 64,
)[0] as RandomCase;

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((value, i) => Math.abs(value - (b[i] ?? Number.NaN))));

test("the relaxed variant is what auto takes in Chromium, and agrees with PyTorch", async () => {
  const relaxed = await compute("relaxed", golden);
  const auto = await compute("auto", golden);
  expect(relaxed.info.variant).toBe("relaxed");
  expect(auto).toEqual(relaxed);
  expect(relaxed.traced).toEqual(relaxed.output);
  const exact = numbersOf(golden.output_float64);
  expect(distance(relaxed.output, exact)).toBeLessThan(1e-6 * Math.max(...exact.map(Math.abs)));
});

test("the simd variant has other last bits, and agrees as well", async () => {
  const simd = await compute("simd", golden);
  expect(simd.info.variant).toBe("simd");
  expect(simd.traced).toEqual(simd.output);
  const exact = numbersOf(golden.output_float64);
  expect(distance(simd.output, exact)).toBeLessThan(1e-6 * Math.max(...exact.map(Math.abs)));
});
