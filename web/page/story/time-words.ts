// How a time is written: three digits, in the unit that makes them readable.

export interface Unit {
  readonly name: "µs" | "ms";
  readonly perMs: number;
}

/** The unit in which a time is readable. */
export function unitFor(ms: number): Unit {
  return ms < 1 ? { name: "µs", perMs: 1000 } : { name: "ms", perMs: 1 };
}

/** Three digits. */
export function inUnit(ms: number, { perMs }: Unit): string {
  const value = ms * perMs;
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}

export function timeInWords(ms: number): string {
  const unit = unitFor(ms);
  return `${inUnit(ms, unit)} ${unit.name}`;
}
