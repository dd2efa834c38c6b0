// Times two calls side by side, in slices short enough that the page answers between them.

export interface Pair<T> {
  readonly wrapper: T;
  readonly split: T;
}

/** The clock, and what lets the page live between two slices; both stand for the real ones in tests. */
export interface Pace {
  readonly now: () => number;
  readonly pause: () => Promise<void>;
  readonly isCancelled: () => boolean;
}

export interface Rules {
  /** Samples of each. */
  readonly rounds: number;
  /** Short calls are repeated until a sample takes about as long, for clocks are coarse. */
  readonly sampleMs: number;
}

/** Milliseconds a call: the middle of all samples, and the middle half of them. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

const MOST_CALLS = 1 << 16;

/** Sorted samples at a share of their length, between two where none stands there. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const [low = Number.NaN, high = low] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return low + (high - low) * (place - Math.floor(place));
}

export function spreadOf(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** Whether the middle halves meet: then which is faster is not known. */
export function isNoise({ wrapper, split }: Pair<Spread>): boolean {
  return split.low <= wrapper.high && wrapper.low <= split.high;
}

function timeOf(call: () => unknown, count: number, pace: Pace): number {
  const start = pace.now();
  for (let index = 0; index < count; index++) call();
  return pace.now() - start;
}

/** How many calls make a sample. Slices grow fourfold from a single call, so none is much longer than a sample. */
async function callsFor(call: () => unknown, { sampleMs }: Rules, pace: Pace): Promise<number> {
  // Engines compile what they run; the first call is no measure.
  call();
  await pace.pause();
  let count = 1;
  while (!pace.isCancelled()) {
    const time = timeOf(call, count, pace);
    await pace.pause();
    if (time * 2 >= sampleMs || count >= MOST_CALLS) return Math.max(Math.round((count * sampleMs) / time), 1);
    count *= 4;
  }
  return 1;
}

/**
 * Both calls take turns, and turns in going first, so that whatever slows the machine meets both.
 *
 * @returns undefined where it was cancelled
 */
export async function measurePair(
  calls: Pair<() => unknown>,
  rules: Rules,
  pace: Pace,
  onRound: (round: number) => void,
): Promise<Pair<Spread> | undefined> {
  const counts = {
    wrapper: await callsFor(calls.wrapper, rules, pace),
    split: await callsFor(calls.split, rules, pace),
  };
  const samples: Pair<number[]> = { wrapper: [], split: [] };
  for (let round = 0; round < rules.rounds; round++) {
    for (const name of round % 2 === 0 ? (["wrapper", "split"] as const) : (["split", "wrapper"] as const)) {
      if (pace.isCancelled()) return undefined;
      samples[name].push(timeOf(calls[name], counts[name], pace) / counts[name]);
      await pace.pause();
    }
    onRound(round + 1);
  }
  return pace.isCancelled() ? undefined : { wrapper: spreadOf(samples.wrapper), split: spreadOf(samples.split) };
}
