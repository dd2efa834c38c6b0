// Looks: no sideways scroll, one column on a phone, two from 1100 px, clean for axe, themes and preferences honoured.
import fs from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { drawn, openDrawn, openPage, panel, useBrowser } from "./support.js";

useBrowser();

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
}

describe("axe, no rule off", () => {
  // Axe looks at some ten thousand elements: a few seconds for each look.
  test.each([
    ["en", "light"],
    ["en", "dark"],
    ["zh", "light"],
    ["zh", "dark"],
  ] as const)("%s, %s, 360, 768 and 1280 px", async (lang, colorScheme) => {
    const page = await openDrawn({
      hash: `lang=${lang}&class=CausalAttention&dropout=0.5&x=x.0_1&w=W_key.weight.0_0.5&m.proofs.token=3`,
      colorScheme,
    });
    await page.evaluate(axe);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await violations(page)).toEqual([]);
    }
  });

  test("several heads, digits that agree and digits that differ", async () => {
    const page = await openDrawn({ hash: "class=MultiHeadAttention&w=W_key.weight.0_0.5" });
    await page.evaluate(axe);
    expect(await violations(page)).toEqual([]);
  });

  test("while there is a problem", async () => {
    const page = await openPage({ hash: "class=MultiHeadAttention&heads=3" });
    await page.locator(".heads [role=alert]").waitFor();
    await page.evaluate(axe);
    expect(await violations(page)).toEqual([]);
  });
});

test.each([
  "lang=en",
  "lang=zh&class=MultiHeadAttention",
  "class=MultiHeadAttentionWrapper&heads=8&d_out=4&qkv_bias=true&dropout=0.5",
  "class=MultiHeadAttention&heads=2&d_out=64&m.proofs.token=2",
  "class=SimplifiedSelfAttention",
])("no sideways scroll, 360 to 1920 px: %s", async (hash) => {
  const page = await openDrawn({ hash });
  for (const width of [360, 390, 768, 1100, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test("one column on a phone, pictures first; side by side from 1100 px", async () => {
  const page = await openDrawn({ viewport: { width: 390, height: 800 } });
  const boxes = async () => {
    const [heads, controls] = [
      await page.locator(".heads").boundingBox(),
      await page.locator(".controls").boundingBox(),
    ];
    if (!heads || !controls) throw new Error("heads or controls are not drawn");
    return { heads, controls };
  };
  const phone = await boxes();
  expect(phone.controls.y).toBeGreaterThanOrEqual(phone.heads.y + phone.heads.height);
  await page.setViewportSize({ width: 1100, height: 800 });
  const desk = await boxes();
  expect(desk.controls.x).toBeGreaterThan(desk.heads.x + desk.heads.width);
  expect(desk.controls.y).toBe(desk.heads.y);
  // Mask, weights and context of a head stand in one row, their rows level.
  const tops = await Promise.all(
    (["mask", "weights", "signed"] as const).map(async (kind) => {
      const cell = panel(page, 0, kind).getByRole("gridcell").first();
      return Math.round((await cell.boundingBox())?.y ?? Number.NaN);
    }),
  );
  expect(new Set(tops).size).toBe(1);
});

test("what a finger has to hit is large enough", async () => {
  const page = await openDrawn({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  const sizes = await page
    .locator("button, select, input[type=text], [role=gridcell] rect.cell")
    .evaluateAll((all) =>
      all.map((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height)),
    );
  expect(sizes.length).toBeGreaterThan(100);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
  const cell = panel(page, 1, "weights").getByRole("gridcell").nth(6);
  await cell.tap();
  expect(await panel(page, 1, "weights").locator(".readout").textContent()).toMatch(
    /^Query “journey”, key “Your”: weight 0\.\d\d \(0\.\d+\)\.$/,
  );
});

test("the paper follows the theme, and the pictures follow the paper", async () => {
  const page = await openDrawn({ colorScheme: "light" });
  const fills = () =>
    panel(page, 0, "weights")
      .locator("rect.cell")
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("fill")));
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await fills();
  expect(await paper()).toBe("rgb(253, 252, 249)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(fills).not.toEqual(light);
  expect(await paper()).toBe("rgb(21, 23, 26)");
  expect((await fills())[1]).toBe("rgb(21, 23, 26)");
});

test("forced colours: cells keep the system's colours, hidden ones their hatch", async () => {
  const page = await openDrawn();
  await page.emulateMedia({ forcedColors: "active" });
  const [cell, canvas] = await panel(page, 0, "weights")
    .locator("rect.cell")
    .first()
    .evaluate((element) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.backgroundColor = "Canvas";
      return [getComputedStyle(element).fill, getComputedStyle(probe).backgroundColor];
    });
  expect(cell).toBe(canvas);
  expect(await panel(page, 0, "weights").locator("[data-state=hidden] rect[fill='url(#hatch)']").count()).toBe(15);
});

test("nothing moves by itself", async () => {
  const page = await openPage({ reducedMotion: "reduce" });
  await drawn(page);
  await page.getByRole("button", { name: "MultiHeadAttention (article)" }).click();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
