// The chapter "trainable".

import { html } from "lit";
import type { Chapter } from "./story.js";

export const trainableChapter: Chapter = { id: "trainable", view: () => html`` };
