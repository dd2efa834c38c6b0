// The page's strings in the reader's language, one file a topic.

import { createInstance } from "i18next";
import type { Language } from "./state.js";
import enCausal from "./strings/en/causal.json";
import enCosts from "./strings/en/costs.json";
import enData from "./strings/en/data.json";
import enPage from "./strings/en/page.json";
import enPictures from "./strings/en/pictures.json";
import enProofs from "./strings/en/proofs.json";
import enQuestions from "./strings/en/questions.json";
import enSimplified from "./strings/en/simplified.json";
import enSplit from "./strings/en/split.json";
import enStacking from "./strings/en/stacking.json";
import enStart from "./strings/en/start.json";
import enSteps from "./strings/en/steps.json";
import enStory from "./strings/en/story.json";
import enTrainable from "./strings/en/trainable.json";
import enTrained from "./strings/en/trained.json";
import zhCausal from "./strings/zh/causal.json";
import zhCosts from "./strings/zh/costs.json";
import zhData from "./strings/zh/data.json";
import zhPage from "./strings/zh/page.json";
import zhPictures from "./strings/zh/pictures.json";
import zhProofs from "./strings/zh/proofs.json";
import zhQuestions from "./strings/zh/questions.json";
import zhSimplified from "./strings/zh/simplified.json";
import zhSplit from "./strings/zh/split.json";
import zhStacking from "./strings/zh/stacking.json";
import zhStart from "./strings/zh/start.json";
import zhSteps from "./strings/zh/steps.json";
import zhStory from "./strings/zh/story.json";
import zhTrainable from "./strings/zh/trainable.json";
import zhTrained from "./strings/zh/trained.json";

const en = {
  ...enPage,
  ...enStart,
  ...enPictures,
  ...enData,
  ...enProofs,
  ...enStory,
  ...enSimplified,
  ...enTrainable,
  ...enCausal,
  ...enStacking,
  ...enSplit,
  ...enSteps,
  ...enCosts,
  ...enTrained,
  ...enQuestions,
};

const zh = {
  ...zhPage,
  ...zhStart,
  ...zhPictures,
  ...zhData,
  ...zhProofs,
  ...zhStory,
  ...zhSimplified,
  ...zhTrainable,
  ...zhCausal,
  ...zhStacking,
  ...zhSplit,
  ...zhSteps,
  ...zhCosts,
  ...zhTrained,
  ...zhQuestions,
};

export type StringKey = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: StringKey, values?: Values) => string;

// The type says that no string is missing in either language.
export const strings: Record<Language, Record<StringKey, string>> = { en, zh };

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
