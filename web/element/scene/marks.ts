// What a link remembers of a chapter: places counted from 1, and words out of a list.

import type { State } from "./state.js";

type Marked = Pick<State, "marks">;

/** An index from 0; what is no place is the first. */
export function indexMark({ marks }: Marked, name: string): number {
  const text = marks.get(name) ?? "";
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) - 1 : 0;
}

/** One of the words; what is none of them is the first. */
export function wordMark<T extends string>({ marks }: Marked, name: string, words: readonly [T, ...T[]]): T {
  const text = marks.get(name);
  return words.find((word) => word === text) ?? words[0];
}

/** A mark as it is spelled; the first of anything needs none. */
export function spelledMark(value: string | number): string {
  if (typeof value === "string") return value;
  return value === 0 ? "" : String(value + 1);
}

/** The marks with some written anew; an empty one is taken out. */
export function withMarks(marks: State["marks"], written: Readonly<Record<string, string | number>>): State["marks"] {
  const spelled = Object.entries(written).map(([name, value]) => [name, spelledMark(value)] as const);
  return new Map([...marks, ...spelled].filter(([, text]) => text !== ""));
}
