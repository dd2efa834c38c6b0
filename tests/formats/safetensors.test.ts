// .safetensors files, as the format's specification has them, and hostile ones.
import { describe, expect, test } from "vitest";
import { readSafetensors } from "../../web/formats/safetensors.js";
import { bytesOf, expectRefusal, expectSameBits, float32Bytes, safetensors } from "./support.js";

const entry = (dtype: string, shape: readonly unknown[], begin: number, end: number) => ({
  dtype,
  shape,
  data_offsets: [begin, end],
});

describe("reads", () => {
  test("what safetensors.torch.save_file writes: metadata, spaces up to a multiple of 8, tensors by name", () => {
    const header =
      '{"__metadata__":{"format":"pt"},"W_query.weight":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},' +
      '"out_proj.bias":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}}     ';
    const tensors = readSafetensors(safetensors(header, float32Bytes(0.5, -1, 3)));
    expect([...tensors.keys()]).toEqual(["W_query.weight", "out_proj.bias"]);
    expect(tensors.get("W_query.weight")).toEqual({ data: Float32Array.of(0.5, -1), shape: [1, 2] });
    expect(tensors.get("out_proj.bias")).toEqual({ data: Float32Array.of(3), shape: [1] });
  });

  test.each([
    ["F64", new Uint8Array(Float64Array.of(0.1, -2).buffer), [Math.fround(0.1), -2]],
    ["F16", bytesOf("\x00\x3c\x00\xc0"), [1, -2]],
    ["BF16", bytesOf("\x80\x3f\x00\xc0"), [1, -2]],
    ["BOOL", bytesOf("\x01\x00"), [1, 0]],
    ["I64", new Uint8Array(BigInt64Array.of(7n, -7n).buffer), [7, -7]],
  ])("%s", (dtype, body, values) => {
    const tensors = readSafetensors(safetensors({ a: entry(dtype, [2], 0, body.length) }, body));
    expectSameBits(tensors.get("a")?.data ?? [], values);
  });

  test("tensors in any order, of rank 0 and without values", () => {
    const header = { b: entry("F32", [], 4, 8), empty: entry("F32", [0, 3], 4, 4), a: entry("F32", [1], 0, 4) };
    const tensors = readSafetensors(safetensors(header, float32Bytes(1, 2)));
    expect(tensors.get("a")?.data).toEqual(Float32Array.of(1));
    expect(tensors.get("b")).toEqual({ data: Float32Array.of(2), shape: [] });
    expect(tensors.get("empty")).toEqual({ data: new Float32Array(), shape: [0, 3] });
  });

  test("names that objects inherit are names like any other", () => {
    const header = `{"__proto__":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"constructor":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}`;
    const tensors = readSafetensors(safetensors(header, float32Bytes(1, 2)));
    expect([...tensors.keys()]).toEqual(["__proto__", "constructor"]);
    expect(({} as { dtype?: unknown }).dtype).toBeUndefined();
  });
});

describe("refused", () => {
  test("torch.save's files, which can hold code", () => {
    expectRefusal(() => readSafetensors(bytesOf("PK\x03\x04and the rest")), "safetensors.pickle");
    expectRefusal(() => readSafetensors(bytesOf("\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.")), "safetensors.pickle");
  });

  test("a length that the file does not have", () => {
    expectRefusal(() => readSafetensors(bytesOf("1234567")), "safetensors.truncated", { got: 7 });
    const huge = safetensors({ a: entry("F32", [1], 0, 4) });
    huge.fill(0xff, 0, 8);
    expectRefusal(() => readSafetensors(huge), "safetensors.header-size", { got: huge.length - 8 });
    const cut = safetensors({ a: entry("F32", [1], 0, 4) }, float32Bytes(1)).subarray(0, 20);
    expectRefusal(() => readSafetensors(cut), "safetensors.header-size", { got: 12 });
  });

  test.each(["", "[]", "null", '"text"', "{", "{'a': 1}", "\xff", "[".repeat(100_000)])("a header of %j", (text) => {
    const header = text === "\xff" ? bytesOf("\x01\x00\x00\x00\x00\x00\x00\x00\xff") : safetensors(text);
    expectRefusal(() => readSafetensors(header), "safetensors.header");
  });

  test("no tensor", () => {
    expectRefusal(() => readSafetensors(safetensors({})), "safetensors.empty");
    expectRefusal(() => readSafetensors(safetensors({ __metadata__: { format: "pt" } })), "safetensors.empty");
  });

  test.each([
    ["null", null],
    ["a list", []],
    ["no dtype", { shape: [1], data_offsets: [0, 4] }],
    ["a shape of text", { dtype: "F32", shape: "1", data_offsets: [0, 4] }],
    ["a negative size", entry("F32", [-1], 0, 4)],
    ["half a size", entry("F32", [0.5], 0, 4)],
    ["a size past all counting", entry("F32", [2 ** 53], 0, 4)],
    ["too many axes", entry("F32", Array(65).fill(1), 0, 4)],
    ["one offset", { dtype: "F32", shape: [1], data_offsets: [0] }],
    ["offsets backwards", entry("F32", [1], 4, 0)],
    ["inherited fields", { __proto__: entry("F32", [1], 0, 4) }],
  ])("an entry with %s", (_name, value) => {
    expectRefusal(() => readSafetensors(safetensors({ bad: value }, float32Bytes(1))), "safetensors.entry", {
      name: "bad",
    });
  });

  test.each(["F8_E4M3", "C64", "toString"])("numbers of type %s", (dtype) => {
    const header = { a: entry(dtype, [4], 0, 4) };
    expectRefusal(() => readSafetensors(safetensors(header, float32Bytes(1))), "safetensors.dtype", { dtype });
  });

  test("bytes outside of the file", () => {
    const header = { a: entry("F32", [2], 0, 8) };
    const values = { name: "a", begin: 0, end: 8, room: 4 };
    expectRefusal(() => readSafetensors(safetensors(header, float32Bytes(1))), "safetensors.range", values);
  });

  test("a shape that its bytes do not fill; gigabytes are only claimed", () => {
    const small = { a: entry("F32", [2, 3], 0, 4) };
    const values = { name: "a", shape: "(2, 3)", dtype: "F32", expected: 24, got: 4 };
    expectRefusal(() => readSafetensors(safetensors(small, float32Bytes(1))), "safetensors.size", values);
    const large = { a: entry("F32", [2 ** 40, 2 ** 40], 0, 4) };
    expectRefusal(() => readSafetensors(safetensors(large, float32Bytes(1))), "safetensors.size", { got: 4 });
  });

  test("tensors that overlap", () => {
    const header = { a: entry("F32", [2], 0, 8), b: entry("F32", [2], 4, 12) };
    const values = { name: "b", other: "a" };
    expectRefusal(() => readSafetensors(safetensors(header, float32Bytes(1, 2, 3))), "safetensors.overlap", values);
    const twice = { a: entry("F32", [1], 0, 4), b: entry("F32", [1], 0, 4) };
    expectRefusal(() => readSafetensors(safetensors(twice, float32Bytes(1))), "safetensors.overlap");
  });

  test("bytes that belong to no tensor: at the start, between, at the end, behind a name given twice", () => {
    const body = float32Bytes(1, 2, 3);
    for (const header of [
      { a: entry("F32", [2], 4, 12) },
      { a: entry("F32", [1], 0, 4), b: entry("F32", [1], 8, 12) },
      { a: entry("F32", [2], 0, 8) },
    ]) {
      expectRefusal(() => readSafetensors(safetensors(header, body)), "safetensors.gap", { bytes: 4 });
    }
    const twice =
      '{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"a":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}}';
    expectRefusal(() => readSafetensors(safetensors(twice, body)), "safetensors.gap", { bytes: 8 });
  });

  test("long names are cut in the sentence", () => {
    const name = "W".repeat(10_000);
    expectRefusal(() => readSafetensors(safetensors({ [name]: 1 })), "safetensors.entry", {
      name: `${"W".repeat(40)}…`,
    });
  });
});
