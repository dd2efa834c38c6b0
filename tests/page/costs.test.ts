// What each class costs: counted by hand, timed on a clock of our own, and measured on the page until it is done or cancelled.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { costsOf, SIZES, totalOf, visiblePairs } from "../../web/page/story/costs-count.js";
import { isNoise, measurePair, type Pace, spreadOf } from "../../web/page/story/costs-measure.js";
import { timeInWords } from "../../web/page/story/time-words.js";
import { violations } from "../element/stage.js";
import { drawn, openDrawn, useBrowser } from "./support.js";

useBrowser();

describe("counted", () => {
  /** Every multiply-add of a pass as loops would do it, one by one. */
  function countByLoops(tokens: number, dIn: number, heads: number, headDim: number): number[] {
    const counts = [0, 0, 0, 0];
    const add = (stage: number) => {
      counts[stage] = (counts[stage] ?? 0) + 1;
    };
    for (let head = 0; head < heads; head++) {
      for (let query = 0; query < tokens; query++) {
        for (let column = 0; column < headDim; column++) {
          for (let k = 0; k < 3 * dIn; k++) add(0);
          for (let key = 0; key < tokens; key++) {
            add(1);
            add(2);
          }
          for (let k = 0; k < heads * headDim; k++) add(3);
        }
      }
    }
    return counts;
  }

  test.each([SIZES[0], { ...SIZES[0], tokens: 5, dIn: 7, heads: 3, headDim: 4 }])(
    "as loops would do it: %o",
    (size) => {
      const { tokens, dIn, heads, headDim } = size;
      expect(costsOf(size).map(({ multiplyAdds }) => multiplyAdds)).toEqual(countByLoops(tokens, dIn, heads, headDim));
      // The wrapper does the same but for out_proj, in a product per head each.
      const [all, outProj = 0] = [totalOf(size, "split"), costsOf(size)[3]?.multiplyAdds];
      expect(totalOf(size, "wrapper")).toEqual({ multiplyAdds: all.multiplyAdds - outProj, products: 5 * heads });
      expect(all.products).toBe(6);
    },
  );

  test("pairs that the causal mask leaves", () => {
    expect(visiblePairs(SIZES[0])).toBe(21);
    expect(visiblePairs(SIZES[3])).toBe((512 * 513) / 2);
  });
});

describe("timed, on a clock that only the calls move", () => {
  function bench(durations: { wrapper: number; split: number }, cancelAfter = Number.POSITIVE_INFINITY) {
    let [time, sliceStart, longestSlice, pauses] = [0, 0, 0, 0];
    const order: string[] = [];
    const call = (name: "wrapper" | "split") => () => {
      time += durations[name];
      if (order.at(-1) !== name) order.push(name);
    };
    const pace: Pace = {
      now: () => time,
      pause: () => {
        longestSlice = Math.max(longestSlice, time - sliceStart);
        sliceStart = time;
        pauses += 1;
        return Promise.resolve();
      },
      isCancelled: () => pauses >= cancelAfter,
    };
    const calls = { wrapper: call("wrapper"), split: call("split") };
    return { calls, pace, order, longestSlice: () => longestSlice };
  }
  const rules = { rounds: 7, sampleMs: 6 };

  test.each([
    [0.0021, 0.002],
    [0.3, 0.2],
    [5, 4],
    [40, 45],
  ])("a call of %d and one of %d ms: their times come out, and no slice is long", async (wrapper, split) => {
    const rounds: number[] = [];
    const { calls, pace, longestSlice } = bench({ wrapper, split });
    const times = await measurePair(calls, rules, pace, (round) => rounds.push(round));
    expect(times?.wrapper.median).toBeCloseTo(wrapper, 6);
    expect(times?.split.median).toBeCloseTo(split, 6);
    expect(rounds).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(longestSlice()).toBeLessThan(50);
  });

  test("they take turns, and turns in going first", async () => {
    const { calls, pace, order } = bench({ wrapper: 5, split: 5 });
    await measurePair(calls, { ...rules, rounds: 4 }, pace, () => undefined);
    expect(order.join(" ")).toBe("wrapper split wrapper split wrapper split wrapper");
  });

  test("a coarse clock that stands still for a while does no harm", async () => {
    let ticks = 0;
    const pace: Pace = {
      now: () => Math.floor(ticks / 1000),
      pause: () => Promise.resolve(),
      isCancelled: () => false,
    };
    const call = () => {
      ticks += 1;
    };
    const times = await measurePair({ wrapper: call, split: call }, rules, pace, () => undefined);
    expect(times?.wrapper.median).toBeGreaterThan(0.0008);
    expect(times?.wrapper.median).toBeLessThan(0.0012);
  });

  test("cancelled at any pause, it ends without a result", async () => {
    for (let pause = 1; pause < 20; pause++) {
      const { calls, pace } = bench({ wrapper: 1, split: 1 }, pause);
      expect(await measurePair(calls, { ...rules, rounds: 20 }, pace, () => undefined)).toBeUndefined();
    }
  });

  test("medians, middle halves, and when a difference is noise", () => {
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 });
    const spread = (low: number, median: number, high: number) => ({ low, median, high });
    expect(isNoise({ wrapper: spread(1, 2, 3), split: spread(3, 4, 5) })).toBe(true);
    expect(isNoise({ wrapper: spread(1, 2, 2.9), split: spread(3, 4, 5) })).toBe(false);
    expect(isNoise({ wrapper: spread(3, 4, 5), split: spread(1, 2, 2.9) })).toBe(false);
  });

  test("times are written with three digits", () => {
    expect([0.00234, 0.1, 1.5, 72.84, 1234.5].map(timeInWords)).toEqual([
      "2.34 µs",
      "100 µs",
      "1.50 ms",
      "72.8 ms",
      "1235 ms",
    ]);
  });
});

describe("on the page", () => {
  const chapter = (page: Page) => page.getByRole("region", { name: "What each costs" });
  const rows = (page: Page) =>
    chapter(page)
      .locator(".counts :is(tbody, tfoot) tr")
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent?.trim())));

  test("the table says the article's costs, and those of other sizes; the link keeps which", async () => {
    const page = await openDrawn();
    expect(await rows(page)).toEqual([
      ["216", "6", "3"],
      ["144", "2", "1"],
      ["144", "2", "1"],
      ["96", "–", "1"],
      ["504", "10", ""],
      ["600", "", "6"],
    ]);
    expect(await chapter(page).getByText("only 21 of the 36 pairs").count()).toBe(1);
    await chapter(page).getByRole("button", { name: "512 tokens, 12 heads" }).click();
    expect((await rows(page))[4]).toEqual(["1,308,622,848", "60", ""]);
    expect(new URL(page.url()).hash).toContain("m.costs.size=large");
    await page.reload();
    await drawn(page);
    await chapter(page).getByText("3 · 512 · 768 · 768").waitFor();
  });

  test("measures to the end: times, spreads and a verdict for each size, or why there is none", async () => {
    const page = await openDrawn();
    const hash = new URL(page.url()).hash;
    await chapter(page).getByRole("button", { name: "Measure" }).click();
    await chapter(page).getByText("Measured.", { exact: true }).waitFor({ timeout: 50_000 });
    expect(
      await chapter(page)
        .getByRole("progressbar")
        .evaluate((bar) => (bar as HTMLProgressElement).value),
    ).toBe(1);
    const sizes = chapter(page).locator("[data-size]");
    expect(await sizes.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.size))).toEqual([
      "article",
      "small",
      "middle",
      "large",
    ]);
    for (const size of await sizes.all()) {
      const text = (await size.textContent()) ?? "";
      if (/Not measured/.test(text)) expect(text).toMatch(/one call would take about [\d.]+ ms here/);
      else {
        expect(await size.locator("tr").count()).toBe(2);
        expect(text).toMatch(/MultiHeadAttentionWrapper\s+[\d.]+ [µm]s \([\d.]+ to [\d.]+\)/);
      }
    }
    const measured = await chapter(page).locator("table[data-size]").count();
    const verdicts = await chapter(page).locator(".compared").allTextContents();
    expect(verdicts).toHaveLength(measured);
    for (const verdict of verdicts) expect(verdict).toMatch(/No difference to be told|% (less|more) time/);
    expect(new URL(page.url()).hash).toBe(hash);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, ".chapter.costs")).toEqual([]);
    }
  });

  test("cancels; meanwhile the page answers, and the language changes under it", async () => {
    const page = await openDrawn();
    const button = page.locator("costs-times button");
    await button.focus();
    await page.keyboard.press("Enter");
    expect(await button.textContent()).toBe("Cancel");
    await page.locator("attention-split").getByRole("button", { name: "view", exact: true }).click();
    expect(await page.locator("attention-split .map [aria-current=step]").textContent()).toBe("view");
    await page.getByRole("button", { name: "中文" }).click();
    await expect.poll(() => button.textContent()).toBe("取消");
    await page.getByRole("button", { name: "English" }).click();
    await button.focus();
    await page.keyboard.press("Enter");
    await chapter(page).getByText("Cancelled. What was measured before stays.").waitFor();
    expect(await button.textContent()).toBe("Measure");
    expect(await button.evaluate((element) => element.matches(":focus"))).toBe(true);
    // And can be started anew.
    await page.keyboard.press("Enter");
    expect(await button.textContent()).toBe("Cancel");
    await page.keyboard.press("Enter");
    await chapter(page).getByText("Cancelled. What was measured before stays.").waitFor();
  });

  test("on a phone, in Chinese: no sideways scroll", async () => {
    const page = await openDrawn({ hash: "lang=zh&m.costs.size=large", viewport: { width: 360, height: 740 } });
    await page.locator("costs-times button").click();
    await page.locator("costs-times table").first().waitFor({ timeout: 50_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await page.locator(".counts tfoot").textContent()).toContain("1,610,612,736");
    await page.locator("costs-times button").click();
  });
});
