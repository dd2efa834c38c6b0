// Compares two printed tensors digit by digit and cuts each into pieces that say where they agree.

/** A stretch of printed text; `agrees` is absent for what is not part of a number. */
export interface Piece {
  readonly text: string;
  readonly agrees?: boolean;
}

export interface Comparison {
  readonly left: readonly Piece[];
  readonly right: readonly Piece[];
  readonly numbers: number;
  readonly numbersAgreeing: number;
  readonly digits: number;
  readonly digitsAgreeing: number;
}

const NUMBER = /-?\d+\.?\d*(?:e[+-]\d+)?|-?inf|nan/g;
// What autograd adds to a print; a tensor without a graph has none.
const GRADIENT = /,\s+grad_fn=<\w+>/;

interface Printed {
  readonly numbers: readonly string[];
  /** The text around the numbers: one more than there are numbers. */
  readonly between: readonly string[];
}

function take(text: string): Printed {
  const gradient = GRADIENT.exec(text);
  const body = gradient ? text.slice(0, gradient.index) : text;
  const between = body.split(NUMBER);
  between[between.length - 1] += text.slice(body.length);
  return { numbers: body.match(NUMBER) ?? [], between };
}

/** The brackets and commas alone: equal for tensors of the same shape. */
function skeleton({ between }: Printed): string {
  return between.join("#").replace(GRADIENT, "").replace(/\s+/g, "");
}

/** Both numbers as characters, set so that their decimal points meet. */
function aligned(left: string, right: string): [string, string] {
  const whole = (text: string) => (text.includes(".") ? text.indexOf(".") : text.length);
  const before = Math.max(whole(left), whole(right));
  const pad = (text: string) => text.padStart(text.length + before - whole(text), " ");
  const [a, b] = [pad(left), pad(right)];
  const length = Math.max(a.length, b.length);
  return [a.padEnd(length, " "), b.padEnd(length, " ")];
}

const isDigit = (character: string) => /[0-9]/.test(character);

interface Tally {
  digits: number;
  digitsAgreeing: number;
}

function compareNumbers(left: string, right: string, tally: Tally): [Piece[], Piece[]] {
  const [a, b] = aligned(left, right);
  const pieces: [Piece[], Piece[]] = [[], []];
  for (let i = 0; i < a.length; i++) {
    const [one, other] = [a[i] ?? " ", b[i] ?? " "];
    const agrees = one === other;
    if (isDigit(one) || isDigit(other)) {
      tally.digits += 1;
      if (agrees) tally.digitsAgreeing += 1;
    }
    if (one !== " ") append(pieces[0], one, agrees);
    if (other !== " ") append(pieces[1], other, agrees);
  }
  return pieces;
}

function append(pieces: Piece[], text: string, agrees: boolean): void {
  const last = pieces.at(-1);
  if (last && last.agrees === agrees) pieces[pieces.length - 1] = { text: last.text + text, agrees };
  else pieces.push({ text, agrees });
}

/** The comparison of two prints; undefined when their shapes differ, for then no digit has a partner. */
export function compareDigits(left: string, right: string): Comparison | undefined {
  const [a, b] = [take(left), take(right)];
  if (skeleton(a) !== skeleton(b)) return undefined;
  const tally: Tally = { digits: 0, digitsAgreeing: 0 };
  const result: [Piece[], Piece[]] = [[], []];
  let numbersAgreeing = 0;
  a.numbers.forEach((number, i) => {
    const other = b.numbers[i] ?? "";
    const pieces = compareNumbers(number, other, tally);
    result[0].push({ text: a.between[i] ?? "" }, ...pieces[0]);
    result[1].push({ text: b.between[i] ?? "" }, ...pieces[1]);
    if (number === other) numbersAgreeing += 1;
  });
  result[0].push({ text: a.between.at(-1) ?? "" });
  result[1].push({ text: b.between.at(-1) ?? "" });
  return { left: result[0], right: result[1], numbers: a.numbers.length, numbersAgreeing, ...tally };
}
