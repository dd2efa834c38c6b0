// Elements of files as float32.
import { describe, expect, test } from "vitest";
import { ELEMENT_TYPES, readElements } from "../../web/formats/element-types.js";
import { bytesOf } from "./support.js";

const read = (type: keyof typeof ELEMENT_TYPES, text: string, littleEndian = true) => {
  const bytes = bytesOf(`?${text}`).subarray(1); // never aligned
  return [...readElements(bytes, ELEMENT_TYPES[type], text.length / ELEMENT_TYPES[type].bytes, littleEndian)];
};

describe("float16", () => {
  test.each([
    ["\x00\x00", 0],
    ["\x00\x80", -0],
    ["\x00\x3c", 1],
    ["\x00\xc0", -2],
    ["\x01\x00", 2 ** -24],
    ["\xff\x03", 1023 * 2 ** -24],
    ["\x00\x04", 2 ** -14],
    ["\xff\x7b", 65504],
    ["\x00\x7c", Number.POSITIVE_INFINITY],
    ["\x00\xfc", Number.NEGATIVE_INFINITY],
    ["\x01\x7c", Number.NaN],
    ["\x55\x35", 0.333251953125],
  ])("%j is %d", (text, value) => expect(read("float16", text)).toEqual([value]));
});

describe("bfloat16", () => {
  test.each([
    ["\x80\x3f", 1],
    ["\x00\x80", -0],
    ["\x49\x40", 3.140625],
    ["\x80\x7f", Number.POSITIVE_INFINITY],
    ["\xc0\x7f", Number.NaN],
    ["\x01\x00", 2 ** -133],
  ])("%j is %d", (text, value) => expect(read("bfloat16", text)).toEqual([value]));
});

test.each([
  ["float32", "\x00\x00\x80\x3f", "\x3f\x80\x00\x00", 1],
  ["float64", "\x00\x00\x00\x00\x00\x00\xf8\x3f", "\x3f\xf8\x00\x00\x00\x00\x00\x00", 1.5],
  ["int8", "\xff", "\xff", -1],
  ["uint8", "\xff", "\xff", 255],
  ["bool", "\x02", "\x02", 1],
  ["int16", "\xfe\xff", "\xff\xfe", -2],
  ["uint16", "\xfe\xff", "\xff\xfe", 65534],
  ["int32", "\xfe\xff\xff\xff", "\xff\xff\xff\xfe", -2],
  ["uint32", "\x00\x00\x00\x80", "\x80\x00\x00\x00", 2 ** 31],
  ["int64", "\xfd\xff\xff\xff\xff\xff\xff\xff", "\xff\xff\xff\xff\xff\xff\xff\xfd", -3],
  ["uint64", "\x00\x00\x00\x00\x00\x00\x00\x80", "\x80\x00\x00\x00\x00\x00\x00\x00", 2 ** 63],
] as const)("%s of either byte order", (type, little, big, value) => {
  expect(read(type, little)).toEqual([value]);
  expect(read(type, big, false)).toEqual([value]);
});

test("doubles are rounded once", () => {
  const bytes = new Uint8Array(Float64Array.of(0.1, 1e39).buffer);
  expect([...readElements(bytes, ELEMENT_TYPES.float64, 2)]).toEqual([Math.fround(0.1), Number.POSITIVE_INFINITY]);
});
