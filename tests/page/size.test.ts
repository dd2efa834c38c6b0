// What a first visit transfers: little, and all of it from the page's own host.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";
import { expect, inject, test } from "vitest";
import { drawn, openPage, useBrowser } from "./support.js";

useBrowser();

const site = fileURLToPath(new URL("../../dist/site", import.meta.url));
const LIMIT = 250_000;

const gzipped = (name: string): number => zlib.gzipSync(fs.readFileSync(path.join(site, name)), { level: 9 }).length;

test("a first visit takes less than 250 KB, gzipped, without the trained weights", async () => {
  const requested = new Set<string>();
  const page = await openPage({
    prepare: async (page) => {
      page.on("request", (request) => requested.add(request.url().replace(/#.*/, "")));
    },
  });
  await drawn(page);
  await page.waitForLoadState("networkidle");
  const base = inject("site");
  expect([...requested].filter((url) => !url.startsWith(base))).toEqual([]);
  const names = [...requested].map((url) => url.slice(base.length) || "index.html");
  expect(names).toContain("index.html");
  expect(names.filter((name) => name.endsWith(".safetensors"))).toEqual([]);

  // The service worker comes after the visit; it is counted all the same.
  const sizes = [...names, "sw.js"].map((name) => [name, gzipped(name)] as const).sort(([, a], [, b]) => b - a);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  const table = sizes.map(([name, size]) => `${size} ${name}`).join("\n");
  expect(total, `gzipped bytes of a first visit:\n${table}`).toBeLessThan(LIMIT);
});

test("nothing in the site is a build for developers", () => {
  const scripts = fs.readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const forDevelopers = (name: string) => fs.readFileSync(path.join(site, name), "utf8").includes("Lit is in dev mode");
  expect(scripts.filter(forDevelopers)).toEqual([]);
});

test("no file of the site names another host to fetch from", () => {
  const files = fs
    .readdirSync(site, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(html|css)$/.test(name));
  const addresses = files.flatMap((name) => {
    const text = fs.readFileSync(path.join(site, name), "utf8");
    // The docs tell of other hosts, in text, in comments and in links that a reader may follow.
    const fetched = name.startsWith("docs/")
      ? text.replace(/<a [^>]*>|\/\*.*?\*\//gs, "<a>").replace(/>[^<]*</g, "><")
      : text;
    return fetched.match(/\bhttps?:\/\/[^"'\s)]+/g) ?? [];
  });
  expect(addresses.filter((address) => !address.startsWith("http://www.w3.org/"))).toEqual([]);
});
