// OnDemand: results of long computations, a part at a time between frames, kept while what they came from stays.

export class OnDemand<T> {
  #from: readonly unknown[] = [];
  #parts: T[] = [];
  #running = false;

  /** The parts there are for these circumstances: none once any of them has changed. */
  partsFor(from: readonly unknown[]): readonly T[] {
    return this.#isFor(from) ? this.#parts : [];
  }

  isRunning(from: readonly unknown[]): boolean {
    return this.#running && this.#isFor(from);
  }

  /** All parts, computed at once where they are not there yet. */
  now(from: readonly unknown[], count: number, compute: (part: number) => T): readonly T[] {
    this.#begin(from);
    while (this.#parts.length < count) this.#parts.push(compute(this.#parts.length));
    return this.#parts;
  }

  /**
   * Goes on with the parts that are missing, one between any two frames, until all are there, the circumstances change
   * or it is stopped.
   *
   * @param shown called after every part
   */
  async start(from: readonly unknown[], count: number, compute: (part: number) => T, shown: () => void): Promise<void> {
    this.#begin(from);
    this.#running = true;
    shown();
    const parts = this.#parts;
    while (this.#running && this.#parts === parts && parts.length < count) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      if (!this.#running || this.#parts !== parts) return;
      parts.push(compute(parts.length));
      if (parts.length === count) this.#running = false;
      shown();
    }
  }

  stop(): void {
    this.#running = false;
  }

  #begin(from: readonly unknown[]): void {
    if (this.#isFor(from)) return;
    this.#from = from;
    this.#parts = [];
    this.#running = false;
  }

  #isFor(from: readonly unknown[]): boolean {
    return from.length === this.#from.length && from.every((one, index) => Object.is(one, this.#from[index]));
  }
}
