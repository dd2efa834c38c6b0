// A walk through the page and its whole story by key presses alone, from page load to the page's end.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, useBrowser } from "./support.js";

useBrowser();

/** Where the focus is. */
interface Stop {
  readonly tag: string;
  readonly role: string;
  readonly id: string;
  readonly group: string;
  readonly classes: string;
  /** The chapter it is in; empty outside the story. */
  readonly chapter: string;
  readonly text: string;
  readonly isSeen: boolean;
}

function focused(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const outer = document.activeElement ?? document.body;
    let element = outer;
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return {
      tag: element.localName,
      role: element.getAttribute("role") ?? "",
      id: element.id,
      group: element.getAttribute("name") ?? "",
      classes: element.getAttribute("class") ?? "",
      chapter: outer.closest(".chapter")?.className.replace("chapter", "").trim() ?? "",
      text: element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "",
      isSeen: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && element.matches(":focus-visible"),
    };
  });
}

// More stops than this on the way to one control would be no way at all.
const MOST_STOPS = 250;

/** Presses Tab until the focus is where it is wanted; every stop on the way must be on the screen and show its focus. */
async function tabTo(page: Page, what: string, isWanted: (stop: Stop) => boolean): Promise<Stop> {
  const passed: string[] = [];
  for (let press = 0; press < MOST_STOPS; press++) {
    await page.keyboard.press("Tab");
    const stop = await focused(page);
    expect(stop.tag, `on the way to ${what} the focus was lost after ${passed.slice(-3).join(", ")}`).not.toBe("body");
    expect(stop.isSeen, `the focus cannot be seen on ${stop.tag} “${stop.text.slice(0, 60)}”`).toBe(true);
    if (isWanted(stop)) return stop;
    passed.push(`${stop.tag} “${stop.text.slice(0, 30)}”`);
  }
  throw new Error(`no way to ${what}; the last stops were ${passed.slice(-5).join(", ")}`);
}

const press = async (page: Page, key: string, times = 1): Promise<void> => {
  for (let time = 0; time < times; time++) await page.keyboard.press(key);
};

const textOf = async (page: Page, selector: string): Promise<string> =>
  ((await page.locator(selector).first().textContent()) ?? "").replace(/\s+/g, " ").trim();

const hash = (page: Page): URLSearchParams => new URLSearchParams(new URL(page.url()).hash.slice(1));

/** What a reader does in each chapter, in the story's order. */
const visits: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  simplified: async (page) => {
    await tabTo(page, "the query", ({ group }) => group === "simplified.token");
    const before = await textOf(page, ".simplified .product");
    await press(page, "ArrowRight");
    expect(await textOf(page, ".simplified .product .pair")).toBe("starts · Your");
    expect(await textOf(page, ".simplified .product")).not.toBe(before);
    await tabTo(page, "a cell", ({ role }) => role === "gridcell");
    await press(page, "ArrowDown");
    expect((await focused(page)).text).toMatch(/^Query “with”, key “Your”/);
  },
  trainable: async (page) => {
    await tabTo(page, "the class", ({ group }) => group === "trainable.class");
    await press(page, "ArrowRight");
    expect(hash(page).get("m.trainable.class")).toBe("V2");
    expect(await textOf(page, ".trainable .roles [data-stage=queries] figcaption")).toContain("W_query.weight.T");
  },
  causal: async (page) => {
    const cells = page.locator(".causal [data-stage=masked] [role=gridcell]");
    expect(await cells.count()).toBe(36);
    await tabTo(page, "the number of tokens", ({ id }) => id === "causal-tokens");
    await press(page, "ArrowLeft", 2);
    await expect.poll(() => cells.count()).toBe(16);
    await tabTo(page, "the dropout", ({ id }) => id === "causal-p");
    await press(page, "Home");
    expect(await textOf(page, ".causal output[for=causal-p]")).toBe("0");
    expect(await page.locator(".causal [data-state=dropped]").count()).toBe(0);
  },
  stacking: async (page) => {
    await tabTo(page, "the query", ({ group }) => group === "stacking.token");
    await press(page, "ArrowDown");
    expect(await textOf(page, ".stacking .joined")).toMatch(/^starts A \[−0\.6300, −0\.0632\] B \[0\.6202, 0\.3860\]/);
    await tabTo(page, "the print", ({ tag, chapter }) => tag === "pre" && chapter === "stacking");
  },
  split: async (page) => {
    const current = () => textOf(page, "attention-split [aria-current=step]");
    expect(await current()).toBe("heads apart");
    const { chapter } = await tabTo(page, "the next step", ({ text }) => text === "Next →");
    expect(chapter).toBe("split");
    await press(page, "Enter", 4);
    expect(await current()).toBe("transpose");
  },
  steps: async (page) => {
    await tabTo(page, "the steps", ({ tag, text, chapter }) => tag === "button" && text === "x" && chapter === "steps");
    for (const step of ["Q, K, V", "heads", "scores", "mask and scale", "softmax", "dropout", "context", "merge"]) {
      await press(page, "ArrowRight");
      expect(await textOf(page, "attention-steps [aria-current=step]")).toBe(step);
    }
    await press(page, "ArrowRight");
    expect(await textOf(page, "attention-steps [aria-current=step]")).toBe("out_proj");
  },
  costs: async (page) => {
    const caption = await textOf(page, ".costs caption");
    await tabTo(page, "a longer text", ({ text, chapter }) => chapter === "costs" && /^\d+ tokens/.test(text));
    await press(page, "Enter");
    expect(await textOf(page, ".costs caption")).not.toBe(caption);
    await tabTo(page, "the measurement", ({ text }) => text === "Measure");
    await press(page, "Enter");
    await expect.poll(() => textOf(page, "costs-times [role=status]")).not.toBe("");
    await press(page, "Enter");
    await expect.poll(() => textOf(page, "costs-times button")).toBe("Measure");
  },
  trained: async (page) => {
    const score = () => textOf(page, ".trained .score");
    await page.locator("#trained-list").waitFor(); // its weights arrive as the reader does
    await tabTo(page, "the list", ({ id }) => id === "trained-list");
    await press(page, "Control+a");
    await page.keyboard.type("sun rain tree door boat drum");
    await press(page, "Enter");
    const all = await score();
    expect(all).toMatch(/^(\d+) of \1 predictions are right\.$/);
    await tabTo(page, "the heads' switch", ({ text }) => text === "Switch off all that look right after it");
    await press(page, "Enter");
    expect(await score()).not.toBe(all);
    await tabTo(page, "all heads", ({ text }) => text === "All heads on");
    await press(page, "Enter");
    expect(await score()).toBe(all);
  },
  questions: async (page) => {
    expect(await page.locator(".questions .question:visible").count()).toBeGreaterThan(3);
  },
};

test("the whole story by keys alone", async () => {
  const page = await openPage({ locale: "en-GB", reducedMotion: "reduce" });
  await page.locator("attention-head [role=gridcell]").first().waitFor();
  await tabTo(page, "a head's picture", ({ role, chapter }) => role === "gridcell" && chapter === "");
  await press(page, "ArrowDown");
  await press(page, "End");
  expect((await focused(page)).role).toBe("gridcell");

  await tabTo(page, "the chapters", ({ text }) => text.includes("Attention without weights"));
  await press(page, "Enter");
  const chapters = Object.entries(visits);
  expect(await page.locator(".chapter").count()).toBe(chapters.length);
  for (const [index, [id, visit]] of chapters.entries()) {
    expect(await focused(page)).toMatchObject({ tag: "h3", id: `${id}-title`, chapter: id });
    await visit(page);
    if (index === chapters.length - 1) break;
    const next = await tabTo(page, "the next chapter", ({ classes }) => classes === "next");
    expect(next.chapter).toBe(id);
    expect(next.text).toMatch(/^Next: /);
    await press(page, "Enter");
  }

  // Nothing holds the focus on the way out.
  await tabTo(page, "the page's last control", ({ tag }) => tag === "summary");
}, 240_000);
