// Text into words by the platform's own segmenter, and a vector for every word.

import { Generator } from "../api/index.js";

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** A line a sample; words and punctuation, white space left out. */
export function samplesOf(text: string): string[][] {
  return text
    .split("\n")
    .map((line) =>
      [...segmenter.segment(line)].map(({ segment }) => segment).filter((segment) => segment.trim() !== ""),
    )
    .filter((words) => words.length > 0);
}

/** FNV-1a, 64 bits, over UTF-16 units: a seed for a word's own generator. */
function hash(text: string): bigint {
  let value = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  }
  return value;
}

/** (words, dIn), U[0, 1): the same word and seed always give the same vector. */
export function embeddingsOf(words: readonly string[], seed: string, dIn: number): Float32Array {
  const data = new Float32Array(words.length * dIn);
  words.forEach((word, index) => {
    const generator = new Generator(hash(`${seed}\n${word.normalize("NFC")}`));
    try {
      data.set(generator.rand(dIn).data, index * dIn);
    } finally {
      generator.dispose();
    }
  });
  return data;
}
