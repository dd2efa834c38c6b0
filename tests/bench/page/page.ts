// Puts the commands where the driver finds them.
import { accuracy, cold, row } from "./commands.js";

const commands = { accuracy, cold, row };

declare global {
  interface Window {
    bench: typeof commands;
  }
}
window.bench = commands;
