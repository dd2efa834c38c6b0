// The page's strings in the reader's language, one file a topic.

import { chooseLanguage, type Language, strings as pictureStrings, translators, type Values } from "../element/i18n.js";
import enCausal from "./strings/en/causal.json";
import enCosts from "./strings/en/costs.json";
import enData from "./strings/en/data.json";
import enPage from "./strings/en/page.json";
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
  ...pictureStrings.en,
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
  ...pictureStrings.zh,
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

export { LANG, LANGUAGES, type Language, type Values } from "../element/i18n.js";

export type StringKey = keyof typeof en;
export type Translate = (key: StringKey, values?: Values) => string;

// The type says that no string is missing in either language.
export const strings: Record<Language, Record<StringKey, string>> = { en, zh };

export const translator: (language: Language) => Translate = translators(strings);

/** The language the browser asks for. */
export function browserLanguage(languages: readonly string[] = navigator.languages): Language {
  return chooseLanguage(languages);
}
