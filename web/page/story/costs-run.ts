// The measurement a reader starts: both classes with the same weights, size by size, on this machine.

import { Generator, MultiHeadAttention, MultiHeadAttentionWrapper } from "../../api/index.js";
import { type Size, totalOf } from "./costs-count.js";
import { measurePair, type Pace, type Pair, type Rules, type Spread } from "./costs-measure.js";

/** The page never computes for longer than this at a stretch. */
export const LONGEST_MS = 50;

export const RULES: Rules = { rounds: 21, sampleMs: 6 };

export interface Measured {
  readonly size: Size;
  /** Absent where one call would take too long. */
  readonly times?: Pair<Spread>;
  /** Milliseconds that one call would take, from what the size before took. */
  readonly expected?: number;
}

/** A frame drawn and its events handled; a hidden page draws none, and the measurement waits. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

export function realPace(signal: AbortSignal): Pace {
  return { now: () => performance.now(), pause: nextFrame, isCancelled: () => signal.aborted };
}

async function measureSize(
  { tokens, dIn, heads, headDim }: Size,
  pace: Pace,
  onRound: (round: number) => void,
): Promise<Pair<Spread> | undefined> {
  const generator = new Generator(123);
  let wrapper: MultiHeadAttentionWrapper | undefined;
  let split: MultiHeadAttention | undefined;
  try {
    const sizes = { dIn, dOut: headDim, contextLength: tokens, numHeads: heads };
    const apart = new MultiHeadAttentionWrapper({ ...sizes, generator }).eval();
    wrapper = apart;
    await pace.pause();
    const joined = MultiHeadAttention.fromWrapper(apart);
    split = joined;
    const x = generator.rand(tokens, dIn);
    await pace.pause();
    return await measurePair({ wrapper: () => apart.forward(x), split: () => joined.forward(x) }, RULES, pace, onRound);
  } finally {
    wrapper?.dispose();
    split?.dispose();
    generator.dispose();
  }
}

/** What a call of this size would take, if it takes as long a multiply-add as the one measured before. */
function expectedFor(size: Size, before: Measured | undefined): number {
  // A layer as small as the article's takes as long for the call as for the numbers: it foretells nothing.
  if (!before?.times || before.size.name === "article") return 0;
  const growth = totalOf(size, "split").multiplyAdds / totalOf(before.size, "split").multiplyAdds;
  const { wrapper, split } = before.times;
  return growth * Math.max(wrapper.median, split.median);
}

/** Measures all sizes; `onChange` is told of each round and each size as it comes. */
export async function measureAll(
  sizes: readonly Size[],
  pace: Pace,
  onChange: (done: readonly Measured[], progress: number) => void,
): Promise<readonly Measured[]> {
  const done: Measured[] = [];
  for (const size of sizes) {
    onChange([...done], done.length / sizes.length);
    const expected = expectedFor(size, done.at(-1));
    if (expected > LONGEST_MS) {
      done.push({ size, expected });
      continue;
    }
    const times = await measureSize(size, pace, (round) =>
      onChange([...done], (done.length + round / RULES.rounds) / sizes.length),
    );
    if (!times) break;
    done.push({ size, times });
  }
  return done;
}
