// Starts the module once for all elements, and says in a word why it did not start.

import { AttentionError } from "../api/index.js";

export type Engine = "loading" | "ready" | "blocked" | "unsupported" | { readonly failed: string };

let starter: () => Promise<unknown> = () => Promise.reject(new Error("startWith() has not been called"));

/** How the module is started: an entry says where its wasm is. */
export function startWith(start: () => Promise<unknown>): void {
  starter = start;
}

/** Sends "ready" whenever the module has been started: after a failure, one element's retry is for all. */
export const starts = new EventTarget();

export async function startEngine(): Promise<Engine> {
  try {
    await starter();
    starts.dispatchEvent(new Event("ready"));
    return "ready";
  } catch (error) {
    return engineAfter(error);
  }
}

/** Why the module did not start, as far as can be told. */
function engineAfter(error: unknown): Engine {
  if (typeof WebAssembly === "undefined") return "unsupported";
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  if (/Content Security Policy|unsafe-eval|disallowed by embedder/i.test(message + cause)) return "blocked";
  if (error instanceof AttentionError && error.code === "UNSUPPORTED") return "unsupported";
  return { failed: message };
}
