// The numbers of pictures as text: every float32 comes back, whatever the labels hold.
import { expect, test } from "vitest";
import { csvOf, jsonOf } from "../../web/element/export-data.js";
import { readCsv } from "../../web/formats/csv.js";
import { readJson } from "../../web/formats/json.js";

const about = { title: 'A "title"', description: "two\nlines" };
const odd = Float32Array.from([Math.PI, -0, 1e-45, 3.4028235e38, Number.NaN, Number.NEGATIVE_INFINITY, 0.1, 1 / 3]);
const table = {
  ...{ name: "scores", label: "Scores", rowLabels: ['a, "b"', "=1+1"], columnLabels: ["w", "x", "y", "z"] },
  heads: [{ matrix: { rows: 2, columns: 4, data: odd } }],
};

const bits = (data: Float32Array) => Array.from(new Uint32Array(data.slice().buffer));

test("CSV and JSON read back to the same bits and the same labels", () => {
  const csv = readCsv(csvOf(table));
  expect(bits(csv.data)).toEqual(bits(odd));
  expect(csv.tokens).toEqual(table.rowLabels);
  const text = jsonOf([table], about);
  const json = JSON.parse(text);
  expect([json.title, json.description]).toEqual([about.title, about.description]);
  // As it is written: JSON.stringify would lose the sign of -0.
  const { data, tokens, shape } = readJson(/"A":(\{.*?\})\}/.exec(text)?.[1] ?? "");
  expect([bits(data), tokens, shape]).toEqual([bits(odd), table.rowLabels, [2, 4]]);
});

test("no heads make an empty table, not a broken one", () => {
  expect(csvOf({ ...table, heads: [], columnLabels: [] }).trim()).toBe("");
  expect(JSON.parse(jsonOf([{ ...table, heads: [] }], about)).scores).toEqual({});
});
