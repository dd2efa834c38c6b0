// Text into words, words into vectors.
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import init from "../../web/api/index.js";
import { embeddingsOf, samplesOf } from "../../web/element/scene/words.js";

describe("samplesOf", () => {
  test.each([
    ["Your journey starts with one step", [["Your", "journey", "starts", "with", "one", "step"]]],
    ["Don't pay $3.50, e.g. now!", [["Don't", "pay", "$", "3.50", ",", "e.g", ".", "now", "!"]]],
    ["我们学习注意力。", [["我们", "学习", "注意力", "。"]]],
    ["one\ntwo\r\nthree\rfour\u2028five", [["one"], ["two"], ["three"], ["four"], ["five"]]],
    ["\n  \n a  b \t c \n\n", [["a", "b", "c"]]],
    ["", []],
    [" \n\t", []],
    ["👩‍👩‍👧 é", [["👩‍👩‍👧", "é"]]],
    ["<img src=x onerror=alert(1)>", [["<", "img", "src", "=", "x", "onerror", "=", "alert", "(", "1", ")", ">"]]],
  ])("%j", (text, expected) => expect(samplesOf(text)).toEqual(expected));

  test("Chinese is cut into words, not characters, and nothing is lost", () => {
    const [words = []] = samplesOf("千里之行，始于足下。");
    expect(words.join("")).toBe("千里之行，始于足下。");
    expect(words).toContain("千里");
    expect(words.at(-1)).toBe("。");
  });

  test("what shows nothing, or turns the text around, is no word", () => {
    expect(samplesOf("a \u200b \u2060 b")).toEqual([["a", "b"]]);
    expect(samplesOf("a\u202eb \u2066c")).toEqual([["ab", "c"]]);
  });

  test("a word is the same however its accents are encoded", () => {
    expect(samplesOf("cafe\u0301")).toEqual([["caf\u00e9"]]);
  });

  describe("without Intl.Segmenter", () => {
    afterEach(() => vi.unstubAllGlobals());

    test("words and signs, Chinese by characters", () => {
      vi.stubGlobal("Intl", {});
      expect(samplesOf("Don't stop, 注意力!")).toEqual([["Don't", "stop", ",", "注", "意", "力", "!"]]);
    });
  });
});

describe("embeddingsOf", () => {
  beforeAll(() => init());

  const vector = (word: string, seed = "123", dIn = 3) => Array.from(embeddingsOf([word], seed, dIn));

  test("from U[0, 1), one row a word", () => {
    const data = embeddingsOf(["a", "b", "c"], "123", 64);
    expect(data).toHaveLength(192);
    expect(data.every((value) => value >= 0 && value < 1)).toBe(true);
    const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
    expect(mean).toBeGreaterThan(0.4);
    expect(mean).toBeLessThan(0.6);
  });

  test("the same word has the same vector wherever it stands; others have others", () => {
    const data = embeddingsOf(["the", "cat", "the"], "123", 4);
    expect(data.slice(0, 4)).toEqual(data.slice(8));
    expect(data.slice(0, 4)).not.toEqual(data.slice(4, 8));
    expect(vector("the", "123", 4)).toEqual(Array.from(data.slice(0, 4)));
  });

  test("seed and spelling count, the encoding of accents does not", () => {
    expect(vector("cat", "124")).not.toEqual(vector("cat"));
    expect(vector("Cat")).not.toEqual(vector("cat"));
    expect(vector("cafe\u0301")).toEqual(vector("caf\u00e9"));
    expect(vector("词", "-1")).toEqual(vector("词", "-1"));
  });

  test("a wider vector begins with the narrower one", () => {
    expect(vector("cat", "123", 8).slice(0, 3)).toEqual(vector("cat"));
  });

  test("thousands of words in a row, and the first again", () => {
    const words = Array.from({ length: 5000 }, (_, index) => `w${index}`);
    const first = vector("w0", "5", 2);
    const data = embeddingsOf(words, "5", 2);
    expect(Array.from(data.slice(0, 2))).toEqual(first);
    expect(vector("w0", "5", 2)).toEqual(first);
    expect(new Set(data).size).toBeGreaterThan(9990);
  });
});
