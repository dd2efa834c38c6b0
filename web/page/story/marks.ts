// What a chapter remembers in the state's marks: places counted from 1, and words out of a list.

import type { State } from "../../element/scene/state.js";
import type { App, Model } from "../app.js";

/** An index from 0; what is no place is the first. */
export function indexMark(state: State, name: string): number {
  const text = state.marks.get(name) ?? "";
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) - 1 : 0;
}

/** One of the words; what is none of them is the first. */
export function wordMark<T extends string>(state: State, name: string, words: readonly [T, ...T[]]): T {
  const text = state.marks.get(name);
  return words.find((word) => word === text) ?? words[0];
}

/** Writes what has changed; the first of anything needs no mark. */
export function writeMarks({ state }: Model, app: App, marks: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(marks)) {
    const text = typeof value === "number" ? (value === 0 ? "" : String(value + 1)) : value;
    if (text !== (state.marks.get(name) ?? "")) app.mark(name, text);
  }
}
