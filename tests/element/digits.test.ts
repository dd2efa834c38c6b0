// Digit by digit: what agrees, what differs, what has no partner.
import { describe, expect, test } from "vitest";
import { compareDigits, type Piece } from "../../web/element/digits.js";

const text = (pieces: readonly Piece[]) => pieces.map((piece) => piece.text).join("");
const differing = (pieces: readonly Piece[]) =>
  pieces.filter(({ agrees }) => agrees === false).map((piece) => piece.text);

describe("compareDigits", () => {
  test("equal prints agree in every digit", () => {
    const print = "tensor([[0.3190, 0.4858],\n        [0.2943, 0.3897]])";
    const comparison = compareDigits(print, print);
    expect(comparison).toMatchObject({ numbers: 4, numbersAgreeing: 4, digits: 20, digitsAgreeing: 20 });
    expect(text(comparison?.left ?? [])).toBe(print);
    expect(differing(comparison?.left ?? [])).toEqual([]);
  });

  test("one changed digit is marked on both sides", () => {
    const comparison = compareDigits("tensor([0.3190, 0.4858])", "tensor([0.3190, 0.4758])");
    expect(comparison).toMatchObject({ numbers: 2, numbersAgreeing: 1, digits: 10, digitsAgreeing: 9 });
    expect(differing(comparison?.left ?? [])).toEqual(["8"]);
    expect(differing(comparison?.right ?? [])).toEqual(["7"]);
  });

  test("numbers meet at their decimal points, and a sign is not a digit", () => {
    const comparison = compareDigits("tensor([-10.5])", "tensor([0.5])");
    expect(comparison).toMatchObject({ digits: 3, digitsAgreeing: 2, numbersAgreeing: 0 });
    expect(differing(comparison?.left ?? [])).toEqual(["-1"]);
    const signs = compareDigits("tensor([-0.5])", "tensor([ 0.5])");
    expect(signs).toMatchObject({ digits: 2, digitsAgreeing: 2, numbersAgreeing: 0 });
  });

  test("grad_fn, spaces and line breaks are not compared, but kept", () => {
    const right = "tensor([[0.5000],\n        [1.0000]],\n       grad_fn=<CatBackward0>)";
    const comparison = compareDigits("tensor([[0.5000], [1.0000]])", right);
    expect(comparison).toMatchObject({ numbers: 2, numbersAgreeing: 2 });
    expect(text(comparison?.right ?? [])).toBe(right);
  });

  test("nan, inf and exponents are numbers", () => {
    const comparison = compareDigits("tensor([nan, -inf, 1.0000e-05])", "tensor([nan, inf, 1.0000e-05])");
    expect(comparison).toMatchObject({ numbers: 3, numbersAgreeing: 2 });
  });

  test("other shapes have no partners", () => {
    expect(compareDigits("tensor([0.5, 0.5])", "tensor([0.5])")).toBeUndefined();
    expect(compareDigits("tensor([[0.5, 0.5]])", "tensor([[0.5], [0.5]])")).toBeUndefined();
  });
});
