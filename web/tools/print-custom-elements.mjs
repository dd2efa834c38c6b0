// Prints custom-elements.json, of what the elements say of themselves as a server would have them. It runs by itself: a
// process has one registry of elements, and that of a build is for the page that is drawn ahead.
import path from "node:path";
import { runnerImport } from "vite";
import { customElementsManifest } from "./custom-elements.mjs";
import { root } from "./run.mjs";

await runnerImport(path.join(root, "web/element/embeds.ts"), { root, logLevel: "warn" });
const manifest = customElementsManifest((tag) => /** @type {any} */ (customElements.get(tag)).elementProperties);
console.log(JSON.stringify(manifest, undefined, 2));
