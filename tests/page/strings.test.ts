// The strings: complete in both languages, none left over.
import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { browserLanguage, strings, translator } from "../../web/page/i18n.js";

const { en, zh } = strings;
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
const source = ["page", "element"]
  .map((room) => new URL(`../../web/${room}/`, import.meta.url))
  .flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => fs.readFileSync(new URL(name, folder), "utf8")),
  )
  .join("\n");

/** Whether a key is named, whole or as the head of a template: `parts.${part}`. */
function isUsed(key: string): boolean {
  if (source.includes(`"${key}"`)) return true;
  const words = key.split(".");
  return words.some((_, index) => index > 0 && source.includes(`\`${words.slice(0, index).join(".")}.\${`));
}

/** Strings that are names in Chinese too, sorted. */
const NAMES = ["axis.token", "layer.dropout", "layer.method.mkl"];

describe("strings", () => {
  test("both languages have the same keys, in the same order", () => {
    expect(Object.keys(zh)).toEqual(Object.keys(en));
  });

  test.each(Object.entries(en))("%s is said in both languages with the same values", (key, english) => {
    const chinese = zh[key as keyof typeof zh];
    expect(english.trim()).not.toBe("");
    expect(chinese.trim()).not.toBe("");
    // A sentence may use one value twice in one language.
    expect([...new Set(placeholders(chinese))]).toEqual([...new Set(placeholders(english))]);
    expect(chinese.split("`").length % 2).toBe(1);
    expect(english.split("`").length % 2).toBe(1);
  });

  test("Chinese strings are Chinese, but for names", () => {
    const plain = (text: string) => text.replaceAll(/\{\{\w+\}\}|`[^`]*`/g, "");
    const untranslated = Object.entries(zh).filter(
      ([, text]) => /\p{L}/u.test(plain(text)) && !/\p{Script=Han}/u.test(text),
    );
    expect(untranslated.map(([key]) => key).sort()).toEqual(NAMES);
  });

  test("no key is left over", () => {
    const unused = Object.keys(en).filter((key) => !isUsed(key) && !/^\w+\.title$/.test(key));
    expect(unused).toEqual([]);
  });

  test("values go in as they are: Lit escapes what it renders", () => {
    expect(translator("en")("problem.number", { text: "<img>&" })).toBe("“<img>&” is not a number.");
    expect(translator("zh")("problem.number", { text: "abc" })).toBe("“abc”不是数字。");
  });
});

test.each([
  [["zh-CN", "en"], "zh"],
  [["zh"], "zh"],
  [["de-DE", "zh-TW"], "zh"],
  [["en-GB", "zh"], "en"],
  [["fr"], "en"],
  [[], "en"],
])("the browser's languages %j give %s", (languages, expected) => {
  expect(browserLanguage(languages)).toBe(expected);
});
