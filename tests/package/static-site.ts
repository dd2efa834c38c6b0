// Serves the projects of this run as a careful static host does: under the strictest policy that the package must bear.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { afterAll, beforeAll, inject } from "vitest";

/** No inline script or style, no eval, no data: or blob: but for pictures, nothing from elsewhere. */
export const strictPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
].join("; ");

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".cjs": "text/javascript",
  ".wasm": "application/wasm",
};

export interface StaticSite {
  /** Where a file in the folder of this run is served. */
  url(file: string): string;
}

export interface StaticSiteOptions {
  /** What .wasm files are said to be. */
  readonly wasmType?: string;
  readonly policy?: string;
}

/** Registers a server for a test file. */
export function useStaticSite({
  wasmType = "application/wasm",
  policy = strictPolicy,
}: StaticSiteOptions = {}): StaticSite {
  const home = inject("home");
  let origin = "";
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const file = path.join(home, decodeURIComponent(pathname));
    if (pathname === "/favicon.ico") response.writeHead(204).end();
    else if (!file.startsWith(home) || !fs.statSync(file, { throwIfNoEntry: false })?.isFile())
      response.writeHead(404).end();
    else {
      const ending = path.extname(file);
      const type = ending === ".wasm" ? wasmType : (types[ending] ?? "application/octet-stream");
      response.writeHead(200, { "content-type": type, "content-security-policy": policy });
      response.end(fs.readFileSync(file));
    }
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    origin = `http://127.0.0.1:${address.port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { url: (file) => `${origin}/${file}` };
}
