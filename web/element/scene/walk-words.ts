// What stepping through a figure is called, in the reader's language.

import type { Translate } from "../i18n.js";
import type { WalkWords } from "../step-controls.js";

export function walkWords(t: Translate): WalkWords {
  return {
    steps: t("steps.steps"),
    previous: t("steps.previous"),
    next: t("steps.next"),
    place: (step, count) => t("steps.place", { step, count }),
  };
}
