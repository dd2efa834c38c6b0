// The trained model through the API, in Node: PyTorch's numbers, what the heads do over many lists, heads off, bad files.
import fs from "node:fs";
import { randomLcg } from "d3-random";
import { beforeAll, describe, expect, test } from "vitest";
import init from "../../web/api/index.js";
import { valueAt } from "../../web/element/matrix.js";
import { readSafetensors } from "../../web/formats/safetensors.js";
import { CONTEXT, HEAD_COUNT, TrainedModel } from "../../web/page/story/trained-compute.js";
import { NAMED_FROM, type Reading, read, sequenceOf } from "../../web/page/story/trained-reading.js";
import { idOf, isWhole, nearestWords, readList, WORDS } from "../../web/page/story/trained-words.js";
import { trainedGolden } from "./trained-golden.js";

const file = new URL("../../web/page/trained/induction.safetensors", import.meta.url);
const tensors = readSafetensors(new Uint8Array(fs.readFileSync(file)));
const model = new TrainedModel(tensors);

beforeAll(() => init());

/** Lists that training has never seen: its generator is another. */
function lists(count: number, seed: number): number[][] {
  const random = randomLcg(seed);
  return Array.from({ length: count }, () => {
    const shuffled = Array.from(WORDS.en, (_, id) => ({ id, order: random() })).sort((a, b) => a.order - b.order);
    return shuffled.slice(0, 5 + Math.floor(random() * 11)).map(({ id }) => id);
  });
}

const readingOf = (list: readonly number[], off = new Set<number>()) => {
  const ids = sequenceOf(list, new Map());
  return read(ids, model.run(ids, off));
};

const shareRight = (readings: readonly Reading[]) =>
  readings.reduce((sum, { right }) => sum + right, 0) / readings.reduce((sum, { known }) => sum + known, 0);

const meanOf = (measure: "finds" | "follows", readings: readonly Reading[], head: number) =>
  readings.reduce((sum, { heads, known }) => sum + (heads[head]?.[measure] ?? 0) * known, 0) /
  readings.reduce((sum, { known }) => sum + known, 0);

describe("PyTorch's numbers", () => {
  test.each(trainedGolden.cases)("a list of $length", ({ ids, length, logits, last_weights, predicted }) => {
    const pass = model.run(ids);
    // Float32 in another order of sums, through two layers: a hundred thousandth of the largest logit.
    const largest = Math.max(...logits.data.map(Math.abs));
    [length, CONTEXT - 1].forEach((row, index) => {
      for (let id = 0; id < pass.logits.columns; id++) {
        const expected = logits.data[index * pass.logits.columns + id] ?? Number.NaN;
        expect(Math.abs(valueAt(pass.logits, row, id) - expected)).toBeLessThanOrEqual(1e-5 * largest);
      }
    });
    expect(pass.weights).toHaveLength(HEAD_COUNT);
    pass.weights.forEach((matrix, head) => {
      for (let key = 0; key < CONTEXT; key++) {
        const expected = last_weights.data[head * CONTEXT + key] ?? Number.NaN;
        expect(Math.abs(valueAt(matrix, CONTEXT - 1, key) - expected)).toBeLessThanOrEqual(1e-5);
      }
    });
    expect(read(ids, pass).predictions.map(({ top }) => top[0]?.id)).toEqual(predicted);
  });
});

describe("over 200 lists of 5 to 15 words", () => {
  const all = lists(200, 0.42);
  let readings: Reading[];
  beforeAll(() => {
    readings = all.map((list) => readingOf(list));
  });

  test("what repeats is predicted, 999 of 1000 times and more", () => {
    expect(shareRight(readings)).toBeGreaterThanOrEqual(0.999);
  });

  test("each head does what PyTorch measured", () => {
    trainedGolden.measures.forEach(([finds = Number.NaN, follows = Number.NaN], head) => {
      expect(Math.abs(meanOf("finds", readings, head) - finds)).toBeLessThan(0.03);
      expect(Math.abs(meanOf("follows", readings, head) - follows)).toBeLessThan(0.03);
    });
  });

  const named = (measure: "finds" | "follows") =>
    Array.from({ length: HEAD_COUNT }, (_, head) => head).filter(
      (head) => meanOf(measure, readings, head) >= NAMED_FROM,
    );

  test("a head of layer 1 finds the same word before, heads of layer 2 look right after it", () => {
    expect(named("finds")).toHaveLength(1);
    expect(named("finds")[0]).toBeLessThan(HEAD_COUNT / 2);
    expect(meanOf("finds", readings, named("finds")[0] ?? 0)).toBeGreaterThan(0.75);
    const followers = named("follows");
    expect(followers.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...followers)).toBeGreaterThanOrEqual(HEAD_COUNT / 2);
    expect(Math.max(...followers.map((head) => meanOf("follows", readings, head)))).toBeGreaterThan(0.9);
  });

  test.each(["finds", "follows"] as const)("without the heads of which %s is said, predictions fail", (measure) => {
    const without = all.map((list) => readingOf(list, new Set(named(measure))));
    expect(shareRight(without)).toBeLessThan(0.2);
  });
});

test("a head that is off adds nothing, exactly", () => {
  const every = new Set(Array.from({ length: HEAD_COUNT }, (_, head) => head));
  const [list = []] = lists(1, 0.7);
  const ids = sequenceOf(list, new Map());
  const other = [...ids.slice(0, -1).reverse(), ids[CONTEXT - 1] ?? 0];
  const last = (all: readonly number[]) => Array.from(model.run(all, every).logits.data).slice(-WORDS.en.length);
  // Without any head, the last row is its own token and place alone.
  expect(last(other)).toEqual(last(ids));
  expect(Array.from(model.run(other).logits.data).slice(-WORDS.en.length)).not.toEqual(last(ids));
});

test("a pass draws from no generator but its own, and frees what it makes", () => {
  const [list = []] = lists(1, 0.9);
  const first = readingOf(list);
  for (let pass = 0; pass < 200; pass++) readingOf(list);
  expect(readingOf(list)).toEqual(first);
});

describe("files that are not the model", () => {
  test("a tensor is missing", () => {
    const some = new Map([...tensors].filter(([name]) => name !== "layers.1.out_proj.bias"));
    expect(() => new TrainedModel(some)).toThrow("layers.1.out_proj.bias: expected shape (48), got none");
  });

  test("a tensor has another shape", () => {
    const wrong = new Map([...tensors, ["position_embedding.weight", { data: new Float32Array(4), shape: [2, 2] }]]);
    expect(() => new TrainedModel(wrong)).toThrow("position_embedding.weight: expected shape (32, 48), got (2, 2)");
  });
});

describe("the 64 words", () => {
  test("64 in both languages, all different", () => {
    for (const names of Object.values(WORDS)) expect(new Set(names).size).toBe(64);
    expect(new Set([...WORDS.en, ...WORDS.zh]).size).toBe(128);
  });

  const idsOf = (...words: string[]) => words.map((word) => idOf(word));

  test.each([
    ["cat dog bird", ["cat", "dog", "bird"], []],
    ["  Cat,DOG;\tbird.\n", ["cat", "dog", "bird"], []],
    ["ｃａｔ、狗，鸟", ["cat", "dog", "bird"], []],
    ["猫狗太阳月亮", ["cat", "dog", "sun", "moon"], []],
    ["猫老虎狗", ["cat", "dog"], ["老虎"]],
    ["cat tiger dog", ["cat", "dog"], ["tiger"]],
    ["<img src=x onerror=alert(1)> cat", ["cat"], ["img", "src", "x", "onerror", "alert", "1"]],
    ["constructor __proto__", [], ["constructor", "proto"]],
    ["", [], []],
    ["- , ，", [], []],
  ])("%j", (text, known, unknown) => {
    const list = readList(text);
    expect(list.ids).toEqual(idsOf(...known));
    expect(list.unknown).toEqual(unknown);
  });

  test("a word comes once; past fifteen they are left out", () => {
    const list = readList(`cat cat ${WORDS.en.slice(0, 17).join(" ")}`);
    expect(list.ids).toEqual(Array.from({ length: 15 }, (_, id) => id));
    expect(list.repeated).toEqual(idsOf("cat", "cat"));
    expect(list.surplus).toEqual([15, 16]);
    expect(isWhole(list)).toBe(false);
    expect(isWhole(readList("cat dog bird fish"))).toBe(false);
    expect(isWhole(readList("cat dog bird fish cow"))).toBe(true);
  });

  test("nearest words by spelling, but for those that are in the list", () => {
    expect(nearestWords("stars", "en", [])[0]).toBe("star");
    expect(nearestWords("stars", "en", idsOf("star") as number[])).not.toContain("star");
    expect(nearestWords("小猫", "zh", [])[0]).toBe("猫");
  });
});
