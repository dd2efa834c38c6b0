// A module that does not start: each element says so, and a retry in one of them brings the pictures of all that were seen.
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../page/support.js";
import { openAuthorsStage, put, violations } from "./stage.js";

useBrowser();

/** What `faults` leaves in the page: how often the module was started, and what ends the fault. */
type Faulty = Window & { starts: number; mend(): void };

/** WebAssembly fails until the page is told otherwise. */
const faults = (page: Page) =>
  page.addInitScript(() => {
    const { instantiate } = WebAssembly;
    const faulty = Object.assign(window, {
      starts: 0,
      mend: () => {
        WebAssembly.instantiate = instantiate;
      },
    });
    WebAssembly.instantiate = (): Promise<never> => {
      faulty.starts++;
      return Promise.reject(new Error("not now"));
    };
  });

async function open(locale = "en-GB"): Promise<Page> {
  const page = await openAuthorsStage({ prepare: faults, locale });
  // Its own element has failed by now, or does so before the next one.
  await page.waitForFunction(() => (window as unknown as Faulty).starts > 0);
  return page;
}

const retry = (element: Locator, name = "Try again") => element.getByRole("button", { name, exact: true });
const alert = (element: Locator) => element.getByRole("alert");
const cell = (element: Locator) => element.locator("[role=gridcell]").first();

const mend = (page: Page) => page.evaluate(() => (window as unknown as Faulty).mend());

describe("a module that does not start", () => {
  test.each([
    ["en-GB", "could not start: not now", "Try again"],
    ["zh-CN", "无法启动：not now", "重试"],
  ])("is said in words, with a retry, %s", async (locale, sentence, name) => {
    const page = await open(locale);
    const element = await put(page, "attention-heads", { textContent: "two heads" });
    await retry(element, name).waitFor();
    expect(await alert(element).textContent()).toContain(sentence);
    expect(await element.getByText("two heads").isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await mend(page);
    await retry(element, name).click();
    await cell(element).waitFor();
    expect(await alert(element).count()).toBe(0);
    expect(await retry(element, name).count()).toBe(0);
  });

  test("by keyboard: the focus stays on the button while it fails, and goes to the picture once there is one", async () => {
    const page = await open();
    const element = await put(page, "attention-stepper", {});
    await retry(element).focus();
    await alert(element).evaluate((node) => {
      const said: (string | null)[] = [];
      new MutationObserver(() => said.push(node.textContent)).observe(node, { characterData: true, subtree: true });
      Object.assign(window, { said });
    });
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said))
      .toEqual(["Loading the attention module…", "The attention module could not start: not now"]);
    expect(await retry(element).evaluate((node) => node.matches(":focus"))).toBe(true);
    await mend(page);
    await page.keyboard.press("Enter");
    await cell(element).waitFor();
    const isInPicture = () =>
      element.evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.matches(":has(attention-steps)"));
    expect(await isInPicture()).toBe(true);
    await page.keyboard.press("Tab");
    expect(await element.evaluate(({ shadowRoot }) => shadowRoot?.querySelectorAll("[tabindex]").length)).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe("attention-stepper");
  });

  test("a retry is for all that were seen; those far below start when they are", async () => {
    const page = await open();
    const first = await put(page, "attention-heads", { id: "first" });
    const second = await put(page, "attention-stepper", { id: "second" });
    await retry(first).waitFor();
    await retry(second).waitFor();
    await page.evaluate(() => {
      const late = Object.assign(document.createElement("attention-heads"), { id: "late" });
      late.style.marginTop = "5000px";
      document.body.append(late);
    });
    await mend(page);
    await retry(page.locator("#second")).click();
    await cell(page.locator("#second")).waitFor();
    await cell(page.locator("#first")).waitFor();
    expect(await cell(page.locator("#late")).count()).toBe(0);
    await page.locator("#late").scrollIntoViewIfNeeded();
    await cell(page.locator("#late")).waitFor();
  });

  test("while it is being started again, further presses start nothing", async () => {
    const page = await open();
    const element = await put(page, "attention-heads", {});
    await retry(element).waitFor();
    await page.evaluate(() => {
      const faulty = window as unknown as Faulty;
      faulty.starts = 0;
      WebAssembly.instantiate = (): Promise<never> => {
        faulty.starts++;
        return new Promise(() => undefined);
      };
    });
    await retry(element).click();
    await expect.poll(() => retry(element).getAttribute("aria-disabled")).toBe("true");
    await retry(element).click({ force: true });
    await page.waitForFunction(() => (window as unknown as Faulty).starts > 0);
    expect(await page.evaluate(() => (window as unknown as Faulty).starts)).toBe(1);
    expect(await alert(element).textContent()).toBe("Loading the attention module…");
  });
});
