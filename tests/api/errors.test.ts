import { beforeEach, describe, expect, test, vi } from "vitest";
import { AttentionError, attempt, describe as describeText, describeValue, showShape } from "../../web/api/errors.js";

const details = { argument: "x", key: "input.width", message: "x is too wide", values: { got: 4, expected: 3 } };

test("an AttentionError is an Error that says what, where and why", () => {
  const cause = new Error("why");
  const error = new AttentionError("SHAPE", details, { cause });
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toBe("AttentionError: x is too wide");
  expect(error).toMatchObject({ name: "AttentionError", code: "SHAPE", ...details, cause });
  expect(error.stack).toContain("errors.test.ts");
});

describe("attempt", () => {
  const unwind = vi.fn();
  const module = { unwind };
  beforeEach(() => unwind.mockClear());

  test("returns what the call returns", () => {
    expect(attempt(module, () => 5)).toBe(5);
    expect(unwind).not.toHaveBeenCalled();
  });

  test("turns a plain object from C++ into an AttentionError", () => {
    const call = () =>
      attempt(module, () => {
        throw { code: "SHAPE", ...details };
      });
    expect(call).toThrow(AttentionError);
    expect(unwind).toHaveBeenCalledOnce();
    expect(call).toThrow("x is too wide");
  });

  test("says OUT_OF_MEMORY where JavaScript has no room for a copy", () => {
    expect(() => attempt(module, () => new Float32Array(2 ** 40))).toThrow(
      expect.objectContaining({ code: "OUT_OF_MEMORY", key: "memory.exhausted", cause: expect.any(RangeError) }),
    );
  });

  test("lets other errors through as they are", () => {
    const error = new TypeError("other");
    expect(() =>
      attempt(module, () => {
        throw error;
      }),
    ).toThrow(error);
  });
});

test.each([
  [[], "()"],
  [[3], "(3,)"],
  [[2, 6, 3], "(2, 6, 3)"],
])("the shape %j reads %s", (shape, text) => {
  expect(showShape(shape)).toBe(text);
});

test.each([
  ["mkl", '"mkl"'],
  ["x".repeat(50), `"${"x".repeat(40)}…"`],
  [5n, "5n"],
  [undefined, "undefined"],
  [null, "null"],
  [true, "true"],
  [Number.NaN, "NaN"],
  [[1], "an array"],
  [new Map(), "an object (Map)"],
  [() => 1, "a function"],
  [Symbol("s"), "Symbol(s)"],
])("%s is described as %s", (value, text) => {
  expect(describeText(value)).toBe(text);
});

test("numbers stay numbers in the values of an error", () => {
  expect(describeValue(1.5)).toBe(1.5);
  expect(describeValue("1.5")).toBe('"1.5"');
});
