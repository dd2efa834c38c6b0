// The chapter of the trained model: its weights arrive, its numbers are PyTorch's, heads are seen and switched off.
import { describe, expect, test } from "vitest";
import { WORDS } from "../../web/page/story/trained-words.js";
import { openDrawn, spokenValues, useBrowser } from "./support.js";
import { trainedGolden } from "./trained-golden.js";
import {
  card,
  chapter,
  counted,
  FINDER,
  FOLLOWER,
  field,
  heads,
  look,
  measure,
  openTrained,
  score,
  scrollTo,
  type,
} from "./trained-support.js";

useBrowser();

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

test("one of the starting points leads to it", async () => {
  const page = await openDrawn();
  await page.getByRole("button", { name: "The trained model" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("trained-title");
  await page.locator("#trained-list").waitFor();
});
