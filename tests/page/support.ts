// Opens the built page in the shared Chromium, and reads from it what a reader would.
import fs from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";

export interface Opened {
  readonly page: Page;
  /** Console errors, uncaught faults and requests to other hosts. */
  readonly faults: readonly string[];
}

let browser: Browser | undefined;
const opened: Opened[] = [];

/** Registers the browser for a test file; every page opened through `openPage` must stay quiet unless it is told to. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });
  afterEach(async () => {
    const pages = opened.splice(0);
    await Promise.all(pages.map(({ page }) => page.context().close()));
    expect(pages.flatMap(({ faults }) => faults)).toEqual([]);
  });
  afterAll(() => browser?.close());
}

export interface OpenOptions extends BrowserContextOptions {
  readonly hash?: string;
  /** Where, if not at the shared server. */
  readonly site?: string;
  /** Runs before the page loads. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Faults that this test is about. */
  readonly expected?: RegExp;
}

export async function openPage(options: OpenOptions = {}): Promise<Page> {
  const { hash = "", site = inject("site"), prepare, expected, ...contextOptions } = options;
  if (!browser) throw new Error("useBrowser() first");
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // Requests of a page with a service worker cannot be watched or changed; tests/page/offline.test.ts has one.
    serviceWorkers: "block",
    ...contextOptions,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  opened.push({ page, faults: watch(page, new URL(site).origin, expected) });
  await prepare?.(page);
  await page.goto(`${site}${hash === "" ? "" : `#${hash}`}`);
  await page.locator("h1:visible").waitFor();
  return page;
}

const BLOCKED = "warning: Service Worker registration blocked by Playwright";

function watch(page: Page, origin: string, expected: RegExp | undefined): string[] {
  const faults: string[] = [];
  const note = (fault: string) => {
    if (fault !== BLOCKED && !expected?.test(fault)) faults.push(fault);
  };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") note(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => note(`uncaught: ${error}`));
  page.on("request", (request) => {
    // A blob: address is the page's own memory.
    const address = request.url().replace(/^blob:/, "");
    if (!address.startsWith(`${origin}/`)) note(`foreign request: ${address}`);
  });
  return faults;
}

/** Waits until every chapter of the story is drawn; they wait for the reader's first move. */
export async function storyDrawn(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event("scroll")));
  await page.locator("story-chapter[aria-busy]").first().waitFor({ state: "detached", timeout: 20_000 });
}

/** Waits until the module has drawn its first picture, and the story with it. */
export async function drawn(page: Page): Promise<void> {
  await page.locator("attention-head attention-matrix [role=gridcell]").first().waitFor();
  await storyDrawn(page);
}

export async function openDrawn(options: OpenOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await drawn(page);
  return page;
}

export type Panel = "mask" | "weights" | "signed";

export function panel(page: Page, head: number, kind: Panel): Locator {
  return page.locator("attention-head").nth(head).locator(`figure[data-panel="${kind}"]`);
}

/** The numbers that the cells of a picture say, row by row, as assistive technology reads them. */
export async function spokenValues(cells: Locator): Promise<number[]> {
  const labels = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label") ?? ""));
  return labels.map((label) => {
    const [, rounded = "", exact = rounded] = /([^\s：]+)(?: \(([^)]+)\))?[.。]$/.exec(label) ?? [];
    return Number(exact.replaceAll("−", "-").replace("inf", "Infinity"));
  });
}

export async function printedText(page: Page, which: "computed" | "article"): Promise<string> {
  return (await page.locator(`attention-print[data-print=${which}] pre`).textContent()) ?? "";
}

export async function agreement(page: Page): Promise<string> {
  return (await page.locator(".agreement").textContent())?.trim() ?? "";
}

export interface Golden {
  readonly shape: number[];
  readonly data: number[];
}

export interface BookCase {
  readonly name: string;
  readonly kind: string;
  readonly seed?: number;
  readonly args?: Readonly<Record<string, number | boolean>>;
  readonly training?: boolean;
  readonly state_dict?: Readonly<Record<string, Golden>>;
  readonly trace: Readonly<Record<string, Golden>>;
}

export interface Book {
  readonly inputs: Golden;
  readonly cases: readonly BookCase[];
  readonly printed: Readonly<Record<string, number[][]>>;
}

export const book: Book = JSON.parse(fs.readFileSync(new URL("../golden/book.json", import.meta.url), "utf8"));
