// What the reader chose in the chapter of the trained model, read from the state's marks and written back.

import type { App, Model } from "../app.js";
import { CONTEXT, HEAD_COUNT, HEADS_PER_LAYER, type Heads } from "./trained-compute.js";
import { sequenceOf } from "./trained-reading.js";
import { idOf, isWhole, LONGEST, readList, SHORTEST, type WordList, wordOf, writeList } from "./trained-words.js";

export const EXAMPLE = "sun moon star river tree bird house song";

// How an emptied field is kept: an empty mark would be forgotten, and the example come back.
const NOTHING = "-";

/** How the head shown large is drawn. */
export const LARGE_VIEWS = ["lines", "cells"] as const;
type LargeView = (typeof LARGE_VIEWS)[number];

// Of the second layer, where looking right after an earlier occurrence is learned.
const DEFAULT_HEAD = 7;

export interface Choice {
  /** The list as typed, in any spelling. */
  readonly text: string;
  readonly list: WordList;
  /** Single words put in place of others, by position. */
  readonly edits: ReadonlyMap<number, number>;
  readonly off: Heads;
  /** The head shown large. */
  readonly head: number;
  readonly view: LargeView;
  /** The token whose row is shown. */
  readonly position: number;
  /** All 32 words; empty for a list that is too short. */
  readonly ids: readonly number[];
}

/** What a head is called: its layer's number and its letter. */
export function headName(head: number): string {
  return `${Math.floor(head / HEADS_PER_LAYER) + 1}${"ABCD"[head % HEADS_PER_LAYER]}`;
}

function headOf(name: string): number | undefined {
  const index = Array.from({ length: HEAD_COUNT }, (_, head) => headName(head)).indexOf(name);
  return index < 0 ? undefined : index;
}

function readEdits(text: string): Map<number, number> {
  const edits = new Map<number, number>();
  for (const part of text.split(" ")) {
    const [, position, word] = /^(\d{1,2})\.(\p{L}+)$/u.exec(part) ?? [];
    const id = idOf(word ?? "");
    const index = Number(position) - 1;
    if (id !== undefined && index >= 0 && index < CONTEXT) edits.set(index, id);
  }
  return edits;
}

function readPosition(text: string | undefined, list: WordList): number {
  const position = /^\d{1,2}$/.test(text ?? "") ? Number(text) - 1 : Number.NaN;
  // By default the second word of the second pass: the first with a whole repeat behind it.
  return position >= 0 && position < CONTEXT ? position : Math.min(list.ids.length + 1, CONTEXT - 1);
}

export function choiceOf({ state }: Model): Choice {
  const mark = (name: string) => state.marks.get(`trained.${name}`);
  const written = mark("list") ?? EXAMPLE;
  const text = written === NOTHING ? "" : written;
  const list = readList(text);
  const edits = readEdits(mark("edit") ?? "");
  return {
    text,
    list,
    edits,
    off: new Set((mark("off") ?? "").split(" ").flatMap((name) => headOf(name) ?? [])),
    head: headOf(mark("head") ?? "") ?? DEFAULT_HEAD,
    view: LARGE_VIEWS.find((view) => view === mark("view")) ?? LARGE_VIEWS[0],
    position: readPosition(mark("token"), list),
    ids: list.ids.length < SHORTEST ? [] : sequenceOf(list.ids, edits),
  };
}

/** The marks with some of this chapter's changed; an empty value forgets one. */
function withMarks({ state }: Model, changes: Readonly<Record<string, string>>): Map<string, string> {
  const marks = new Map(state.marks);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") marks.delete(`trained.${name}`);
    else marks.set(`trained.${name}`, value);
  }
  return marks;
}

/** Another list; what is whole is kept in one spelling, the rest as typed. Single words put in go with the old list. */
export function chooseList(model: Model, app: App, text: string): void {
  const list = readList(text);
  const written = isWhole(list) ? writeList(list.ids, "en") : text.trim();
  app.choose({ marks: withMarks(model, { list: written === EXAMPLE ? "" : written || NOTHING, edit: "", token: "" }) });
}

export function toggleWord(model: Model, app: App, { list }: Choice, id: number): void {
  const ids = list.ids.includes(id) ? list.ids.filter((other) => other !== id) : [...list.ids, id];
  chooseList(model, app, writeList(ids.slice(0, LONGEST), "en"));
}

export function chooseEdit(model: Model, app: App, { list, edits, position }: Choice, id: number): void {
  const next = new Map(edits);
  if (list.ids[position % list.ids.length] === id) next.delete(position);
  else next.set(position, id);
  const edit = [...next].map(([at, word]) => `${at + 1}.${wordOf(word, "en")}`).join(" ");
  app.choose({ marks: withMarks(model, { edit }) });
}

export function forgetEdits(model: Model, app: App): void {
  app.choose({ marks: withMarks(model, { edit: "" }) });
}

export function chooseOff(model: Model, app: App, off: Heads): void {
  const names = [...off].sort((a, b) => a - b).map(headName);
  app.choose({ marks: withMarks(model, { off: names.join(" ") }) });
}

export function chooseHead(app: App, head: number): void {
  app.mark("trained.head", headName(head));
}

export function chooseView(app: App, view: LargeView): void {
  app.mark("trained.view", view === LARGE_VIEWS[0] ? "" : view);
}

export function choosePosition(app: App, position: number): void {
  app.mark("trained.token", String(position + 1));
}
