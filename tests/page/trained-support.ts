// The chapter of the trained model, as its tests read it and drive it.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { type OpenOptions, openDrawn } from "./support.js";

/** Scrolls to the chapter until it shows something; what is drawn above it meanwhile moves it away. */
export async function scrollTo(page: Page, shown: Locator): Promise<void> {
  const scrolled = async () => {
    await page.locator("#trained-title").scrollIntoViewIfNeeded();
    return shown.isVisible();
  };
  await expect.poll(scrolled, { timeout: 10_000 }).toBe(true);
}

/** The page scrolled to the chapter, its weights loaded. */
export async function openTrained({ hash = "lang=en", ...options }: OpenOptions = {}): Promise<Page> {
  const page = await openDrawn({ hash, ...options });
  await scrollTo(page, field(page));
  return page;
}

export const chapter = (page: Page) => page.locator("section.trained");
export const field = (page: Page) => page.locator("#trained-list");
export const score = async (page: Page) => (await chapter(page).locator(".score").textContent())?.trim();
export const look = async (page: Page) => (await chapter(page).locator(".look").textContent())?.trim();
export const words = async (page: Page) => chapter(page).locator(".token .word").allTextContents();
export const card = (page: Page, name: string) => chapter(page).locator(`.head-card[data-head="${name}"]`);
export const measure = async (page: Page, name: string, which: "finds" | "follows") =>
  Number(await card(page, name).locator(`[data-measure=${which}]`).textContent());
/** The heads that are said to do something. */
export const heads = async (page: Page, role: string) =>
  chapter(page)
    .locator(".head-card", { hasText: role })
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-head") ?? ""));
export const FINDER = "finds the same word";
export const FOLLOWER = "looks right after it";

export async function type(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}

/** How many predictions are right, and of how many. */
export async function counted(page: Page): Promise<number[]> {
  return ((await score(page)) ?? "").match(/\d+/g)?.slice(0, 2).map(Number) ?? [];
}
