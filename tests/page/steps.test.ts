// The stepper's chapter: what it remembers, the code it shows runs, how it fits a phone.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import init, * as api from "../../web/api/index.js";
import { pytorchOf } from "../../web/element/steps-code.js";
import { violations } from "../element/stage.js";
import { book, drawn, openDrawn, spokenValues, useBrowser } from "./support.js";

useBrowser();
beforeAll(() => init());

const chapter = (page: Page) => page.getByRole("region", { name: "Step by step, with the code" });

/** The code as shown, line by line, without the import that a module would have. */
async function shownCode(page: Page): Promise<string> {
  const lines = await page
    .locator("attention-steps attention-code .line")
    .evaluateAll((all) => all.map((line) => line.textContent ?? ""));
  return lines
    .filter((line) => !line.startsWith("import "))
    .join("\n")
    .replaceAll("\u2060", "");
}

async function run(code: string): Promise<string[]> {
  const printed: string[] = [];
  const names = ["init", "console", ...Object.keys(api)].filter((name) => name !== "default");
  const values = [
    () => init(),
    { log: (text: string) => printed.push(text) },
    ...names.slice(2).map((name) => Reflect.get(api, name)),
  ];
  const AsyncFunction = (async () => undefined).constructor as new (
    ...all: string[]
  ) => (...all: unknown[]) => Promise<void>;
  await new AsyncFunction(...names, code)(...values);
  return printed;
}

describe("the chapter of steps", () => {
  test.each([
    "class=MultiHeadAttention",
    "m.steps.layer=MultiHeadAttentionWrapper",
    "class=MultiHeadAttention&heads=3&d_out=6&qkv_bias=true&seed=-9007199254740993&dropout=0.5&dropout_method=mkl",
    "mode=eval&dropout=0.3&x=x.0_0.1234567&context_length=9",
  ])("the JavaScript shown runs as it stands and gives the numbers shown: %s", async (hash) => {
    const page = await openDrawn({ hash: `${hash}&m.steps.code=js&m.steps.step=10` });
    const [printed = ""] = await run(await shownCode(page));
    const drawn = await spokenValues(page.locator("attention-steps [data-stage=output] [role=gridcell]"));
    const numbers = printed.match(/-?\d+\.\d+(?:e[-+]\d+)?/g)?.map(Number) ?? [];
    // It prints the whole batch; the first sample is drawn.
    expect(numbers).toHaveLength(2 * drawn.length);
    drawn.forEach((value, i) => {
      expect(Math.abs(value - (numbers[i] ?? Number.NaN))).toBeLessThanOrEqual(5.1e-5);
    });
  });

  test("the article's print comes out of its last step", async () => {
    const page = await openDrawn({ hash: "m.steps.step=10" });
    const drawn = await spokenValues(page.locator("attention-steps [data-stage=output] [role=gridcell]"));
    const printed = (book.printed["MultiHeadAttention, d_out 2, 2 heads"] ?? []).flat().slice(0, 12);
    expect(drawn.map((value) => value.toFixed(4))).toEqual(printed.map((value) => value.toFixed(4)));
  });

  test("keeps step, heads, code and class in the link; a malformed one begins at the beginning", async () => {
    const page = await openDrawn();
    const steps = page.locator("attention-steps");
    await steps.getByRole("button", { name: "softmax", exact: true }).click();
    await steps.getByRole("button", { name: "Head B" }).click();
    await steps.getByRole("button", { name: "JavaScript" }).click();
    await steps.getByRole("button", { name: "MultiHeadAttentionWrapper" }).click();
    const hash = new URLSearchParams(new URL(page.url()).hash.slice(1));
    expect(hash.get("m.steps.step")).toBe("6");
    expect(hash.get("m.steps.heads")).toBe("all");
    expect(hash.get("m.steps.code")).toBe("js");
    expect(hash.get("m.steps.layer")).toBe("MultiHeadAttentionWrapper");
    await page.reload();
    await drawn(page);
    await steps.locator("figure").first().waitFor();
    expect(await steps.locator(".map [aria-current=step]").textContent()).toBe("softmax");
    expect(await steps.locator("[aria-pressed=true]").allTextContents()).toEqual([
      "JavaScript",
      "MultiHeadAttentionWrapper",
      "All",
    ]);
    await page.evaluate(() => {
      location.hash = "m.steps.step=0&m.steps.heads=<b>&m.steps.code=php&m.steps.layer=__proto__";
    });
    await steps.locator(".map [aria-current=step]", { hasText: /^x$/ }).waitFor();
    expect(await steps.locator("[aria-pressed=true]").allTextContents()).toEqual(["PyTorch", "MultiHeadAttention"]);
  });

  test("settings that make no split: the article's stand in and that is said; the wrapper keeps the reader's", async () => {
    const page = await openDrawn({ hash: "heads=3&d_out=2&m.steps.step=9" });
    expect(await chapter(page).getByText("These settings make no such layer").count()).toBe(1);
    await chapter(page).getByRole("button", { name: "MultiHeadAttentionWrapper" }).click();
    expect(await chapter(page).getByText("These settings make no such layer").count()).toBe(0);
    expect(await chapter(page).locator("[data-stage=merged] [role=gridcell]").count()).toBe(36);
  });

  test("copies the code as it stands", async () => {
    const page = await openDrawn({ permissions: ["clipboard-read", "clipboard-write"] });
    await chapter(page).getByRole("button", { name: "Copy", exact: true }).click();
    await chapter(page).getByText("Copied.").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(
      `${pytorchOf("MultiHeadAttention")
        .map(({ text }) => text)
        .join("\n")}\n`,
    );
    await chapter(page).getByRole("button", { name: "JavaScript" }).click();
    expect(await chapter(page).getByText("Copied.").count()).toBe(0);
  });

  test("on a phone: the code below the pictures, no sideways scroll, lines a finger hits", async () => {
    const page = await openDrawn({
      hash: "m.steps.step=5",
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const steps = page.locator("attention-steps");
    const [picture, code] = [
      await steps.locator("[data-stage=scaled]").boundingBox(),
      await steps.locator("attention-code").boundingBox(),
    ];
    expect(code?.y).toBeGreaterThan((picture?.y ?? 0) + (picture?.height ?? 0));
    const heights = await steps
      .locator("button")
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
    await steps.getByRole("button", { name: "values = self.W_value(x)" }).tap();
    expect(await steps.locator(".map [aria-current=step]").textContent()).toBe("Q, K, V");
  });

  test.each([360, 768, 1100, 1280])("no sideways scroll at %i px, whatever the step", async (width) => {
    const page = await openDrawn({
      hash: "class=MultiHeadAttention&heads=4&d_out=16&m.steps.heads=all",
      viewport: { width, height: 800 },
    });
    for (let step = 1; step <= 10; step++) {
      await page
        .locator("attention-steps .map button")
        .nth(step - 1)
        .click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    const [figure, code] = await Promise.all(
      [".pictures", "attention-code"].map((name) => page.locator(`attention-steps ${name}`).boundingBox()),
    );
    expect((code?.x ?? 0) > (figure?.x ?? 0)).toBe(width >= 1100);
  });

  test.each([
    ["step=2&m.steps.code=js&m.steps.layer=MultiHeadAttentionWrapper", "dark"],
    ["step=5", "light"],
    ["step=7&m.steps.code=js", "dark"],
    ["step=9", "light"],
    ["step=10&m.steps.layer=MultiHeadAttentionWrapper", "dark"],
  ] as const)("clean for axe: %s, %s", async (marks, colorScheme) => {
    const page = await openDrawn({ hash: `dropout=0.5&m.steps.heads=all&m.steps.${marks}`, colorScheme });
    expect(await violations(page, "attention-steps")).toEqual([]);
  });

  test("in Chinese", async () => {
    const page = await openDrawn({ hash: "lang=zh&m.steps.step=5&m.steps.code=js" });
    const steps = page.locator("attention-steps");
    expect(await steps.locator(".text").textContent()).toContain("遮蔽把查询之后的键藏起来");
    expect(await steps.locator("p.shape").textContent()).toContain("文本 × 头 × token 位置 × 键");
    const cell = steps.locator("[data-stage=scaled] [role=gridcell]").nth(1);
    expect(await cell.getAttribute("aria-label")).toBe("查询“Your”，键“journey”：被遮蔽，−inf。");
  });
});
