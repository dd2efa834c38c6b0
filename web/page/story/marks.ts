// Writes what a chapter remembers in the state's marks.

import { spelledMark } from "../../element/scene/marks.js";
import type { App, Model } from "../app.js";

export { indexMark, wordMark } from "../../element/scene/marks.js";

/** Writes what has changed. */
export function writeMarks({ state }: Model, app: App, marks: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(marks)) {
    const text = spelledMark(value);
    if (text !== (state.marks.get(name) ?? "")) app.mark(name, text);
  }
}
