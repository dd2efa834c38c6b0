// The list of the trained model: typed, pressed, mended, undone, and changed in one place.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./support.js";
import { chapter, counted, field, look, openTrained, score, scrollTo, type, words } from "./trained-support.js";

useBrowser();

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
