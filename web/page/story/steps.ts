// The chapter "steps".

import { html } from "lit";
import type { Chapter } from "./story.js";

export const stepsChapter: Chapter = { id: "steps", view: () => html`` };
