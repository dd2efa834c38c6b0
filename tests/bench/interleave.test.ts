// Timing side by side: turns, batches of short calls, and when warming up ends. With a clock of its own, nothing is timed here.
import { expect, test } from "vitest";
import { agree, interleave } from "./page/interleave.js";

const rules = { rounds: 6, budgetMs: 1e6, sampleMs: 10, warmUpMs: 1000 };

/** Calls that take as long as they say, on a clock that only they move. */
function clock(durations: Record<string, number>) {
  let time = 0;
  const order: string[] = [];
  const calls = Object.fromEntries(
    Object.entries(durations).map(([name, duration]) => [
      name,
      () => {
        time += duration;
        order.push(name);
      },
    ]),
  );
  return { calls, order, now: () => time };
}

test("every sample is a call's time, short calls in batches", async () => {
  const { calls, now } = clock({ short: 0.25, long: 40 });
  const { short, long } = await interleave(calls, rules, now);
  expect(short).toEqual({ samples: Array(6).fill(0.25), batch: 40, settled: true });
  expect(long).toEqual({ samples: Array(6).fill(40), batch: 1, settled: true });
});

test("all take turns, and each round begins with the next", async () => {
  const { calls, order, now } = clock({ a: 20, b: 20, c: 20 });
  await interleave(calls, { ...rules, rounds: 3 }, now);
  expect(order.slice(-9).join("")).toBe("abcbcacab");
});

test("after the budget there are still five rounds", async () => {
  const { calls, now } = clock({ slow: 100 });
  const { slow } = await interleave(calls, { ...rules, budgetMs: 150 }, now);
  expect(slow?.samples).toHaveLength(5);
});

test("who never settles is timed all the same, and says so", async () => {
  let [time, call] = [0, 0];
  const restless = () => {
    time += call++ % 2 === 0 ? 20 : 30;
  };
  const series = await interleave({ restless }, rules, () => time);
  expect(series.restless?.settled).toBe(false);
  expect(series.restless?.samples).toHaveLength(6);
});

test("promises are awaited", async () => {
  let time = 0;
  const later = async () => {
    await Promise.resolve();
    time += 20;
  };
  const series = await interleave({ later }, { ...rules, rounds: 1 }, () => time);
  expect(series.later?.samples).toEqual([20]);
});

test("five samples agree within 3 %, four never do", () => {
  expect(agree([50, 1, 1.01, 1.025, 1, 1.02])).toBe(true);
  expect(agree([1, 1.01, 1.04, 1, 1.02])).toBe(false);
  expect(agree([1, 1, 1, 1])).toBe(false);
});
