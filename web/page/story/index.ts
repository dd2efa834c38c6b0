// All chapters, in order.

import { causalChapter } from "./causal.js";
import { costsChapter } from "./costs.js";
import { questionsChapter } from "./questions.js";
import { simplifiedChapter } from "./simplified.js";
import { splitChapter } from "./split.js";
import { stackingChapter } from "./stacking.js";
import { stepsChapter } from "./steps.js";
import type { Chapter } from "./story.js";
import { trainableChapter } from "./trainable.js";
import { trainedChapter } from "./trained.js";

export const chapters: readonly Chapter[] = [
  simplifiedChapter,
  trainableChapter,
  causalChapter,
  stackingChapter,
  splitChapter,
  stepsChapter,
  costsChapter,
  trainedChapter,
  questionsChapter,
];
