// A short name for what a file holds, so that a change of it changes its address.
import { createHash } from "node:crypto";

/** @param {string | Uint8Array} content */
export const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 16);
