// The chapter "split".

import { html } from "lit";
import type { Chapter } from "./story.js";

export const splitChapter: Chapter = { id: "split", view: () => html`` };
