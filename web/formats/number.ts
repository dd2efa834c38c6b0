// Single numbers as text: the fewest digits that read back to the same float32, and reading what people write.

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return "nan";
  if (value === Number.POSITIVE_INFINITY) return "inf";
  if (value === Number.NEGATIVE_INFINITY) return "-inf";
  return Object.is(value, -0) ? "-0" : undefined;
}

/** The fewest digits that read back to the same float32; `nan`, `inf`, `-inf` and `-0` as PyTorch knows them. */
export function writeNumber(value: number): string {
  const rounded = Math.fround(value);
  const word = special(rounded);
  if (word !== undefined) return word;
  // Nine digits tell any two float32 apart.
  for (let digits = 1; digits < 9; digits++) {
    const shorter = Number(rounded.toPrecision(digits));
    if (Math.fround(shorter) === rounded) return String(shorter);
  }
  return String(Number(rounded.toPrecision(9)));
}

/** Reads one number; full-width digits, a true minus sign, nan and inf are understood. Undefined for anything else. */
export function readNumber(text: string): number | undefined {
  const ascii = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKC").replace("\u2212", "-");
  const plain = ascii.trim().toLowerCase();
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(plain)) return Number(plain);
  const word = /^([+-]?)(inf|infinity|nan)$/.exec(plain);
  if (!word) return undefined;
  const value = word[2] === "nan" ? Number.NaN : Number.POSITIVE_INFINITY;
  return word[1] === "-" ? -value : value;
}
