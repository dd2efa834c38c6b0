// Text into words by the platform's own segmenter, and a vector for every word.

import { Generator } from "../../api/index.js";

type Samples = readonly (readonly string[])[];

// One language for everybody, so that a link gives the same words everywhere; scripts without spaces go by dictionary.
const LANGUAGE = "en";

let segmenter: Intl.Segmenter | undefined;

/** Where the platform has no segmenter: letters and digits that touch, Chinese characters one by one, other signs. */
const PLAIN = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+(?:['’](?=\p{L})\p{L}+)*|\S/gu;

function segments(line: string): readonly string[] {
  if (!("Segmenter" in Intl)) return line.match(PLAIN) ?? [];
  segmenter ??= new Intl.Segmenter(LANGUAGE, { granularity: "word" });
  return Array.from(segmenter.segment(line), ({ segment }) => segment);
}

// Signs that turn the direction of whatever stands beside them, and those that show nothing.
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const INVISIBLE = /^[\s\p{Cc}\p{Cf}]*$/u;

function wordsOf(line: string): readonly string[] {
  const plain = line.normalize("NFC").replace(DIRECTIONS, "");
  return segments(plain).filter((segment) => !INVISIBLE.test(segment));
}

let last: { readonly text: string; readonly samples: Samples } | undefined;

/** A line a sample; words and punctuation, white space and empty lines left out. */
export function samplesOf(text: string): Samples {
  if (last?.text !== text) {
    const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map(wordsOf);
    last = { text, samples: lines.filter((words) => words.length > 0) };
  }
  return last.samples;
}

/** FNV-1a over UTF-16 units; 32 bits, for a generator uses no more of its seed, as in PyTorch. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

function draw(word: string, seed: string, dIn: number): Float32Array {
  const generator = new Generator(hash(`${seed}\n${word}`));
  try {
    return generator.rand(dIn).data;
  } finally {
    generator.dispose();
  }
}

// The page asks for the same words again and again; a few texts' worth of them is kept.
const MOST_KEPT = 4096;
const drawn = new Map<string, Float32Array>();

function vectorOf(word: string, seed: string, dIn: number): Float32Array {
  const key = `${seed}\n${dIn}\n${word}`;
  const known = drawn.get(key);
  if (known) return known;
  if (drawn.size >= MOST_KEPT) drawn.clear();
  const vector = draw(word, seed, dIn);
  drawn.set(key, vector);
  return vector;
}

/** (words, dIn), U[0, 1) as the article's: the same word and seed always give the same vector. */
export function embeddingsOf(words: readonly string[], seed: string, dIn: number): Float32Array {
  const data = new Float32Array(words.length * dIn);
  words.forEach((word, index) => {
    data.set(vectorOf(word.normalize("NFC"), seed, dIn), index * dIn);
  });
  return data;
}
