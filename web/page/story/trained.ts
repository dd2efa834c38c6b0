// The chapter "trained".

import { html } from "lit";
import type { Chapter } from "./story.js";

export const trainedChapter: Chapter = { id: "trained", view: () => html`` };
