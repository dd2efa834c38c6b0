// How much a reader's browser fetches for each library: what it fetched until there was a layer.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { folder } from "./server.mjs";

/** @typedef {{ raw: number, gzip: number }} Bytes */

/** @param {string[]} fetched URLs of the benchmark's server @param {string} base its address @returns {Bytes} */
export function bytesOf(fetched, base) {
  const total = { raw: 0, gzip: 0 };
  for (const url of fetched) {
    const file = path.join(folder, decodeURIComponent(url.slice(base.length).replace(/\?.*$/, "")));
    const content = fs.readFileSync(file);
    total.raw += content.length;
    total.gzip += zlib.gzipSync(content, { level: 9 }).length;
  }
  return total;
}
