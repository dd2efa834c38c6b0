// Bad input and a module that cannot start: a sentence in the reader's language, and what was typed stays.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { agreement, drawn, openDrawn, openPage, useBrowser } from "./support.js";

useBrowser();

async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).fill(text);
  await page.getByLabel(label).press("Enter");
}

const cases = [
  [
    "heads=3&class=MultiHeadAttention",
    "Output width d_out",
    /d_out 2 cannot be split evenly among 3 heads/,
    /无法平均分给 3 个头/,
  ],
  [
    "context_length=5",
    "Context length context_length",
    /6 tokens, more than the context length of 5/,
    /6 个 token，超过了上下文长度 5/,
  ],
  ["d_out=2.5", "Output width d_out", /2\.5 is not a whole number/, /2\.5 不是/],
  ["d_out=0", "Output width d_out", /0 is too small/, /0 太小/],
  ["heads=9", "Heads num_heads", /draws at most 8/, /最多画 8/],
  ["dropout=1.5", "Dropout dropout", /from 0 to 1; 1\.5 is not/, /1\.5 不是/],
  ["seed=99999999999999999999", "Seed manual_seed", /out of range/, /超出范围/],
] as const;

describe("settings that no layer takes", () => {
  test.each(cases)("%s", async (hash, label, english, chinese) => {
    const page = await openPage({ hash });
    const picture = page.locator(".heads [role=alert]");
    await picture.waitFor();
    const control = page.locator(".control", { has: page.getByLabel(label) });
    expect(await picture.textContent()).toMatch(english);
    expect(await control.locator(".problem").textContent()).toMatch(english);
    expect(await page.getByLabel(label).getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator("attention-head").count()).toBe(0);
    expect(await page.getByLabel(label).getAttribute("aria-describedby")).toMatch(/-note$/);
    await page.getByRole("button", { name: "中文" }).click();
    expect(await picture.textContent()).toMatch(chinese);
    expect(await page.locator(".control .problem").textContent()).not.toContain("{{");
    await page.getByRole("button", { name: /^Wrapper/ }).click();
    await drawn(page);
    expect(await page.locator(".problem").count()).toBe(0);
  });
});

test("text that is no number stays in its control until it is mended", async () => {
  const page = await openDrawn();
  await type(page, "Seed manual_seed", "one two three");
  const control = page.locator(".control", { has: page.getByLabel("Seed manual_seed") });
  expect(await control.locator(".problem").textContent()).toBe("“one two three” is not a whole number.");
  expect(await page.getByLabel("Seed manual_seed").inputValue()).toBe("one two three");
  await type(page, "Seed manual_seed", "123");
  await drawn(page);
  expect(await agreement(page)).toMatch(/^Every digit agrees/);
});

test("a cell that holds no number says so and computes with its last value; Escape brings that back", async () => {
  const page = await openDrawn();
  const cell = page.getByRole("textbox", { name: "Text 1, one, value 1" });
  await cell.fill("<img src=x onerror=alert(1)>");
  await cell.press("Enter");
  expect(await page.locator(".input .problem").textContent()).toBe("“<img src=x onerror=alert(1)>” is not a number.");
  expect(await cell.getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator("img").count()).toBe(0);
  expect(await agreement(page)).toMatch(/^Every digit agrees/);
  await cell.focus();
  await cell.press("Escape");
  await expect.poll(() => page.locator(".input .problem").count()).toBe(0);
  expect(await cell.inputValue()).toBe("0.77");
});

test("nan and inf are numbers, as in PyTorch; rows before them stay", async () => {
  const page = await openDrawn();
  const cell = page.getByRole("textbox", { name: "Text 1, one, value 1" });
  await cell.fill("nan");
  await cell.press("Enter");
  const computed = page.locator("[data-print=computed] pre");
  await expect.poll(() => computed.textContent()).toContain("nan");
  const rows = ((await computed.textContent()) ?? "").split("\n").slice(0, 6);
  expect(rows.slice(0, 4).join()).not.toContain("nan");
  expect(rows[4]).toContain("nan");
});

describe("a module that cannot start", () => {
  const blocked = async (page: Page) => {
    await page.route("**/*", async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(" 'wasm-unsafe-eval'", "");
      return route.fulfill({ response, body });
    });
  };

  test.each([
    ["en", /blocks WebAssembly/, "Try again"],
    ["zh", /禁止了 WebAssembly/, "重试"],
  ])("blocked by a policy, %s", async (lang, sentence, retry) => {
    const page = await openPage({ hash: `lang=${lang}`, prepare: blocked, expected: /Content Security Policy/ });
    const engine = page.locator(".engine");
    await expect.poll(() => engine.textContent()).toMatch(sentence);
    expect(await engine.getAttribute("role")).toBe("status");
    expect(await page.getByRole("button", { name: retry }).count()).toBe(1);
    // The rest of the page is there to be read.
    expect(await page.locator(".chapters button").count()).toBe(9);
    expect(await page.locator("[data-print=article]").count()).toBe(1);
  });

  test("no WebAssembly at all", async () => {
    const prepare = (page: Page) => page.addInitScript("delete globalThis.WebAssembly");
    const page = await openPage({ prepare });
    await expect.poll(() => page.locator(".engine").textContent()).toContain("no WebAssembly with SIMD");
  });

  test("while it loads, the page says so and can be read", async () => {
    const prepare = (page: Page) =>
      page.addInitScript(() => {
        WebAssembly.compile = () => new Promise(() => undefined);
      });
    const page = await openPage({ prepare, locale: "zh-CN" });
    expect(await page.locator(".first-paint-note:visible").textContent()).toContain("正在加载计算模块……");
    expect(await page.locator("[data-print=article] pre").textContent()).toContain("-0.4519");
    expect(await page.locator(".problem").count()).toBe(0);
  });

  test("a start that fails once works on the second try", async () => {
    const prepare = (page: Page) =>
      page.addInitScript(() => {
        const { compile } = WebAssembly;
        WebAssembly.compile = () => {
          WebAssembly.compile = compile;
          return Promise.reject(new RangeError("out of memory, for once"));
        };
      });
    const page = await openPage({ prepare });
    await page.getByRole("button", { name: "Try again" }).click();
    await drawn(page);
    expect(await agreement(page)).toMatch(/^Every digit agrees/);
    expect((await page.locator(".engine").textContent())?.trim()).toBe("");
  });
});
