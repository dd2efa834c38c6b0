// Opens pages of the projects in the shared Chromium, and reads what they show.
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";

let browser: Browser | undefined;

/** Registers the browser for a test file. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });
  afterAll(() => browser?.close());
}

export interface PageOptions {
  /** Complaints that this page is about. */
  readonly expected?: RegExp;
  /** Where else it may ask. */
  readonly also?: string;
}

/** Opens a page whose console must stay quiet, and which must ask nobody else for anything. */
export async function withPage<T>(
  url: string,
  use: (page: Page) => Promise<T>,
  { expected, also }: PageOptions = {},
): Promise<T> {
  if (!browser) throw new Error("useBrowser() first");
  const context = await browser.newContext();
  const page = await context.newPage();
  const faults: string[] = [];
  const origins = [url, ...(also ? [also] : [])].map((place) => new URL(place).origin);
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !expected?.test(message.text()))
      faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`uncaught: ${error}`));
  page.on("request", (request) => {
    if (!origins.includes(new URL(request.url()).origin)) faults.push(`foreign request: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  try {
    await page.goto(url);
    const result = await use(page);
    expect(faults).toEqual([]);
    return result;
  } catch (error) {
    throw faults.length === 0 ? error : new Error(faults.join("\n"), { cause: error });
  } finally {
    await context.close();
  }
}

/** The text of an element, when it has come. */
export const shown = (url: string, id = "result"): Promise<string> =>
  withPage(url, async (page) => (await page.locator(`#${id}`).textContent({ timeout: 30_000 })) ?? "");
