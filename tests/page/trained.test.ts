// The chapter of the trained model, by what a reader does: types a list, picks tokens and heads, edits, switches off.
import fs from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { WORDS } from "../../web/page/story/trained-words.js";
import { type OpenOptions, openDrawn, spokenValues, useBrowser } from "./support.js";
import { trainedGolden } from "./trained-golden.js";

useBrowser();

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Scrolls to the chapter until it shows something; what is drawn above it meanwhile moves it away. */
async function scrollTo(page: Page, shown: Locator): Promise<void> {
  const scrolled = async () => {
    await page.locator("#trained-title").scrollIntoViewIfNeeded();
    return shown.isVisible();
  };
  await expect.poll(scrolled, { timeout: 10_000 }).toBe(true);
}

/** The page scrolled to the chapter, its weights loaded. */
async function openTrained({ hash = "lang=en", ...options }: OpenOptions = {}): Promise<Page> {
  const page = await openDrawn({ hash, ...options });
  await scrollTo(page, field(page));
  return page;
}

const chapter = (page: Page) => page.locator("section.trained");
const field = (page: Page) => page.locator("#trained-list");
const score = async (page: Page) => (await chapter(page).locator(".score").textContent())?.trim();
const look = async (page: Page) => (await chapter(page).locator(".look").textContent())?.trim();
const words = async (page: Page) => chapter(page).locator(".token .word").allTextContents();
const card = (page: Page, name: string) => chapter(page).locator(`.head-card[data-head="${name}"]`);
const measure = async (page: Page, name: string, which: "finds" | "follows") =>
  Number(await card(page, name).locator(`[data-measure=${which}]`).textContent());
/** The heads that are said to do something. */
const heads = async (page: Page, role: string) =>
  chapter(page)
    .locator(".head-card", { hasText: role })
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-head") ?? ""));
const FINDER = "finds the same word";
const FOLLOWER = "looks right after it";

async function type(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}

/** How many predictions are right, and of how many. */
async function counted(page: Page): Promise<number[]> {
  return ((await score(page)) ?? "").match(/\d+/g)?.slice(0, 2).map(Number) ?? [];
}

describe("the weights", () => {
  test("are fetched once the reader comes near, not before, from the page's own folder", async () => {
    const fetched: string[] = [];
    const page = await openDrawn({
      prepare: async (fresh) =>
        fresh.on("request", (request) => {
          if (request.url().includes(".safetensors")) fetched.push(request.url());
        }),
    });
    expect(fetched).toEqual([]);
    await scrollTo(page, field(page));
    expect(fetched).toHaveLength(1);
  });

  test("come when asked for, where nothing tells what is near", async () => {
    const page = await openDrawn({
      hash: "lang=en",
      prepare: (fresh) =>
        fresh.addInitScript("window.IntersectionObserver = class { observe() {} disconnect() {} unobserve() {} }"),
    });
    await page.getByRole("button", { name: /^Load the trained weights/ }).click();
    await field(page).waitFor();
    expect(await score(page)).toBe("24 of 24 predictions are right.");
  });

  test("do not arrive: a sentence, the rest works; they come at the next try", async () => {
    let refuse = true;
    const page = await openDrawn({
      hash: "lang=en",
      expected: /safetensors|Failed to load resource/,
      prepare: (fresh) => fresh.route("**/*.safetensors", (route) => (refuse ? route.abort() : route.continue())),
    });
    const problem = chapter(page).getByRole("alert");
    await scrollTo(page, problem);
    expect(await problem.textContent()).toMatch(/^The trained weights did not arrive: .+works without them\.$/);
    refuse = false;
    await chapter(page).getByRole("button", { name: "Try again" }).click();
    await field(page).waitFor();
  });

  test("are some other file: a sentence", async () => {
    const page = await openDrawn({
      hash: "lang=zh",
      prepare: (fresh) =>
        fresh.route("**/*.safetensors", (route) => route.fulfill({ body: "<!doctype html>not found" })),
    });
    await scrollTo(page, chapter(page).getByRole("alert"));
    expect(await chapter(page).getByRole("alert").textContent()).toContain("训练好的权重没有取到");
  });
});

describe("what it shows", () => {
  test("the example: every repeat predicted, heads of the second layer named", async () => {
    const page = await openTrained();
    expect(await score(page)).toBe("24 of 24 predictions are right.");
    expect(await chapter(page).locator(".guess[data-right=true]").count()).toBe(24);
    const finders = await heads(page, FINDER);
    expect(finders).toHaveLength(1);
    expect(finders[0]).toMatch(/^1/);
    expect(await measure(page, finders[0] ?? "", "finds")).toBeGreaterThan(0.7);
    const followers = await heads(page, FOLLOWER);
    expect(followers.length).toBeGreaterThanOrEqual(3);
    for (const name of followers) expect(name).toMatch(/^2/);
    const follows = await Promise.all(followers.map((name) => measure(page, name, "follows")));
    expect(Math.max(...follows)).toBeGreaterThan(0.85);
    expect(await look(page)).toMatch(
      /^From “moon” \(token 10\), head 2[A-D] puts [01]\.\d\d of its weight on “star” \(token 3\): the token right after an earlier “moon”\.$/,
    );
  });

  test.each(trainedGolden.cases)(
    "PyTorch's numbers for a list of $length",
    async ({ ids, length, logits, last_weights }) => {
      const page = await openTrained({ hash: "lang=en&m.trained.view=cells" });
      await type(
        page,
        ids
          .slice(0, length)
          .map((id) => WORDS.en[id])
          .join(" "),
      );
      await chapter(page)
        .getByRole("radio", { name: /^Token 32:/ })
        .check();
      const lastLogits = logits.data.slice(WORDS.en.length);
      const largest = Math.max(...lastLogits);
      const [first] = await chapter(page).locator(".next-words tbody tr").first().locator("td").allTextContents();
      expect(first?.replace(" ✓", "")).toBe(WORDS.en[lastLogits.indexOf(largest)]);
      const shown = await chapter(page).locator(".next-words tbody tr td:last-child").first().textContent();
      expect(Math.abs(Number(shown) - largest)).toBeLessThan(0.0051);
      await card(page, "2A").getByRole("radio").check();
      const cells = chapter(page).locator(".detail attention-matrix [role=gridcell][data-row='31']");
      await cells.first().waitFor();
      const values = await spokenValues(cells);
      expect(values).toHaveLength(32);
      values.forEach((value, key) => {
        expect(Math.abs(value - (last_weights.data[4 * 32 + key] ?? Number.NaN))).toBeLessThanOrEqual(1e-5);
      });
    },
  );

  test("one more word in the list, and the head looks one further back", async () => {
    const page = await openTrained();
    const distance = async () => {
      const [, from = "", to = ""] = /token (\d+)\),.*token (\d+)\): /.exec((await look(page)) ?? "") ?? [];
      return Number(from) - Number(to);
    };
    expect(await distance()).toBe(7);
    await type(page, `${await field(page).inputValue()} bread`);
    expect(await distance()).toBe(8);
    expect(await score(page)).toBe("23 of 23 predictions are right.");
  });

  test("pointing at a cell says which head's weight it is", async () => {
    const page = await openTrained({ hash: "lang=en&m.trained.view=cells" });
    const cell = chapter(page).locator(".detail [role=gridcell][data-row='9'][data-column='2']");
    await cell.hover();
    expect(await chapter(page).locator(".detail .readout").textContent()).toMatch(
      /^Query “moon, token 10”, key “star, token 3”: weight [01]\.\d\d/,
    );
  });
});

describe("heads switched off", () => {
  test("without those that look right after it the predictions fail; with them they are right again", async () => {
    const page = await openTrained();
    const named = await heads(page, FOLLOWER);
    await chapter(page).getByRole("button", { name: "Switch off all that look right after it" }).click();
    const [right = 0, known = 0] = await counted(page);
    expect(known).toBe(24);
    expect(right).toBeLessThan(12);
    expect(await score(page)).toContain(`without head ${named.join(", ")}.`);
    expect(await chapter(page).locator(".guess[data-right=false]").count()).toBe(known - right);
    await chapter(page).getByRole("button", { name: "All heads on" }).click();
    expect(await score(page)).toBe("24 of 24 predictions are right.");
  });

  test("by one head's own switch and the space bar; the link keeps it", async () => {
    const page = await openTrained();
    // The second layer builds on the head that finds the same word before.
    const [name = ""] = await heads(page, FINDER);
    const toggle = card(page, name).getByRole("checkbox");
    await toggle.focus();
    await page.keyboard.press("Space");
    expect(await toggle.isChecked()).toBe(false);
    const [right = 0, known = 0] = await counted(page);
    expect(right).toBeLessThan(known);
    expect(new URL(page.url()).hash).toContain(`trained.off=${name}`);
    await page.reload();
    await scrollTo(page, field(page));
    expect(await counted(page)).toEqual([right, known]);
    expect(await card(page, name).getByRole("checkbox").isChecked()).toBe(false);
  });
});

describe("the list", () => {
  test("an unknown word: said with the nearest known ones, put in by a press", async () => {
    const page = await openTrained();
    await type(page, "cat stars rain lake door soup");
    const problem = chapter(page).locator("#trained-list-notes .problem");
    expect(await problem.textContent()).toContain("does not know “stars”");
    expect((await words(page)).slice(0, 6)).toEqual(["cat", "rain", "lake", "door", "soup", "cat"]);
    expect(await field(page).getAttribute("aria-invalid")).toBe("true");
    await problem.getByRole("button", { name: "star instead of stars" }).click();
    expect(await field(page).inputValue()).toBe("cat star rain lake door soup");
    expect(await chapter(page).locator("#trained-list-notes .problem").count()).toBe(0);
  });

  test("too short: a sentence and no picture; emptied, it stays empty", async () => {
    const page = await openTrained();
    await type(page, "cat dog");
    expect(await chapter(page).locator("#trained-list-notes").textContent()).toContain("Words so far: 2.");
    expect(await chapter(page).locator("attention-thumbnail").count()).toBe(0);
    await type(page, "");
    expect(await field(page).inputValue()).toBe("");
    await chapter(page).getByRole("button", { name: "Example", exact: true }).click();
    expect(await score(page)).toBe("24 of 24 predictions are right.");
  });

  test("hostile text stays text", async () => {
    const page = await openTrained();
    await type(page, `<img src=x onerror="document.title='owned'"> cat dog cow rain snow`);
    expect(await chapter(page).locator("img").count()).toBe(0);
    expect(await page.title()).not.toBe("owned");
    expect((await words(page)).slice(0, 5)).toEqual(["cat", "dog", "cow", "rain", "snow"]);
  });

  test("words by pressing them, and undone by Ctrl+Z", async () => {
    const page = await openTrained();
    await chapter(page).getByText("All 64 words", { exact: false }).click();
    const egg = chapter(page).getByRole("button", { name: "egg", exact: true });
    await egg.click();
    expect(await egg.getAttribute("aria-pressed")).toBe("true");
    expect((await words(page))[8]).toBe("egg");
    await page.keyboard.press("Control+z");
    expect((await words(page))[8]).toBe("sun");
    expect(await egg.getAttribute("aria-pressed")).toBe("false");
  });

  test("in Chinese: without spaces, and the same list in English", async () => {
    const page = await openTrained({ hash: "lang=zh" });
    await type(page, "猫狗鸟鱼太阳月亮");
    expect(await field(page).inputValue()).toBe("猫 狗 鸟 鱼 太阳 月亮");
    expect(await score(page)).toBe("26 次预测中 26 次正确。");
    await page.getByRole("button", { name: "English" }).click();
    await expect.poll(() => field(page).inputValue()).toBe("cat dog bird fish sun moon");
  });

  test("another list is another one, and whole", async () => {
    const page = await openTrained();
    const before = await field(page).inputValue();
    await chapter(page).getByRole("button", { name: "Another list" }).click();
    expect(await field(page).inputValue()).not.toBe(before);
    expect(await chapter(page).locator("#trained-list-notes .problem").count()).toBe(0);
    const [right, known] = await counted(page);
    expect(right).toBe(known);
  });

  test("malformed marks are harmless", async () => {
    const page = await openTrained({
      hash: "lang=en&m.trained.list=%00%3Cb%3E&m.trained.off=9Z+1&m.trained.head=x&m.trained.token=99&m.trained.edit=99.cat+1.nothing+x",
    });
    expect(await chapter(page).locator("#trained-list-notes").textContent()).toContain("Words so far: 0.");
  });
});

describe("one word in one place", () => {
  const put = async (page: Page, token: number, word: string) => {
    await chapter(page)
      .getByRole("radio", { name: new RegExp(`^Token ${token}:`) })
      .check();
    await page.getByLabel(`Put another word in place of token ${token}`).selectOption({ label: word });
  };

  test("moved to another place, the word is found there, and what comes after it there is predicted", async () => {
    const page = await openTrained();
    await put(page, 2, "bread");
    await chapter(page)
      .getByRole("radio", { name: /^Token 10:/ })
      .check();
    expect(await look(page)).toMatch(/^“moon” \(token 10\) appears for the first time/);
    await put(page, 5, "moon");
    expect((await words(page)).slice(0, 6)).toEqual(["sun", "bread", "star", "river", "moon", "bird"]);
    await chapter(page)
      .getByRole("radio", { name: /^Token 10:/ })
      .check();
    expect(await look(page)).toMatch(
      /^From “moon” \(token 10\), head 2D puts [01]\.\d\d of its weight on “bird” \(token 6\): the token right after an earlier “moon”\.$/,
    );
    expect(await chapter(page).locator(".next-words tbody tr").first().locator("td").first().textContent()).toBe(
      "bird ✓",
    );
    expect(await chapter(page).locator(".token[data-edited]").count()).toBe(2);
    await page.reload();
    await scrollTo(page, field(page));
    expect((await words(page))[4]).toBe("moon");
    await chapter(page).getByRole("button", { name: "Undo single words" }).click();
    expect(await look(page)).toMatch(/on “star” \(token 3\)/);
  });
});

describe("for everyone", () => {
  test("the list of chapters leads to it, also before those above are drawn", async () => {
    const page = await openDrawn({ hash: "lang=en" });
    await page.getByRole("navigation").getByRole("button", { name: "Heads that mean something" }).click();
    await field(page).waitFor();
    const top = () => page.locator("#trained-title").evaluate((title) => title.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(100);
    expect(await top()).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("trained-title");
  });

  test("tokens and heads by arrow keys", async () => {
    const page = await openTrained();
    await chapter(page)
      .getByRole("radio", { name: /^Token 10:/ })
      .focus();
    await page.keyboard.press("ArrowRight");
    expect(await look(page)).toMatch(/^From “star” \(token 11\)/);
    await chapter(page).getByRole("radio", { name: "Head 2A" }).focus();
    await page.keyboard.press("ArrowUp");
    expect(await chapter(page).locator(".detail h4").textContent()).toContain("Head 1D");
  });

  test("by touch, nothing too small, no sideways scroll at 360 px", async () => {
    const page = await openTrained({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await chapter(page).locator(".token").nth(12).tap();
    expect(await look(page)).toMatch(/^From “tree” \(token 13\)/);
    await card(page, "2B").locator(".pick").tap();
    expect(await chapter(page).locator(".detail h4").textContent()).toContain("Head 2B");
    const sizeOf = (targets: Locator) =>
      targets.evaluateAll((all) => {
        const sides = all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
        return Math.min(...sides.map(({ width, height }) => Math.min(width, height)));
      });
    expect(
      await sizeOf(chapter(page).locator("button, .token, .pick, .check, select, summary")),
    ).toBeGreaterThanOrEqual(24);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  test.each(["en", "zh"])("axe, %s, both themes, 360, 768 and 1280 px, with problems and a head off", async (lang) => {
    const page = await openTrained({
      hash: `lang=${lang}&m.trained.list=cat+stars+rain+lake+door+soup&m.trained.off=2A&m.trained.edit=9.bread`,
    });
    await chapter(page).locator("summary").first().click();
    await page.evaluate(axe);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await page.evaluate<AxeResults>(
          'axe.run("section.trained", { resultTypes: ["violations"] })',
        );
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)).toEqual([]);
      }
    }
  });

  test("small pictures follow the theme and say what they show", async () => {
    const page = await openTrained({ colorScheme: "light" });
    const pixels = () =>
      card(page, "2A")
        .locator("canvas")
        .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const light = await pixels();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(pixels).not.toBe(light);
    expect(await card(page, "2A").getByRole("img").getAttribute("aria-label")).toMatch(
      /^Weights of head 2A: 0\.\d\d on earlier occurrences of the word, 0\.\d\d right after them\.$/,
    );
  });
});

test("one of the starting points leads to it", async () => {
  const page = await openDrawn();
  await page.getByRole("button", { name: "The trained model" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("trained-title");
  await page.locator("#trained-list").waitFor();
});
