// Next: a server component that computes, and a client component that is drawn on the server before it computes.
import { beforeAll, expect, test } from "vitest";
import { articleModule, tensorText } from "./article.js";
import { useBrowser, withPage } from "./browser.js";
import { bin, freePort, node, type Served, serve, writeProject } from "./project.js";

useBrowser();

const files = {
  "app/article.js": articleModule(),
  "app/layout.js": `export const metadata = { title: "mha-wasm" };
export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
  "app/page.js": `import { article } from "./article";
import Client from "./client";
export const dynamic = "force-dynamic";
export default async function Page() {
  return <main><pre id="server">{await article()}</pre><Client /></main>;
}
`,
  "app/client.js": `"use client";
import { useEffect, useState } from "react";
import { article } from "./article";
import "mha-wasm/element";
export default function Client() {
  const [text, setText] = useState("");
  const [link, setLink] = useState("");
  const onChange = ({ detail }) => setLink(detail.permalink);
  useEffect(() => {
    article().then(setText, (error) => setText(String(error)));
  }, []);
  return <>{text === "" ? null : <pre id="client">{text}</pre>}
    <attention-heads seed={123} heads="2" plain onattention-change={onChange} /><output id="link">{link}</output></>;
}
`,
  // Only where the tools of this project are, which Next would guess, and say so.
  "next.config.mjs": `import path from "node:path";
const root = path.resolve(import.meta.dirname, "../..");
export default { turbopack: { root }, outputFileTracingRoot: root };
`,
  "public/favicon.ico": "",
};

let folder = "";
let built = "";

beforeAll(async () => {
  folder = writeProject("next", files);
  const { stdout, stderr } = await node([bin("next"), "build"], { cwd: folder });
  built = `${stdout}${stderr}`;
}, 300_000);

async function withServer<T>(use: (server: Served) => Promise<T>): Promise<T> {
  const port = await freePort();
  const args = [bin("next"), "start", "--hostname", "127.0.0.1", "--port", String(port)];
  const server = await serve(args, port, /Ready/, folder);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

test("it builds without a warning: nothing of Node is asked for (emscripten 26419)", () => {
  expect(built).not.toMatch(/warn|error|can't resolve/i);
});

test("server and client compute: no file is missed, no self (next 83046, model-viewer 4593)", () =>
  withServer(async (server) => {
    const drawn = await withPage(server.url, async (page) => [
      await page.locator("#server").textContent(),
      await page.locator("#client").textContent(),
      await page.locator("attention-heads .title").first().textContent(),
    ]);
    expect(drawn).toEqual([tensorText, tensorText, expect.stringContaining("Head A")]);
    expect(server.output()).not.toMatch(/warn|error/i);
  }));

test("a listener in JSX hears of the reader's changes", () =>
  withServer((server) =>
    withPage(server.url, async (page) => {
      await page.locator("attention-heads [role=gridcell]").first().click();
      await expect.poll(() => page.locator("#link").textContent()).toContain("seed=123");
    }),
  ));
