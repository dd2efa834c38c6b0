// Long computations a part at a time: kept while their circumstances stay, stopped and gone on with.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OnDemand } from "../../web/page/on-demand.js";

let frames: (() => void)[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => frames.push(callback));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Lets the page draw once. */
async function frame(): Promise<void> {
  for (const callback of frames.splice(0)) callback();
  await new Promise((resolve) => setTimeout(resolve, 1));
}

test("at once: every part is computed once, until anything changes", () => {
  const job = new OnDemand<number>();
  const compute = vi.fn((part: number) => 10 * part);
  const inputs = new Map();
  expect(job.now(["a", inputs], 3, compute)).toEqual([0, 10, 20]);
  expect(job.now(["a", inputs], 3, compute)).toEqual([0, 10, 20]);
  expect(compute).toHaveBeenCalledTimes(3);
  expect(job.partsFor(["a", new Map()])).toEqual([]);
  job.now(["b", inputs], 1, compute);
  expect(compute).toHaveBeenCalledTimes(4);
  expect(job.partsFor(["a", inputs])).toEqual([]);
});

test("NaN among the circumstances is no change", () => {
  const job = new OnDemand<number>();
  job.now([Number.NaN], 1, () => 7);
  expect(job.partsFor([Number.NaN])).toEqual([7]);
});

test("over time: one part a frame, each shown", async () => {
  const job = new OnDemand<number>();
  const shown: number[] = [];
  const done = job.start(
    ["a"],
    3,
    (part) => part,
    () => shown.push(job.partsFor(["a"]).length),
  );
  expect(job.isRunning(["a"])).toBe(true);
  expect(shown).toEqual([0]);
  await frame();
  expect(shown).toEqual([0, 1]);
  await frame();
  await frame();
  await done;
  expect(shown).toEqual([0, 1, 2, 3]);
  expect(job.isRunning(["a"])).toBe(false);
});

test("stopped, it keeps what there is and goes on from there", async () => {
  const job = new OnDemand<number>();
  const compute = vi.fn((part: number) => part);
  void job.start(["a"], 3, compute, () => {});
  await frame();
  job.stop();
  await frame();
  expect(job.partsFor(["a"])).toEqual([0]);
  expect(job.isRunning(["a"])).toBe(false);
  void job.start(["a"], 3, compute, () => {});
  await frame();
  await frame();
  expect(job.partsFor(["a"])).toEqual([0, 1, 2]);
  expect(compute).toHaveBeenCalledTimes(3);
});

test("stopped and started before the next frame, no part is computed twice", async () => {
  const job = new OnDemand<number>();
  const compute = vi.fn((part: number) => part);
  void job.start(["a"], 2, compute, () => {});
  job.stop();
  void job.start(["a"], 2, compute, () => {});
  for (let count = 0; count < 4; count++) await frame();
  expect(job.partsFor(["a"])).toEqual([0, 1]);
  expect(compute).toHaveBeenCalledTimes(2);
});

test("other circumstances end it", async () => {
  const job = new OnDemand<string>();
  const shown = vi.fn();
  const done = job.start(["a"], 3, (part) => `a${part}`, shown);
  await frame();
  job.now(["b"], 1, (part) => `b${part}`);
  await frame();
  await done;
  expect(job.partsFor(["b"])).toEqual(["b0"]);
  expect(shown).toHaveBeenCalledTimes(2);
});

test("a fault ends it and is kept, until it is tried again", async () => {
  const job = new OnDemand<number>();
  const fault = new Error("no memory");
  let isFull = true;
  const compute = (part: number) => {
    if (isFull) throw fault;
    return part;
  };
  void job.start(["a"], 1, compute, () => {});
  await frame();
  expect(job.faultFor(["a"])).toBe(fault);
  expect(job.faultFor(["b"])).toBeUndefined();
  expect(job.isRunning(["a"])).toBe(false);
  isFull = false;
  void job.start(["a"], 1, compute, () => {});
  await frame();
  expect(job.faultFor(["a"])).toBeUndefined();
  expect(job.partsFor(["a"])).toEqual([0]);
});
