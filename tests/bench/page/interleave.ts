// Times calls side by side: all are warmed up, then take turns, so that whatever slows the machine meets all alike.

export type Call = () => unknown;

export interface Rules {
  /** Samples of each. */
  readonly rounds: number;
  /** No round is begun after this time, once there have been five. */
  readonly budgetMs: number;
  /** Short calls are batched until a sample takes this long. */
  readonly sampleMs: number;
  /** Warming up ends when this many samples agree, or after this time. */
  readonly warmUpMs: number;
}

export interface Series {
  /** Milliseconds per call, in the order taken. */
  readonly samples: number[];
  /** Calls per sample. */
  readonly batch: number;
  /** Whether the samples agreed before warming up ran out of time. */
  readonly settled: boolean;
}

const fewest = 5;
const agreeing = 5;
const tolerance = 0.03;

/** Whether the last five samples lie within 3 % of the smallest of them. */
export function agree(samples: readonly number[]): boolean {
  const last = samples.slice(-agreeing);
  const smallest = Math.min(...last);
  return last.length === agreeing && Math.max(...last) - smallest <= tolerance * smallest;
}

/** @returns milliseconds per call */
async function sample(call: Call, batch: number, now: () => number): Promise<number> {
  const start = now();
  for (let index = 0; index < batch; index++) {
    const result = call();
    // Waiting for what is there already would cost a tiny call more than the call itself.
    if (result instanceof Promise) {
      await result;
    }
  }
  return (now() - start) / batch;
}

async function warmUp(call: Call, { sampleMs, warmUpMs }: Rules, now: () => number) {
  const end = now() + warmUpMs;
  const samples: number[] = [];
  let batch = 1;
  while (!agree(samples) && now() < end) {
    const perCall = await sample(call, batch, now);
    const wanted = Math.max(1, Math.ceil(sampleMs / Math.max(perCall, 1e-6)));
    // Samples of another length would not compare.
    if (wanted > 1.2 * batch || wanted < batch / 1.5) {
      batch = Math.min(wanted, 10 * batch);
      samples.length = 0;
    } else {
      samples.push(perCall);
    }
  }
  return { batch, settled: agree(samples) };
}

/** Times every call; `calls` by name. */
export async function interleave(
  calls: Readonly<Record<string, Call>>,
  rules: Rules,
  now = () => performance.now(),
): Promise<Record<string, Series>> {
  const entries: { name: string; call: Call; series: Series }[] = [];
  for (const [name, call] of Object.entries(calls)) {
    entries.push({ name, call, series: { samples: [], ...(await warmUp(call, rules, now)) } });
  }
  const end = now() + rules.budgetMs;
  for (let round = 0; round < rules.rounds && (round < fewest || now() < end); round++) {
    for (const index of entries.keys()) {
      // Each round starts with the next one, so that nobody always follows the same other.
      const entry = entries[(round + index) % entries.length];
      entry?.series.samples.push(await sample(entry.call, entry.series.batch, now));
    }
  }
  return Object.fromEntries(entries.map(({ name, series }) => [name, series]));
}
