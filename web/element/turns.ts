// Turns: work that the next frame can do without is done after it, a piece a task, so that the reader's doings come between.

/** After the next frame. */
export const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** After what the browser has to do by now. */
export const task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const waiting = new Set<() => void>();
let run: Promise<void> | undefined;

async function takeTurns(): Promise<void> {
  await frame();
  for (const work of waiting) {
    await task();
    try {
      takeTurn(work);
    } catch (fault) {
      reportError(fault);
    }
  }
  run = undefined;
}

/** Gives the work a turn, if it has none yet. */
export function wait(work: () => void): void {
  waiting.add(work);
  run ??= takeTurns();
}

/** Does the work now, if it still waits. */
export function takeTurn(work: () => void): void {
  if (waiting.delete(work)) work();
}

export function giveUpTurn(work: () => void): void {
  waiting.delete(work);
}

/** Resolves when nothing waits any more. */
export const allTurns = async (): Promise<void> => {
  while (run) await run;
};
