// How numbers are written in pictures and tables, and how what a reader types is read back.

import { readNumber, writeNumber } from "../formats/number.js";

export { readNumber as parseNumber, writeNumber as shortest };

const MINUS = "\u2212";

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return "nan";
  if (value === Number.POSITIVE_INFINITY) return "inf";
  if (value === Number.NEGATIVE_INFINITY) return `${MINUS}inf`;
  return undefined;
}

/** A value with a fixed number of decimals and a true minus sign; whole ones plain, huge ones with an exponent. */
export function fixed(value: number, decimals: number): string {
  const word = special(value);
  if (word !== undefined) return word;
  const places = Number.isInteger(value) ? 0 : decimals;
  const text = Math.abs(value) >= 1e4 ? value.toExponential(1) : value.toFixed(places);
  return text.replace("-", MINUS);
}

/** Every digit of a float32, with a true minus sign. */
export function exact(value: number): string {
  return writeNumber(value).replace("-", MINUS);
}

/** What a table cell shows: the exact value where it is short, four decimals otherwise. */
export function brief(value: number): string {
  const all = exact(value);
  return all.length <= 6 ? all : fixed(value, 4);
}
