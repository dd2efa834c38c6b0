// After one visit the page opens without a network, wherever it is hosted; a new version takes over on the next visit.
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { serveStatic } from "./static-server.mjs";
import { agreement, drawn, openDrawn, openPage, useBrowser } from "./support.js";

useBrowser();

const site = fileURLToPath(new URL("../../dist/site", import.meta.url));
interface Place {
  readonly server: Awaited<ReturnType<typeof serveStatic>>;
  readonly folder: string;
}

const places: Place[] = [];

afterEach(async () => {
  for (const { server, folder } of places.splice(0)) {
    await server.stop();
    fs.rmSync(folder, { recursive: true });
  }
});

/** The site at a host of its own. */
async function host(below: string): Promise<Place> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mha-site-"));
  fs.cpSync(site, folder, { recursive: true });
  const place = { server: await serveStatic(folder, below), folder };
  places.push(place);
  return place;
}

/** Files that a reader's browser may ask for, as paths from the site's folder. */
function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.\w+$/.test(name) && !/\.map$|^sw\.js$|^(embed|docs)\/|^assets\/embed-/.test(name));
}

/** Until the worker has every file, and answers for the page. */
async function kept(page: Page): Promise<void> {
  const state = () => page.evaluate(() => navigator.serviceWorker.controller?.state);
  await expect.poll(state, { timeout: 20_000 }).toBe("activated");
}

async function cachedFiles(page: Page): Promise<string[]> {
  const urls = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    return (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => url);
  });
  return urls.map((url) => new URL(url).pathname);
}

test.each(["/", "/some/deep/place/"])("opens with its host gone, at %s", async (below) => {
  const { server, folder } = await host(below);
  const page = await openDrawn({ site: server.url, serviceWorkers: "allow" });
  await kept(page);
  await server.stop();
  await page.reload();
  await drawn(page);
  expect(await agreement(page)).toMatch(/^Every digit agrees/);
  for (const address of ["index.html", "?from=a-link", "index.html?a=1#class=CausalAttention&lang=zh"]) {
    await page.goto(server.url + address);
    await drawn(page);
  }
  // Also what it would fetch later.
  const answers = await page.evaluate(
    (names) => Promise.all(names.map(async (name) => (await fetch(name)).ok)),
    filesIn(folder),
  );
  expect(answers.every(Boolean)).toBe(true);
  expect(answers.length).toBeGreaterThan(4);
});

test("a new version takes over on the next visit, and takes the old one's place", async () => {
  const { server, folder } = await host("/site/");
  const page = await openDrawn({ site: server.url, serviceWorkers: "allow" });
  await kept(page);
  const before = await cachedFiles(page);

  // As a build after a change does: another revision of the page, a script of another name.
  const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8");
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
  const revision = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);
  const script = filesIn(folder).find((name) => /index-.*\.js$/.test(name)) ?? "";
  const [oldName, newName] = [path.basename(script), "index-renewed.js"];
  fs.renameSync(path.join(folder, script), path.join(folder, "assets", newName));
  const page1 = read("index.html");
  const page2 = page1.replaceAll(oldName, newName).replace("</head>", '<meta name="version" content="2" /></head>');
  const worker1 = read("sw.js");
  const worker2 = worker1.replaceAll(oldName, newName).replaceAll(revision(page1), revision(page2));
  expect(worker1).toContain(revision(page1));
  write("index.html", page2);
  write("sw.js", worker2);

  const version = page.locator("meta[name=version]");
  await page.reload();
  await drawn(page);
  // Browsers look for a new worker a while after the page has loaded.
  const cached = () => cachedFiles(page);
  await expect.poll(cached, { timeout: 20_000 }).toContain(`/site/assets/${newName}`);
  await expect.poll(cached, { timeout: 20_000 }).not.toContain(`/site/assets/${oldName}`);
  await server.stop();
  await page.reload();
  await drawn(page);
  expect(await version.count()).toBe(1);
  expect((await cachedFiles(page)).length).toBe(before.length);
});

test("without a place to keep anything the page works as before", async () => {
  const prepare = (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "serviceWorker", {
        get: () => {
          throw new DOMException("The user denied permission", "SecurityError");
        },
      });
    });
  const page = await openPage({ prepare, serviceWorkers: "allow" });
  await drawn(page);
  expect(await agreement(page)).toMatch(/^Every digit agrees/);
});
