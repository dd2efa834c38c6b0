// The chapter "stacking".

import { html } from "lit";
import type { Chapter } from "./story.js";

export const stackingChapter: Chapter = { id: "stacking", view: () => html`` };
