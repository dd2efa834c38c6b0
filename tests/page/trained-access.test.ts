// The chapter of the trained model for everyone: by keys, by touch, by assistive technology, in both themes.
import fs from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openDrawn, useBrowser } from "./support.js";
import { card, chapter, field, look, openTrained } from "./trained-support.js";

useBrowser();

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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
