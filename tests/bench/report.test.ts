// Figures, tables, charts and targets from made-up results.
import { expect, test } from "vitest";
import { reasonOf } from "./browser.mjs";
import { scalingChart, speedChart } from "./chart.mjs";
import { importTable } from "./imports.mjs";
import { attentionFlop, layers, neededFlop, projectionFlop } from "./layers.mjs";
import { withFigures } from "./readme.mjs";
import { type Results, report } from "./report.mjs";
import { typical } from "./runs.mjs";
import { extend, type Line, predict } from "./scaling.mjs";
import { median, quantile, summarize } from "./stats.mjs";
import { digits, size, table, time } from "./table.mjs";
import { targetSection, verdict } from "./targets.mjs";

const gpt2 = layers.find(({ name }) => name === "gpt2") ?? expect.fail("gpt2 is missing");
const timed = (ms: number) => ({ ...summarize([ms]), batch: 1, settled: true });
const failed = { error: "Error: Integer overflow <here>" };
const point = (tokens: number, ms: number) => ({ size: tokens, ms, memoryBytes: tokens * 1024 });

const results: Results = {
  machine: { cpu: "A processor", cores: 2, browser: "Chromium 1", node: "20", versions: { "jax-js": "0.1" } },
  quick: false,
  names: ["mha-simd", "mha-relaxed", "onnxruntime", "jax"],
  speed: [
    {
      layer: gpt2,
      times: { "mha-simd": timed(150), "mha-relaxed": timed(120), onnxruntime: timed(300), jax: failed },
      peaks: { mul_add: timed(1), madd: timed(0.5) },
    },
  ],
  cold: [],
  embeds: {},
  bytes: {},
  accuracy: [{ layer: "tiny", errors: { "mha-simd": 2e-7, "mha-relaxed": 2e-6 } }],
  scaling: {
    tokens: {
      "mha-simd": { points: [point(128, 10), point(256, 25)] },
      jax: { points: [point(128, 30)], stopped: { size: 256, why: "no memory" } },
    },
    heads: { "mha-simd": { points: [point(1, 100), point(12, 110)] } },
  },
  threads: {},
  node: [],
  earlier: [],
};

test("quantiles interpolate, and the order of samples does not matter", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
  expect(summarize([2, 8, 4])).toEqual({ median: 4, quartiles: [3, 6], best: 2, samples: [2, 8, 4] });
});

test("figures have three digits and a unit", () => {
  expect(digits(1234.5)).toBe("1235");
  expect(digits(1.2345)).toBe("1.23");
  expect(time(0.00213)).toBe("2.13 µs");
  expect(time(155.4)).toBe("155 ms");
  expect(size(80 * 1024)).toBe("80.0 KB");
  expect(size(195 * 1024 ** 2)).toBe("195 MB");
});

test("a table is Markdown with aligned columns", () => {
  expect(table(["a", "long"], [["x|y", "1"]])).toBe("| a    | long |\n|------|------|\n| x\\|y | 1    |");
});

test("the needed operations of gpt2: four products with weights, and two over the visible half", () => {
  expect(projectionFlop(gpt2)).toBe(2 * 1024 * 4 * 768 * 768);
  expect(attentionFlop(gpt2)).toBe(2 * 2 * 12 * 64 * ((1024 * 1025) / 2));
  expect(neededFlop(gpt2) / 1e9).toBeCloseTo(6.44, 2);
});

test("the report gives times, ratios and failures", () => {
  const text = report(results);
  expect(text).toContain("300 ms (2.00x / 2.50x)");
  expect(text).toMatch(/\| gpt2: .* \| fails/);
  expect(text).toContain("jax-js: Error: Integer overflow <here> (gpt2)");
  expect(text).toContain("jax-js stops at 256 tokens: no memory");
  expect(text).toContain("2.0e-7");
});

test("what an import costs: every entry of ours, then the others", () => {
  const cold = {
    ...{ load: 5, start: 6, create: 1, first: 2, steady: 1, startToFirst: 9, loadToFirst: 14 },
    ...{ memoryBytes: 0, fetched: [], samples: [] },
  };
  const embed = { load: 7, toPicture: 90, fetched: [], samples: [] };
  const measured: Results = {
    ...results,
    cold: [
      { layer: "small", results: { "mha-simd": { ...cold, load: 500 } } },
      { layer: "tiny", results: { "mha-simd": cold, "mha-external": cold, onnxruntime: cold, jax: failed } },
    ],
    embeds: { "mha-element": embed, "mha-widget": { ...embed, load: 8 } },
    bytes: { "mha-simd": { raw: 2048, gzip: 1024 }, "mha-element": { raw: 8192, gzip: 4096 } },
  };
  const lines = importTable(measured).split("\n").slice(2);
  const rows = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(rows[0]).toEqual(["mha-wasm simd", "2.00 KB", "1.00 KB", "5.00 ms", "14.0 ms", "9.00 ms"]);
  expect(rows[2]).toEqual(["mha-wasm/element", "8.00 KB", "4.00 KB", "7.00 ms", "90.0 ms", ""]);
  expect(rows.map(([name]) => name)).toEqual([
    ...["mha-wasm simd", "mha-wasm/external simd", "mha-wasm/element", "mha-wasm/widget"],
    ...["onnxruntime-web", "jax-js"],
  ]);
  expect(rows.at(-1)?.slice(3)).toEqual(["fails", "", ""]);
  expect(report(measured)).toContain(importTable(measured));
  expect(report(results)).not.toContain("Importing");
  const broken = report({ ...results, embeds: { "mha-widget": failed } });
  expect(broken).toContain(`mha-wasm/widget: ${failed.error} (a first picture)`);
});

test("targets are aimed at, met or missed, from above or below", () => {
  const target = { what: "", value: () => 0, say: String };
  expect(verdict({ ...target, must: 2, aim: 3 }, 2.5)).toBe("must");
  expect(verdict({ ...target, must: 2, aim: 3 }, 3)).toBe("aim");
  expect(verdict({ ...target, must: 17, aim: 16 }, 17.5)).toBe("missed");
  expect(verdict({ ...target, must: 17, aim: 16 }, 15)).toBe("aim");
  expect(verdict({ ...target, must: 17, aim: 16 }, Number.NaN)).toBe("-");
  const text = targetSection(results);
  expect(text).toMatch(/gpt2, simd: faster than onnxruntime-web +\| 2\.00x +\| 1\.90x +\| 2\.20x +\| must/);
  expect(text).toMatch(/relaxed: largest error +\| 2\.0e-6 .* missed/);
});

test("targets are compared with the median of the runs", () => {
  const run = (ms: number) => ({
    cold: [],
    speed: results.speed.map((row) => ({ ...row, times: { ...row.times, onnxruntime: timed(ms) } })),
  });
  const text = targetSection({ ...results, earlier: [run(150), run(450), { cold: [], speed: [] }] });
  expect(text).toContain("median of those that the 4 runs reach");
  expect(text).toMatch(/gpt2, simd: faster than onnxruntime-web +\| 2\.00x/);
});

test("of several runs the report gives the medians, of those in which nobody failed", () => {
  const run = (times: Results["speed"][number]["times"]) => ({
    cold: [],
    speed: results.speed.map((row) => ({ ...row, times: { ...row.times, ...times } })),
  });
  const unsettled = { ...timed(330), settled: false };
  const earlier = [
    run({ onnxruntime: timed(900), jax: timed(1) }),
    run({ onnxruntime: unsettled, "mha-simd": failed }),
  ];
  const all = typical({ ...results, earlier });
  const text = report(all);
  expect(text).toContain("330 ms ~ (2.20x / 2.75x)");
  expect(text).toContain("medians of the 3 runs");
  expect(text).toContain("`npm run bench -- --runs 3`");
  expect(all.speed[0]?.times["mha-simd"]).toMatchObject({ median: 150, settled: true });
  expect(all.speed[0]?.times.jax).toEqual(failed);
  expect(typical(results).speed).toEqual(results.speed);
});

test("of several runs the first calls are medians too", () => {
  const run = (first: number) => {
    const times = { load: 1, start: 1, create: 1, first, steady: 10, startToFirst: 2 + first, loadToFirst: 3 + first };
    const summary = { ...times, memoryBytes: 1024, fetched: [], samples: [] };
    return { speed: [], cold: [{ layer: "tiny", results: { "mha-simd": summary } }] };
  };
  const all = typical({ ...results, ...run(900), earlier: [run(20), run(30)] });
  expect(all.cold[0]?.results["mha-simd"]).toMatchObject({ first: 30, startToFirst: 32, loadToFirst: 33 });
  expect(report(all)).toContain("30.0 ms (3.00), 1.00 KB");
});

test("the charts are SVG, show everybody and say who stopped", () => {
  const speed = speedChart(results.speed, results.names);
  expect(speed).toMatch(/^<svg .*<\/svg>\n$/s);
  expect(speed).toContain(">onnxruntime-web</text>");
  expect(speed).toContain(">fails</text>");
  expect(speed).not.toContain("NaN");
  const scaling = scalingChart(results.scaling ?? expect.fail());
  expect(scaling).toContain("jax-js stops before 256 tokens: no memory");
  expect(scaling).not.toMatch(/NaN|Infinity/);
});

test("README's figures are replaced, and nothing else", () => {
  const marked = (what: string, text: string) =>
    `<!-- ${what} by npm run bench -->\n${text}\n<!-- end of ${what} -->\n`;
  const readme = `a\n${marked("speed", "old")}b\n${marked("imports", "old")}c\n`;
  const expected = `a\n${marked("speed", "old")}b\n${marked("imports", "new")}c\n`;
  expect(withFigures(readme, "imports", "new")).toBe(expected);
  expect(() => withFigures(readme, "memory", "new")).toThrow("README.md lacks");
});

test("a failure's reason is one line without folders", () => {
  const error = new Error("page.evaluate: Error: failed in /a/b-c/core/safe.h:17 overflow\n    at x");
  expect(reasonOf(error)).toBe("Error: failed in safe.h:17 overflow");
  expect(reasonOf("https-free text, 1/2")).toBe("https-free text, 1/2");
});

test("a line ends where a call fails or would take more than 20 s", async () => {
  expect(predict([point(128, 10), point(256, 40)])).toBe(160);
  const squares = async (tokens: number) => ({ steady: 1000 * tokens ** 2, memoryBytes: 1 });
  let line: Line = { points: [] };
  for (const tokens of [1, 2, 4, 8, 16]) {
    line = await extend(line, tokens, squares);
  }
  expect(line.points.map((entry) => entry.ms)).toEqual([1000, 4000, 16000]);
  expect(line.stopped).toEqual({ size: 8, why: "would take more than 20 s" });
  const broken = await extend({ points: [] }, 1, async () => failed);
  expect(await extend(broken, 2, squares)).toEqual({ points: [], stopped: { size: 1, why: failed.error } });
});
