// Owns an object in wasm memory: freed by hand or, failing that, when its owner is collected.
import { AttentionError } from "./errors.js";

/** What frees an object in wasm memory. */
export interface Handle {
  delete(): void;
}

const finalizers = new FinalizationRegistry<Owned<Handle>>((owned) => owned.release());

/** Holds no reference to the owner, which could otherwise never be collected. */
export class Owned<Native extends Handle> {
  readonly #name: string;
  #handle: Native | undefined;

  /** @param name of the owner's class, for messages */
  constructor(owner: object, name: string, handle: Native) {
    this.#name = name;
    this.#handle = handle;
    finalizers.register(owner, this, this);
  }

  /** @throws AttentionError DISPOSED after `release` */
  get(method: string): Native {
    if (this.#handle === undefined) {
      throw new AttentionError("DISPOSED", {
        argument: "this",
        key: "disposed",
        message: `${this.#name}.${method}: this ${this.#name} has been disposed; make a new one`,
        values: { name: this.#name, method },
      });
    }
    return this.#handle;
  }

  /** Does nothing the second time. */
  release(): void {
    finalizers.unregister(this);
    this.#handle?.delete();
    this.#handle = undefined;
  }
}

/** Lets `using` dispose instances, where the language has it. */
export function makeDisposable(prototype: { dispose(): void }): void {
  if (typeof Symbol.dispose === "symbol") {
    Object.defineProperty(prototype, Symbol.dispose, {
      configurable: true,
      writable: true,
      value(this: { dispose(): void }) {
        this.dispose();
      },
    });
  }
}
