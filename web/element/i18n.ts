// What pictures say, in the reader's language; the page adds strings of its own.

import en from "./strings/en.json";
import zh from "./strings/zh.json";

export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

export type StringKey = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: StringKey, values?: Values) => string;

// The type says that no string is missing in either language.
export const strings: Record<Language, Record<StringKey, string>> = { en, zh };

/** What `lang` says, so that a browser picks the right glyphs and voice. */
export const LANG: Record<Language, string> = { en: "en", zh: "zh-CN" };

/** Gives each language's translator for a set of strings, `{{name}}` standing for a value. Lit escapes what it renders. */
export function translators<Key extends string>(
  all: Record<Language, Record<Key, string>>,
): (language: Language) => (key: Key, values?: Values) => string {
  return (language) =>
    (key, values = {}) =>
      (all[language][key] ?? key).replace(/\{\{(\w+)\}\}/g, (place, name) => String(values[name] ?? place));
}

export const translator: (language: Language) => Translate = translators(strings);

/** A key that came from elsewhere, as those of the API's errors do. */
export function isStringKey(key: string): key is StringKey {
  return Object.hasOwn(en, key);
}

/** The language asked for, English unless it is Chinese. */
export function chooseLanguage(languages: readonly string[]): Language {
  const first = languages.find((language) => /^(zh|en)\b/i.test(language));
  return first && /^zh/i.test(first) ? "zh" : "en";
}
