// The trained model's 64 words in both languages, and reading a typed list of them.

import leven from "leven";
import type { Language } from "../../element/i18n.js";
import words from "../trained/words.json";

const split = (lines: readonly string[]) => lines.flatMap((line) => line.split(" "));

/** By id; the same id is the same word in both languages. */
export const WORDS: Readonly<Record<Language, readonly string[]>> = { en: split(words.en), zh: split(words.zh) };

/** Lists of these lengths are what the model was trained on. */
export const SHORTEST = 5;
export const LONGEST = 15;

const IDS: ReadonlyMap<string, number> = new Map(
  [WORDS.en, WORDS.zh].flatMap((names) => names.map((name, id): [string, number] => [name, id])),
);

/** What a typed list comes to: the words known, each once, and what was left out. */
export interface WordList {
  /** All that was typed, word by word. */
  readonly typed: readonly string[];
  readonly ids: readonly number[];
  readonly unknown: readonly string[];
  readonly repeated: readonly number[];
  /** Words past the longest list. */
  readonly surplus: readonly number[];
}

export function wordOf(id: number, language: Language): string {
  return WORDS[language][id] ?? "";
}

/** The id of a word of either language. */
export function idOf(word: string): number | undefined {
  return IDS.get(word.normalize("NFKC").toLowerCase());
}

/** The longest known word that a text starts with. */
function knownStart(text: string): string | undefined {
  return [...IDS.keys()].filter((word) => text.startsWith(word)).sort((a, b) => b.length - a.length)[0];
}

/** Words of a run without spaces, as Chinese is written: the known ones first, the rest as the browser splits it. */
function splitRun(run: string): string[] {
  const found: string[] = [];
  let rest = "";
  const flush = () => {
    const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
    found.push(...Array.from(segmenter.segment(rest), ({ segment }) => segment));
    rest = "";
  };
  for (let start = 0; start < run.length; ) {
    const known = knownStart(run.slice(start));
    if (known) flush();
    if (known) found.push(known);
    const next = known ?? String.fromCodePoint(run.codePointAt(start) ?? 0);
    if (!known) rest += next;
    start += next.length;
  }
  flush();
  return found;
}

function splitWords(text: string): string[] {
  const runs =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  return runs.flatMap((run) => (IDS.has(run) || !/\p{Script=Han}/u.test(run) ? [run] : splitRun(run)));
}

export function readList(text: string): WordList {
  const ids: number[] = [];
  const unknown: string[] = [];
  const repeated: number[] = [];
  const surplus: number[] = [];
  const typed = splitWords(text);
  for (const word of typed) {
    const id = IDS.get(word);
    if (id === undefined) unknown.push(word);
    else if (ids.includes(id) || surplus.includes(id)) repeated.push(id);
    else (ids.length < LONGEST ? ids : surplus).push(id);
  }
  return { typed, ids, unknown, repeated, surplus };
}

/** Whether every word typed is in the list, and it has a length that the model knows. */
export function isWhole({ ids, unknown, repeated, surplus }: WordList): boolean {
  return ids.length >= SHORTEST && unknown.length + repeated.length + surplus.length === 0;
}

/** The words spelled most like one that is not known, but for those in the list already. */
export function nearestWords(word: string, language: Language, taken: readonly number[], count = 3): string[] {
  return WORDS[language]
    .filter((_, id) => !taken.includes(id))
    .map((name) => ({ name, far: leven(word, name) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, count)
    .map(({ name }) => name);
}

/** The list as its language writes one; ids are what links keep, spelled in English. */
export function writeList(ids: readonly number[], language: Language): string {
  return ids.map((id) => wordOf(id, language)).join(" ");
}
