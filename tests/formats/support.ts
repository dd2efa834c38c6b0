// Text to paste, bytes spelled as text, .safetensors files to order, and what a reader refuses.
import { expect } from "vitest";
import { FormatError, type FormatKey, type FormatValues } from "../../web/formats/format-error.js";

/** The lines of the article. */
export const ARTICLE_IN_PYTHON = `inputs = torch.tensor(
  [[0.43, 0.15, 0.89], # Your     (x^1)
   [0.55, 0.87, 0.66], # journey  (x^2)
   [0.57, 0.85, 0.64], # starts   (x^3)
   [0.22, 0.58, 0.33], # with     (x^4)
   [0.77, 0.25, 0.10], # one      (x^5)
   [0.05, 0.80, 0.55]] # step     (x^6)
)`;

/** One byte per character, as Python prints them. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** @param header as an object, or as the text that stands in its place */
export function safetensors(header: unknown, body: Uint8Array = new Uint8Array()): Uint8Array {
  const text = new TextEncoder().encode(typeof header === "string" ? header : JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + body.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(body, 8 + text.length);
  return bytes;
}

export function float32Bytes(...values: number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}

export function expectRefusal(read: () => unknown, key: FormatKey, values: FormatValues = {}): void {
  let refusal: unknown;
  try {
    read();
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(FormatError);
  expect(refusal).toMatchObject({ name: "FormatError", key, values });
  // The message says the numbers as well.
  const { message } = refusal as FormatError;
  for (const value of Object.values(values)) expect(message).toContain(String(value));
}

/** Float32 that writers get wrong: the smallest, the largest, neighbours of 1, both zeros, and what is no number. */
export const AWKWARD = Float32Array.of(
  0,
  -0,
  1,
  0.1,
  1 / 3,
  -2.5e-8,
  1e-45,
  1.17549435e-38,
  3.4028235e38,
  -3.4028235e38,
  16777216,
  16777217,
  1.0000001,
  0.99999994,
  123456.79,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
);

/** Every bit, but that NaNs are one. */
export function expectSameBits(got: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(got.length).toBe(expected.length);
  for (let index = 0; index < expected.length; index++) {
    if (!Object.is(got[index], expected[index])) {
      throw new Error(`value ${index} is ${got[index]}, expected ${expected[index]}`);
    }
  }
}

/** Float32 of every exponent and sign, by their bits. */
export function manyFloats(count: number): Float32Array {
  const bits = new Uint32Array(count);
  let state = 123;
  for (let index = 0; index < count; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bits[index] = state;
  }
  return new Float32Array(bits.buffer);
}
