// custom-elements.json says what the elements really have: attributes, properties, slots, parts and custom properties.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { useBrowser, withPage } from "./browser.js";
import { authored, elementScript, failOnce } from "./element-page.js";
import { read, writeProject } from "./project.js";
import { useStaticSite } from "./static-site.js";

useBrowser();
const site = useStaticSite();

interface Named {
  readonly name: string;
  readonly description: string;
}
interface Declaration extends Named {
  readonly tagName: "attention-heads" | "attention-stepper" | "attention-matrix";
  readonly attributes: readonly (Named & { readonly fieldName: string })[];
  readonly members: readonly (Named & { readonly attribute?: string; readonly reflects?: boolean })[];
  readonly events: readonly Named[];
  readonly slots: readonly Named[];
  readonly cssParts: readonly Named[];
  readonly cssProperties: readonly Named[];
}

const { customElements: path } = JSON.parse(read("package.json"));
const manifest = JSON.parse(read(path));
const declarations: readonly Declaration[] = manifest.modules[0].declarations;

/** Together, and with a module that fails to start, they show every part of an element. */
const looks: Readonly<Record<Declaration["tagName"], readonly string[]>> = {
  "attention-heads": ["", 'view="lines"', 'view="values"', 'seed="many"'],
  "attention-stepper": ["", 'step="behind"'],
  "attention-matrix": ['values="[[1, null], [0.4, 0.6]]"', 'values="[[1], [1, 2]]"'],
};

beforeAll(() => {
  const tags = Object.entries(looks).flatMap(([tag, all]) =>
    all.map((attributes) => `<${tag} ${attributes}></${tag}>`),
  );
  const plain = Object.keys(looks).map((tag) => `<${tag}></${tag}>`);
  const failing = `<script src="fail.js"></script><script type="module" src="${elementScript}"></script>`;
  writeProject("manifest", {
    "all.html": authored(tags.join("\n")),
    "fail.js": failOnce,
    "failing.html": authored(plain.join("\n"), failing),
  });
});

const names = (all: readonly Named[]) => all.map(({ name }) => name).sort();

/** What an element of a page has, as far as a script can tell. */
function truthOf(page: Page, tag: string) {
  return page.evaluate((name) => {
    const tokens = (element: Element, attribute: string) => (element.getAttribute(attribute) ?? "").split(/[\s,]+/);
    const partsIn = (root: ShadowRoot | null): string[] =>
      [...(root?.querySelectorAll("*") ?? [])].flatMap((element) => {
        const inner = new Set(partsIn(element.shadowRoot));
        return [...tokens(element, "part"), ...tokens(element, "exportparts").filter((part) => inner.has(part))];
      });
    const elements = [...document.querySelectorAll(name)];
    const { observedAttributes } = customElements.get(name) as unknown as { observedAttributes: string[] };
    const styles = elements.flatMap(({ shadowRoot }) =>
      (shadowRoot?.adoptedStyleSheets ?? []).flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)),
    );
    return {
      attributes: [...observedAttributes].sort(),
      parts: [...new Set(elements.flatMap(({ shadowRoot }) => partsIn(shadowRoot)))].filter(Boolean).sort(),
      slots: [...new Set(elements.flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll("slot") ?? [])]))]
        .map((slot) => slot.name)
        .filter((slot, index, all) => all.indexOf(slot) === index),
      properties: [...new Set(styles.join("\n").match(/--attention-[\w-]+/g))].sort(),
    };
  }, tag);
}

test("all three elements are in it, and package.json names it", () => {
  expect(manifest.schemaVersion).toMatch(/^2\./);
  expect(declarations.map(({ tagName }) => tagName).sort()).toEqual(Object.keys(looks).sort());
  const all = declarations.flatMap((one) => [one, ...one.members, ...one.events, ...one.cssParts, ...one.slots]);
  expect(all.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
});

describe.each(declarations)("<$tagName>", (declaration) => {
  const { tagName, attributes, members, slots, cssParts, cssProperties, events } = declaration;

  test("attributes, slots, parts and custom properties are those that it has", () =>
    withPage(site.url("manifest/all.html"), async (page) => {
      const all = page.locator(tagName);
      for (const index of looks[tagName].keys()) {
        await all.nth(index).scrollIntoViewIfNeeded();
        await all.nth(index).locator("[role=gridcell], svg, table, [role=alert]").first().waitFor();
      }
      const truth = await truthOf(page, tagName);
      expect(truth.attributes).toEqual(names(attributes));
      await page.goto(site.url("manifest/failing.html"));
      await page.getByRole("alert").nth(1).waitFor();
      const { parts } = await truthOf(page, tagName);
      expect([...new Set([...truth.parts, ...parts])].sort()).toEqual(names(cssParts));
      expect(truth.slots).toEqual(names(slots));
      expect(names(cssProperties)).toEqual(truth.properties);
    }));

  test("every property is there, and reflects where it says so", () =>
    withPage(site.url("manifest/all.html"), async (page) => {
      const missing = await page.evaluate(
        async ([tag, fields]) => {
          await customElements.whenDefined(tag);
          const element = document.createElement(tag) as unknown as HTMLElement & Record<string, unknown>;
          document.body.append(element);
          const wrong = fields.filter(({ name }) => !(name in element)).map(({ name }) => name);
          for (const { name, attribute = "", reflects = false } of fields) {
            if (attribute === "") continue;
            element[name] = typeof element[name] === "boolean" ? true : "1";
            await element.updateComplete;
            if (element.hasAttribute(attribute) !== reflects) wrong.push(attribute);
          }
          return wrong;
        },
        [tagName, members] as const,
      );
      expect(missing).toEqual([]);
    }));

  test("its events are sent for what the reader does", () =>
    withPage(site.url("manifest/all.html"), async (page) => {
      const element = page.locator(tagName).first();
      await element.scrollIntoViewIfNeeded();
      const cell = element.locator("[role=gridcell]").first();
      await cell.waitFor();
      await element.evaluate((target, types) => {
        const sent = new Set<string>();
        for (const type of types) target.addEventListener(type, () => sent.add(type));
        Object.assign(target, { sent });
      }, names(events));
      await cell.hover();
      await cell.click();
      if (tagName === "attention-heads") await element.getByRole("button", { name: "lines" }).click();
      if (tagName === "attention-stepper") await element.getByRole("button", { name: "Next →" }).click();
      const sent = () => element.evaluate((target) => [...(target as unknown as { sent: Set<string> }).sent].sort());
      await expect.poll(sent).toEqual(names(events));
    }));
});
