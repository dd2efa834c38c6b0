// UnhurriedElement: what is large to draw, and is drawn in a task of its own as long as nobody sees it.

import { LitElement } from "lit";
import { wait } from "./turns.js";

let isUnseen = false;

/** Whether nobody sees what is drawn from now on. */
export function drawUnseen(unseen: boolean): void {
  isUnseen = unseen;
}

export class UnhurriedElement extends LitElement {
  // biome-ignore lint/suspicious/noConfusingVoidType: the type that Lit gives it
  protected override scheduleUpdate(): void | Promise<unknown> {
    if (!isUnseen) return super.scheduleUpdate();
    return new Promise<void>((resolve) => {
      wait(() => {
        super.scheduleUpdate();
        resolve();
      });
    });
  }
}
