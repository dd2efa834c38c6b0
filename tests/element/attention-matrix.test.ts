// The heatmap as a reader uses it: by pointer, by keys, by what it says.
import { describe, expect, test } from "vitest";
import { openDrawn, panel, useBrowser } from "../page/support.js";

useBrowser();

describe("<attention-matrix>", () => {
  test("is a labelled grid with tokens on both axes and a single tab stop", async () => {
    const page = await openDrawn();
    const grid = page.getByRole("grid", { name: "Head A: Weights" });
    expect(await grid.getByRole("row").count()).toBe(7);
    expect(
      await grid.getByRole("rowheader").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
    ).toEqual(["Your", "journey", "starts", "with", "one", "step"]);
    expect(await grid.getByRole("gridcell").count()).toBe(36);
    expect(await grid.locator("[tabindex='0']").count()).toBe(1);
  });

  test("arrow keys, Home and End walk it; the value is said on focus", async () => {
    const page = await openDrawn();
    const figure = panel(page, 0, "weights");
    const focused = () =>
      page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        return active?.getAttribute("aria-label");
      });
    await figure.locator("[tabindex='0']").focus();
    const steps = [
      ["ArrowDown", /query “journey”, key “Your”: weight 0\.48 \(0\.4832/i],
      ["ArrowRight", /query “journey”, key “journey”: weight 0\.52 \(0\.5167/i],
      ["ArrowRight", /query “journey”, key “starts”: hidden by the mask, weight 0/i],
      ["End", /query “journey”, key “step”/i],
      ["Control+End", /query “step”, key “step”: weight 0\.17 \(0\.16/i],
      ["Home", /query “step”, key “Your”/i],
      ["Control+Home", /query “Your”, key “Your”: weight 1\.$/i],
      ["ArrowUp", /query “Your”, key “Your”/i],
    ] as const;
    for (const [key, said] of steps) {
      await page.keyboard.press(key);
      expect(await focused()).toMatch(said);
      expect(await figure.locator(".readout").textContent()).toMatch(said);
      expect(await figure.locator("[tabindex='0']").count()).toBe(1);
    }
    await page.keyboard.press("Tab");
    expect(await focused()).toMatch(/context 1/);
  });

  test("pointing shows the value, marks row and column, and the row of the pictures beside it", async () => {
    const page = await openDrawn();
    const figure = panel(page, 0, "weights");
    await figure.getByRole("gridcell").nth(12).hover();
    expect(await figure.locator(".readout").textContent()).toMatch(/Query “starts”, key “Your”: weight 0\.32 \(0\.319/);
    expect(await figure.locator(".marked").allTextContents()).toEqual(["Your", "starts"]);
    expect(await panel(page, 0, "signed").locator(".marked").allTextContents()).toEqual(["starts"]);
    expect(await panel(page, 1, "signed").locator(".marked").count()).toBe(0);
    await page.locator("h1").hover();
    expect(await figure.locator(".readout").textContent()).toBe("");
  });

  test("hidden, dropped and small are told apart without colour", async () => {
    const page = await openDrawn({ hash: "class=CausalAttention&dropout=0.5" });
    const mask = panel(page, 0, "mask");
    const weights = panel(page, 0, "weights");
    expect(await mask.locator("[data-state=hidden] text").first().textContent()).toBe("−inf");
    expect(await weights.locator("[data-state=hidden] text").first().textContent()).toBe("0");
    expect(await weights.locator("[data-state=hidden] [fill='url(#hatch)']").count()).toBe(15);
    const dropped = weights.locator("[data-state=dropped]");
    expect(await dropped.count()).toBeGreaterThan(2);
    expect(await dropped.locator(".dropped").count()).toBe(await dropped.count());
    expect(await dropped.first().getAttribute("aria-label")).toMatch(/: dropped, weight 0\.$/);
    expect(await dropped.locator("text").count()).toBe(0);
  });
});
