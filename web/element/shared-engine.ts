// SharedEngine: an element's share in the module, started once the element is seen, and again when a reader asks for that.

import type { ReactiveController, ReactiveControllerHost } from "lit";
import { type Engine, startEngine, starts } from "./engine.js";
import { WhenSeen } from "./when-seen.js";

export class SharedEngine implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #tell: (engine: Engine) => void;
  #engine: Engine = "loading";
  #isRetrying = false;

  /** @param tell hears what became of the start */
  constructor(host: ReactiveControllerHost & Element, tell: (engine: Engine) => void) {
    this.#host = host;
    this.#tell = tell;
    host.addController(this);
    new WhenSeen(host, () => void this.#start());
  }

  /** Whether it is being started again; what is told stays what it was. */
  get isRetrying(): boolean {
    return this.#isRetrying;
  }

  hostConnected(): void {
    starts.addEventListener("ready", this.#recover);
  }

  hostDisconnected(): void {
    starts.removeEventListener("ready", this.#recover);
  }

  readonly retry = async (): Promise<void> => {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    this.#host.requestUpdate();
    await this.#start();
  };

  async #start(): Promise<void> {
    if (this.#engine !== "ready") this.#set(await startEngine());
  }

  /** One reader's retry is for all elements of the page, but for those that nobody has seen. */
  readonly #recover = (): void => {
    if (this.#engine !== "loading") this.#set("ready");
  };

  #set(engine: Engine): void {
    this.#engine = engine;
    this.#isRetrying = false;
    this.#host.requestUpdate();
    this.#tell(engine);
  }
}
