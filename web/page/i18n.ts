// The page's strings in the reader's language.

import { createInstance } from "i18next";
import type { Language } from "./state.js";
import en from "./strings/en.json";
import zh from "./strings/zh.json";

export type StringKey = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: StringKey, values?: Values) => string;

// The type says that no string is missing in either language.
const strings: Record<Language, Record<StringKey, string>> = { en, zh };

/** What `lang` says, so that a browser picks the right glyphs and voice. */
export const LANG: Record<Language, string> = { en: "en", zh: "zh-CN" };

const instance = createInstance();
void instance.init({
  resources: { en: { translation: strings.en }, zh: { translation: strings.zh } },
  initAsync: false,
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  // Lit escapes what it renders.
  interpolation: { escapeValue: false },
});

export function translator(language: Language): Translate {
  const fixed = instance.getFixedT(language);
  return (key, values) => fixed(key, { ...values });
}

/** A key that came from elsewhere, as those of the API's errors do. */
export function isStringKey(key: string): key is StringKey {
  return Object.hasOwn(en, key);
}

/** The language the browser asks for, English unless it is Chinese. */
export function browserLanguage(languages: readonly string[] = navigator.languages): Language {
  const first = languages.find((language) => /^(zh|en)\b/i.test(language));
  return first && /^zh/i.test(first) ? "zh" : "en";
}
