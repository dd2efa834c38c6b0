// UnhurriedElement: what is large to draw, and is drawn in a task of its own as long as nobody sees it.

import { LitElement } from "lit";
import { wait } from "./turns.js";

let isUnseen = false;

/** Whether nobody sees what is drawn from now on. */
export function drawUnseen(unseen: boolean): void {
  isUnseen = unseen;
}

export class UnhurriedElement extends LitElement {
  protected override scheduleUpdate(): void | Promise<void> {
    if (!isUnseen) return super.scheduleUpdate() as void;
    return new Promise((resolve) => {
      wait(() => {
        super.scheduleUpdate();
        resolve();
      });
    });
  }
}
