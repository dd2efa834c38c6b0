// .npy files, byte for byte as NumPy 1.24 writes them, and damaged ones.
import { describe, expect, test } from "vitest";
import { readNpy } from "../../web/formats/npy.js";
import { bytesOf, expectRefusal, expectSameBits } from "./support.js";

/** numpy pads the header with spaces, so that the values start at a multiple of 64. */
const pad = (count: number) => `${" ".repeat(count)}\n`;

const C_FLOAT32 = `\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }${pad(58)}\xf6(\xdc>\x9a\x99\x19>\n\xd7c?\xcd\xcc\x0c?R\xb8^?\xc3\xf5(?`;
const FORTRAN_BIG_FLOAT64 = `\x93NUMPY\x01\x00v\x00{'descr': '>f8', 'fortran_order': True, 'shape': (2, 3), }${pad(59)}?\xdb\x85\x1e\xc0\x00\x00\x00?\xe1\x99\x99\xa0\x00\x00\x00?\xc333@\x00\x00\x00?\xeb\xd7\n@\x00\x00\x00?\xecz\xe1@\x00\x00\x00?\xe5\x1e\xb8\`\x00\x00\x00`;
const VERSION_2_FLOAT16 = `\x93NUMPY\x02\x00t\x00\x00\x00{'descr': '<f2', 'fortran_order': False, 'shape': (3,), }${pad(58)}\x00<\x00\xc0\x008`;
const VERSION_3_INT64 = `\x93NUMPY\x03\x00t\x00\x00\x00{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }${pad(58)}\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00`;
const BOOL = `\x93NUMPY\x01\x00v\x00{'descr': '|b1', 'fortran_order': False, 'shape': (1, 2), }${pad(58)}\x01\x00`;
const FORTRAN_INT16 = `\x93NUMPY\x01\x00v\x00{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3, 2), }${pad(56)}\x00\x00\x06\x00\x02\x00\x08\x00\x04\x00\n\x00\x01\x00\x07\x00\x03\x00\t\x00\x05\x00\x0b\x00`;
const SCALAR = `\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (), }${pad(62)}\x00\x00\x00?`;
const PICKLED = `\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }${pad(61)}\x80\x03cnumpy.core`;

const X = Float32Array.of(0.43, 0.15, 0.89, 0.55, 0.87, 0.66);

describe("as NumPy writes them", () => {
  test.each([
    ["float32", C_FLOAT32, [2, 3], X],
    ["float64, big-endian, Fortran order", FORTRAN_BIG_FLOAT64, [2, 3], X],
    ["float16, version 2", VERSION_2_FLOAT16, [3], [1, -2, 0.5]],
    ["int64, version 3", VERSION_3_INT64, [2], [1, 2]],
    ["booleans", BOOL, [1, 2], [1, 0]],
    ["int16 of rank 3, Fortran order", FORTRAN_INT16, [2, 3, 2], Array.from({ length: 12 }, (_, index) => index)],
    ["a scalar", SCALAR, [], [0.5]],
  ])("%s", (_name, text, shape, values) => {
    const { data, shape: got } = readNpy(bytesOf(text));
    expect(data).toBeInstanceOf(Float32Array);
    expect(got).toEqual(shape);
    expectSameBits(data, values);
  });

  test("from the middle of a buffer, not aligned", () => {
    const whole = bytesOf(`abc${C_FLOAT32}xyz`);
    expectSameBits(readNpy(whole.subarray(3, whole.length - 3)).data, X);
  });
});

const made = (header: string, values = "") =>
  bytesOf(`\x93NUMPY\x01\x00${String.fromCharCode(header.length & 255, header.length >> 8)}${header}${values}`);

describe("refused", () => {
  test("what is no .npy file", () => {
    expectRefusal(() => readNpy(new Uint8Array()), "npy.magic");
    expectRefusal(() => readNpy(bytesOf("[[1, 2]]")), "npy.magic");
    expectRefusal(() => readNpy(bytesOf("PK\x03\x04\x14\x00\x00\x00")), "npy.npz");
    expectRefusal(() => readNpy(bytesOf("\x93NUMPY\x04\x00\x00\x00\x00\x00")), "npy.version", { version: 4 });
  });

  test("cut off, wherever", () => {
    const whole = bytesOf(C_FLOAT32);
    expectRefusal(() => readNpy(whole.subarray(0, 7)), "npy.truncated", { got: 7 });
    expectRefusal(() => readNpy(whole.subarray(0, 100)), "npy.truncated", { expected: 128, got: 100 });
    expectRefusal(() => readNpy(whole.subarray(0, 151)), "npy.size", { shape: "(2, 3)", expected: 24, got: 23 });
    for (let length = 0; length < whole.length; length++) {
      expect(() => readNpy(whole.subarray(0, length))).toThrow(expect.objectContaining({ name: "FormatError" }));
    }
  });

  test("more bytes than the header says", () => {
    expectRefusal(() => readNpy(bytesOf(`${C_FLOAT32}\x00`)), "npy.size", { expected: 24, got: 25 });
  });

  test.each([
    "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000, 1000000000), }\n",
    "{'descr': '<f4', 'fortran_order': True, 'shape': (16384, 16384), }\n",
  ])("a claim of gigabytes, before room is made for it: %s", (header) => {
    expectRefusal(() => readNpy(made(header, "\x00\x00\x80?")), "npy.size", { got: 4 });
  });

  test.each([
    ["|O", PICKLED],
    ["<c8", C_FLOAT32.replace("<f4", "<c8")],
    ["<U5", C_FLOAT32.replace("<f4", "<U5")],
    ["<f16", C_FLOAT32.replace("'<f4'", "'<f16'")],
    ["constructor", C_FLOAT32.replace("'<f4'", "'constructor'").replace("v\x00{", "|\x00{")],
  ])("numbers of type %s", (dtype, text) => {
    expectRefusal(() => readNpy(bytesOf(text)), text.includes(dtype) ? "npy.dtype" : "npy.header");
  });

  test.each([
    ["no dictionary", "nonsense\n"],
    ["no shape", "{'descr': '<f4', 'fortran_order': False, }\n"],
    ["a negative size", "{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 3), }\n"],
    ["a size past all counting", `{'descr': '<f4', 'fortran_order': False, 'shape': (${"9".repeat(400)},), }\n`],
    ["code for a shape", "{'descr': '<f4', 'fortran_order': False, 'shape': (__import__('os'),), }\n"],
    ["too many axes", `{'descr': '<f4', 'fortran_order': False, 'shape': (${"1, ".repeat(65)}), }\n`],
    ["a header without end", `{'descr': '<f4', ${" ".repeat(10_001)}`],
  ])("%s", (_name, header) => expectRefusal(() => readNpy(made(header)), "npy.header"));

  test("records", () => {
    const header = "{'descr': [('a', '<f4'), ('b', '<f4')], 'fortran_order': False, 'shape': (1,), }\n";
    expectRefusal(() => readNpy(made(header, "\x00".repeat(8))), "npy.dtype", { dtype: "structured" });
  });

  test("a size of 0 is no fault of the format", () => {
    expect(readNpy(made("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }\n"))).toEqual({
      data: new Float32Array(),
      shape: [0, 3],
    });
  });
});
