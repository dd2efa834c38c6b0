// OnDemand: results of long computations, a part at a time between frames, kept while what they came from stays.

export class OnDemand<T> {
  #from: readonly unknown[] = [];
  #parts: T[] = [];
  #fault: unknown;
  /** The run that may go on; undefined while none is. */
  #run: object | undefined;

  /** The parts there are for these circumstances: none once any of them has changed. */
  partsFor(from: readonly unknown[]): readonly T[] {
    return this.#isFor(from) ? this.#parts : [];
  }

  isRunning(from: readonly unknown[]): boolean {
    return this.#run !== undefined && this.#isFor(from);
  }

  /** What ended the computation, if anything did. */
  faultFor(from: readonly unknown[]): unknown {
    return this.#isFor(from) ? this.#fault : undefined;
  }

  /** All parts, computed at once where they are not there yet. */
  now(from: readonly unknown[], count: number, compute: (part: number) => T): readonly T[] {
    this.#begin(from);
    while (this.#parts.length < count) this.#parts.push(compute(this.#parts.length));
    return this.#parts;
  }

  /**
   * Goes on with the parts that are missing, one between any two frames, until all are there, the circumstances change,
   * one of them fails or it is stopped.
   *
   * @param shown called after every part
   */
  async start(from: readonly unknown[], count: number, compute: (part: number) => T, shown: () => void): Promise<void> {
    this.#begin(from);
    const run = {};
    this.#run = run;
    shown();
    while (this.#run === run && this.#parts.length < count) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      if (this.#run !== run) return;
      this.#goOn(compute);
      if (this.#parts.length === count) this.#run = undefined;
      shown();
    }
  }

  stop(): void {
    this.#run = undefined;
  }

  #goOn(compute: (part: number) => T): void {
    try {
      this.#parts.push(compute(this.#parts.length));
    } catch (fault) {
      this.#fault = fault;
      this.#run = undefined;
    }
  }

  #begin(from: readonly unknown[]): void {
    if (this.#isFor(from) && this.#fault === undefined) return;
    this.#from = from;
    this.#parts = [];
    this.#fault = undefined;
    this.#run = undefined;
  }

  #isFor(from: readonly unknown[]): boolean {
    return from.length === this.#from.length && from.every((one, index) => Object.is(one, this.#from[index]));
  }
}
