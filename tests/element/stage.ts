// Puts one element alone on a page of the built site, for tests of what the page itself may not show.
import fs from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Locator, Page } from "playwright-core";
import { inject } from "vitest";
import { exact } from "../../web/element/numbers.js";
import { type OpenOptions, openPage } from "../page/support.js";

export const TOKENS = ["Your", "journey", "starts", "with", "one", "step"];

export interface PlainMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: readonly number[];
}

export function matrix(rows: number, columns: number, value: (row: number, column: number) => number): PlainMatrix {
  const data = Array.from({ length: rows * columns }, (_, i) =>
    Math.fround(value(Math.floor(i / columns), i % columns)),
  );
  return { rows, columns, data };
}

/** nonzero where a key comes after its query */
export const causalMask = (tokens: number) => matrix(tokens, tokens, (row, column) => (column > row ? 1 : 0));

/** Rows that sum to 1 over what a causal mask leaves, of many different weights. */
export function causalWeights(tokens: number, shift = 0): PlainMatrix {
  const raw = (row: number, column: number) => (column > row ? 0 : 1 + ((7 * column + 3 * row + 5 * shift) % 11) ** 2);
  const sums = Array.from({ length: tokens }, (_, row) => {
    let sum = 0;
    for (let key = 0; key <= row; key++) sum += raw(row, key);
    return sum;
  });
  return matrix(tokens, tokens, (row, column) => raw(row, column) / (sums[row] ?? 1));
}

/** What a picture says of a shown value when it is not told how to say it. */
export function inWords(value = Number.NaN): string {
  const text = Number.isInteger(value) ? String(value) : value.toFixed(2);
  const all = exact(value);
  return text === all ? all : `${text} (${all})`;
}

const EVENTS = [
  "cell-active",
  "cell-pin",
  "head-pin",
  "token-active",
  "token-pin",
  "share-change",
  "heads-change",
  "attention-change",
];

/** A page with nothing on it but its heading. */
export async function openStage(options: OpenOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.evaluate(() => {
    const main = document.createElement("main");
    main.append(Object.assign(document.createElement("h1"), { textContent: "Stage" }));
    document.body.replaceChildren(main);
    document.body.style.setProperty("margin", "16px");
  });
  return page;
}

/** The same for elements that authors write: the page for frames has those. */
export function openAuthorsStage(options: OpenOptions = {}): Promise<Page> {
  return openStage({ site: `${inject("site")}embed/`, ...options });
}

/** Adds an element with the given properties, and notes the events it sends. */
export async function put(page: Page, tag: string, props: Readonly<Record<string, unknown>>): Promise<Locator> {
  await page.evaluate(
    async ([name, values, events]) => {
      const element = Object.assign(document.createElement(name), values);
      const sent: unknown[] = [];
      for (const type of events) {
        element.addEventListener(type, (event) => sent.push([type, (event as CustomEvent).detail]));
      }
      document.querySelector("main")?.append(Object.assign(element, { sent }));
      await (element as unknown as { updateComplete: Promise<boolean> }).updateComplete;
    },
    [tag, props, EVENTS] as const,
  );
  return page.locator(tag).last();
}

/** Details of the events of one type, in order; what is read is forgotten. */
export function takeEvents(element: Locator, type: string): Promise<unknown[]> {
  return element.evaluate((target, wanted) => {
    const { sent } = target as unknown as { sent: [string, unknown][] };
    const details = sent.filter(([name]) => name === wanted).map(([, detail]) => detail);
    sent.length = 0;
    return details;
  }, type);
}

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds in the whole page, or in a part of it. */
export async function violations(page: Page, part = "html"): Promise<string[]> {
  await page.evaluate(axe);
  const run = `axe.run(${JSON.stringify(part)}, { resultTypes: ["violations"] })`;
  const { violations: found } = await page.evaluate<AxeResults>(run);
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
}

/** What the focused element is called, however deep in shadow roots it is. */
export function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const descendant = active?.getAttribute("aria-activedescendant");
    const root = active?.getRootNode();
    const named = descendant && root instanceof ShadowRoot ? root.getElementById(descendant) : active;
    return named?.getAttribute("aria-label") ?? named?.textContent;
  });
}
