// The chapter "causal".

import { html } from "lit";
import type { Chapter } from "./story.js";

export const causalChapter: Chapter = { id: "causal", view: () => html`` };
