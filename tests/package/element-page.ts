// Pages of authors who embed elements: how they are written, and what readers see on them.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { book, spokenValues } from "../page/support.js";

const folder = "/node_modules/mha-wasm/dist/package/";
export const elementScript = `${folder}element.js`;
export const widgetScript = `${folder}widget.js`;

/** A page as an author writes it. */
export const authored = (body: string, head = `<script type="module" src="${elementScript}"></script>`): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A tutorial</title>${head}</head>
<body>${body}</body>
</html>
`;

/** What stands in an element until it has drawn. */
export const drawnCells = (element: Locator): Locator =>
  element.locator("attention-matrix[data-panel=weights] [role=gridcell]");

/** The weights of one head, as they are read out. */
export const weightsOf = (element: Locator, head = 0): Promise<number[]> =>
  spokenValues(
    element.locator("attention-head").nth(head).locator("attention-matrix[data-panel=weights] [role=gridcell]"),
  );

/** Waits until an element shows the weights of the article's wrapper. */
export async function expectArticle(element: Locator): Promise<void> {
  await drawnCells(element).first().waitFor({ timeout: 30_000 });
  const golden = book.cases.find(({ kind, args }) => kind === "MultiHeadAttentionWrapper" && args?.d_out === 2);
  const expected = golden?.trace.weights?.data.slice(0, 36) ?? [];
  const values = await weightsOf(element);
  expect(values).toHaveLength(36);
  values.forEach((value, index) => {
    expect(Math.abs(value - (expected[index] ?? Number.NaN))).toBeLessThan(1e-6);
  });
}

/** How often a page has made a module into an instance; the script must run before the elements' one. */
export const countInstances = `window.instances = [];
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate.apply(WebAssembly, given);
  window.instances.push(made.instance ?? made);
  return made;
};
`;

/** Has the first start of the module fail; the script must run before the elements' one. */
export const failOnce = `const { instantiate } = WebAssembly;
WebAssembly.instantiate = () => {
  WebAssembly.instantiate = instantiate;
  return Promise.reject(new Error("not now"));
};
`;

export const instances = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { instances: unknown[] }).instances.length);

/** Bytes of all memories of those instances. */
export const memory = (page: Page): Promise<number> =>
  page.evaluate(() =>
    (window as unknown as { instances: WebAssembly.Instance[] }).instances
      .flatMap(({ exports }) => Object.values(exports))
      .filter((value) => value instanceof WebAssembly.Memory)
      .reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
  );
