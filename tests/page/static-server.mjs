// Serves a folder below a sub-path as static hosts do: gzipped, with a type by the file's ending, until it is stopped.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import zlib from "node:zlib";

/** @type {Record<string, string>} */
const types = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/**
 * @param {string} folder @param {string} below for example "/some/where/"
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function serveStatic(folder, below) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const file = path.join(folder, pathname === below ? "index.html" : pathname.slice(below.length));
    if (!pathname.startsWith(below) || !fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const type = types[path.extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip", "cache-control": "max-age=600" });
    response.end(zlib.gzipSync(fs.readFileSync(file), { level: 9 }));
  });
  await new Promise((resolve) => server.listen(0, "localhost", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://localhost:${address.port}${below}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
