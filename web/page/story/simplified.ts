// The chapter "simplified".

import { html } from "lit";
import type { Chapter } from "./story.js";

export const simplifiedChapter: Chapter = { id: "simplified", view: () => html`` };
