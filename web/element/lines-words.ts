// What a picture of lines says by itself: the words it takes from its host, and English ones to begin with.

import type { Line, Side } from "./lines.js";

/** More would be a list rather than a sentence; the table alternative has them all. */
export const MOST_SAID = 8;

/** A token with its strongest lines. */
export interface TokenLines extends Side {
  readonly token: string;
  /** The strongest, strongest first; `more` are left out. */
  readonly lines: readonly (Line & { readonly letter: string; readonly other: string; readonly text: string })[];
  readonly more: number;
  /** More than one head is shown, so lines are to be told apart. */
  readonly severalHeads: boolean;
}

/** What the picture says, in the reader's language. */
export interface LinesWords {
  /** The picture's accessible name. */
  readonly label: string;
  readonly queries: string;
  readonly keys: string;
  readonly describe: (token: TokenLines) => string;
  readonly pinned: (token: string) => string;
  readonly unpinned: string;
  /** Said while only the strongest lines are drawn, of all that reach the threshold. */
  readonly strongest: (drawn: number, all: number) => string;
  readonly tooMany: (tokens: number, limit: number) => string;
}

export const LINES_WORDS: LinesWords = {
  label: "Attention between tokens",
  queries: "query",
  keys: "key",
  describe: ({ side, token, lines, more, severalHeads }) => {
    const ends = lines.map(
      ({ letter, other, text }) => `${severalHeads ? `${letter} ` : ""}\u201c${other}\u201d ${text}`,
    );
    if (more > 0) ends.push(`and ${more} more`);
    const does = side === "query" ? "looks at" : "is looked at by";
    return `\u201c${token}\u201d ${does} ${ends.length === 0 ? "nothing above the threshold" : ends.join(", ")}.`;
  },
  pinned: (token) => `Pinned. ${token}`,
  unpinned: "No longer pinned.",
  strongest: (drawn, all) => `The strongest ${drawn} of ${all} lines are drawn.`,
  tooMany: (tokens, limit) => `${tokens} tokens are too many for lines, which are drawn for up to ${limit}.`,
};
