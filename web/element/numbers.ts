// How numbers are written in pictures and tables, and how what a reader types is read back.

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

/** The fewest digits that read back to the same float32, as one would type them. */
export function shortest(value: number): string {
  if (!Number.isFinite(value)) return (special(value) ?? "").replace(MINUS, "-");
  for (let digits = 1; digits < 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === Math.fround(value)) return text;
  }
  return String(Number(value.toPrecision(9)));
}

/** Every digit of a float32, with a true minus sign. */
export function exact(value: number): string {
  return shortest(value).replace("-", MINUS);
}

/** What a table cell shows: the exact value where it is short, four decimals otherwise. */
export function brief(value: number): string {
  const all = exact(value);
  return all.length <= 6 ? all : fixed(value, 4);
}

/** Reads a typed number; full-width digits, a true minus sign and PyTorch's nan and inf are understood. */
export function parseNumber(text: string): number | undefined {
  const plain = text.normalize("NFKC").replace(MINUS, "-").trim().toLowerCase();
  const word = /^([+-]?)(inf|infinity|nan)$/.exec(plain);
  if (word) {
    const value = word[2] === "nan" ? Number.NaN : Number.POSITIVE_INFINITY;
    return word[1] === "-" ? -value : value;
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(plain)) return undefined;
  return Number(plain);
}
