// CSV in and out.
import { describe, expect, test } from "vitest";
import { readCsv, writeCsv } from "../../web/formats/csv.js";
import { AWKWARD, expectRefusal, expectSameBits, manyFloats } from "./support.js";

const X = Float32Array.of(0.43, 0.15, 0.89, 0.55, 0.87, 0.66);

describe("reads", () => {
  test.each([
    ["commas", "0.43,0.15,0.89\n0.55,0.87,0.66"],
    ["commas and spaces", " 0.43, 0.15 , 0.89 \n0.55,0.87,0.66\n"],
    ["semicolons", "0.43;0.15;0.89\r\n0.55;0.87;0.66\r\n"],
    ["tabs", "0.43\t0.15\t0.89\n0.55\t0.87\t0.66\n"],
    ["spaces", "  0.43 0.15   0.89\n0.55 0.87 0.66  "],
    ["lines of old Macs", "0.43,0.15,0.89\r0.55,0.87,0.66\r"],
    ["separators at the ends of rows", "0.43,0.15,0.89,\n0.55,0.87,0.66,\n"],
    ["empty lines and rows", "\n0.43,0.15,0.89\n\n,,\n0.55,0.87,0.66\n\n\n"],
    ["quotation marks", '"0.43","0.15","0.89"\n"0.55",0.87,0.66'],
    ["a heading", "x1,x2,x3\n0.43,0.15,0.89\n0.55,0.87,0.66"],
    ["a heading with a gap", "x1,,x3\n0.43,0.15,0.89\n0.55,0.87,0.66"],
    [
      "numpy.savetxt",
      "4.300000071525573730e-01 1.500000059604644775e-01 8.899999856948852539e-01\n5.500000119209289551e-01 8.700000047683715820e-01 6.600000262260437012e-01\n",
    ],
    [
      "numpy.savetxt with a heading",
      "# a,b,c\n4.300000071525573730e-01,1.500000059604644775e-01,8.899999856948852539e-01\n5.500000119209289551e-01,8.700000047683715820e-01,6.600000262260437012e-01\n",
    ],
  ])("%s", (_name, text) => {
    const { data, shape, tokens } = readCsv(text);
    expect(shape).toEqual([2, 3]);
    expectSameBits(data, X);
    expect(tokens).toBeUndefined();
  });

  test.each([
    ["words first", "Your,0.43,0.15,0.89\njourney,0.55,0.87,0.66", ["Your", "journey"]],
    ["words under a heading", "token,a,b,c\nYour,0.43,0.15,0.89\njourney,0.55,0.87,0.66", ["Your", "journey"]],
    ["numbers as words, by their heading", "token,a,b,c\n7,0.43,0.15,0.89\n8,0.55,0.87,0.66", ["7", "8"]],
    ["pandas with its index", ",0,1,2\n0,0.43,0.15,0.89\n1,0.55,0.87,0.66\n", ["0", "1"]],
    ["R without a corner", 'a,b,c\n"Your",0.43,0.15,0.89\n"7",0.55,0.87,0.66', ["Your", "7"]],
    ["Chinese, by spaces", "千里 0.43 0.15 0.89\n之行 0.55 0.87 0.66", ["千里", "之行"]],
    ["punctuation", '",",0.43,0.15,0.89\n"""",0.55,0.87,0.66', [",", '"']],
    ["a semicolon between commas", ";,0.43,0.15,0.89\n;,0.55,0.87,0.66", [";", ";"]],
    [
      "markup",
      "<img src=x onerror=alert(1)>\t0.43\t0.15\t0.89\n<b>\t0.55\t0.87\t0.66",
      ["<img src=x onerror=alert(1)>", "<b>"],
    ],
  ])("%s", (_name, text, expected) => {
    const { data, shape, tokens } = readCsv(text);
    expect(tokens).toEqual(expected);
    expect(shape).toEqual([2, 3]);
    expectSameBits(data, X);
  });

  test("a column, a row, a cell", () => {
    expect(readCsv("1\n2\n3").shape).toEqual([3, 1]);
    expect(readCsv("1,2,3").shape).toEqual([1, 3]);
    expect(readCsv("x\n7")).toEqual({ data: Float32Array.of(7), shape: [1, 1] });
  });

  test("nan, infinities, a true minus sign", () => {
    expectSameBits(readCsv("nan,inf,-inf,\u22121").data, [Number.NaN, Infinity, -Infinity, -1]);
  });
});

describe("refuses", () => {
  test.each([
    ["", "csv.empty", {}],
    ["\n \n,,\n", "csv.empty", {}],
    ["a,b,c", "csv.empty", {}],
    ["Your journey starts with one step", "csv.empty", {}],
    ["1,2,3\n4,5\n6,7,8", "csv.ragged", { row: 2, got: 2, expected: 3 }],
    ["1,2\n\n4,5,6", "csv.ragged", { row: 3, got: 3, expected: 2 }],
    ["a,b\n1,2\n3,x", "csv.number", { row: 3, column: 2, text: "x" }],
    ["1,2\n3,4\n5x,6", "csv.number", { row: 3, column: 1, text: "5x" }],
    ["a,1,2\nb,3,<b>4", "csv.number", { row: 2, column: 3, text: "<b>4" }],
    ["1,2\n,4", "csv.missing", { row: 2, column: 1 }],
    ["1,2\n3,", "csv.missing", { row: 2, column: 2 }],
    [",0.5,0.25\n1,2,3", "csv.missing", { row: 1, column: 1 }],
    ["0,43;0,15;0,89\n0,55;0,87;0,66", "csv.decimal-comma", { row: 1, column: 1, text: "0,43" }],
    ['",1,2\n3,4,5', "csv.quote", {}],
    [`1,${"9x".repeat(30)}`, "csv.number", { row: 1, column: 2, text: `${"9x".repeat(20)}…` }],
  ] as const)("%j", (text, key, values) => expectRefusal(() => readCsv(text), key, values));

  test("megabytes of separators, lines or quotation marks", () => {
    expectRefusal(() => readCsv(",".repeat(1e6)), "csv.empty");
    expectRefusal(() => readCsv("\n".repeat(1e6)), "csv.empty");
    expectRefusal(() => readCsv('"'.repeat(1e6 + 1)), "csv.quote");
    expectRefusal(() => readCsv(`1${",1".repeat(1e6)}\n1`), "csv.ragged", { row: 2, got: 1 });
  });
});

describe("writes", () => {
  test("what reads back to the same bits", () => {
    for (const data of [AWKWARD, manyFloats(6000)]) {
      const { data: back, shape } = readCsv(writeCsv({ data, shape: [data.length / 6, 6] }));
      expectSameBits(back, data);
      expect(shape).toEqual([data.length / 6, 6]);
    }
  });

  test("as one would type it", () => {
    expect(writeCsv({ data: X, shape: [2, 3] })).toBe("0.43,0.15,0.89\n0.55,0.87,0.66\n");
    expect(writeCsv({ data: X, shape: [2, 3] }, ["a", "b", "c"])).toBe("a,b,c\n0.43,0.15,0.89\n0.55,0.87,0.66\n");
    expect(writeCsv({ data: X, shape: [2, 3], tokens: ["Your", ","] })).toBe(
      ',1,2,3\nYour,0.43,0.15,0.89\n",",0.55,0.87,0.66\n',
    );
  });

  test.each([
    ["words", ["Your", "journey"]],
    ["numbers", ["7", "2024"]],
    ["signs", ['"', ","]],
    ["lines", ["a\nb", "c d"]],
    ["what spreadsheets take for formulas", ["=1+1", "'=2"]],
    ["dashes", ["-", "@"]],
    ["Chinese", ["千里之行", "，"]],
  ])("tokens that come back: %s", (_name, tokens) => {
    expect(readCsv(writeCsv({ data: X, shape: [2, 3], tokens })).tokens).toEqual(tokens);
    const names = [...tokens, "c"];
    const whole = readCsv(writeCsv({ data: X, shape: [2, 3], tokens }, names));
    expect(whole.tokens).toEqual(tokens);
    expectSameBits(whole.data, X);
  });

  test("no cell is a formula", () => {
    const text = writeCsv({ data: X, shape: [2, 3], tokens: ["=HYPERLINK(1)", "+1"] }, ["@a", "-b", "c"]);
    expect(text.split("\n")[0]).toBe(",'@a,'-b,c");
    expect(text.split("\n")[1]).toMatch(/^'=HYPERLINK\(1\),/);
  });
});
