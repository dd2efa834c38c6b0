// Reads of styles and layout that the next frame needs, all at once when everything has been put into the page: each by
// itself between changes would have the browser work both out anew.

/** Returns what the read leads to, if anything: it is done after all reads, so that it disturbs none of them. */
export type Read = () => (() => void) | undefined;

const reads = new Set<Read>();
let batch: Promise<void> | undefined;

function readAll(): void {
  const due = [...reads];
  reads.clear();
  for (const act of due.map((read) => read())) act?.();
}

/**
 * @param read the same again before the frame is still one
 * @returns when all has been read and done
 */
export function readBeforePaint(read: Read): Promise<void> {
  reads.add(read);
  batch ??= new Promise((resolve) => {
    requestAnimationFrame(() => {
      batch = undefined;
      readAll();
      resolve();
    });
  });
  return batch;
}

/** For who no longer needs it. */
export function forgetRead(read: Read): void {
  reads.delete(read);
}
