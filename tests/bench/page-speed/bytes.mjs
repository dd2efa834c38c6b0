// What the files of the page and its frame weigh, as they are and gzipped; the docs are pages of their own.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { root } from "../../../web/tools/run.mjs";

const site = path.join(root, "dist/site");

/** @returns {{ file: string, raw: number, gzip: number }[]} the heaviest first */
export const siteBytes = () =>
  fs
    .readdirSync(site, { recursive: true, encoding: "utf8" })
    .filter((file) => fs.statSync(path.join(site, file)).isFile() && !/\.map$|^THIRD_PARTY_NOTICES$|^docs\b/.test(file))
    .map((file) => {
      const content = fs.readFileSync(path.join(site, file));
      return { file, raw: content.length, gzip: zlib.gzipSync(content, { level: 9 }).length };
    })
    .sort((a, b) => b.gzip - a.gzip);
