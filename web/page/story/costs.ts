// The chapter "costs".

import { html } from "lit";
import type { Chapter } from "./story.js";

export const costsChapter: Chapter = { id: "costs", view: () => html`` };
