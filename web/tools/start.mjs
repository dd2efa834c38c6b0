// `npm start`: from a fresh clone to the page in a browser.
import path from "node:path";
import { readOptions, readPort } from "./options.mjs";
import { main, root } from "./run.mjs";
import { installPackages, makeToolchain, requireNode } from "./setup.mjs";
import { buildWasm } from "./wasm.mjs";

const usage = `npm start: sets up what is missing, builds, and serves the page on this machine.

  npm start -- --port 8080   the port to try first (a busy one is stepped over)`;

/** @param {number} port */
async function serve(port) {
  const { preview } = await import("vite");
  const server = await preview({
    configFile: path.join(root, "web/tools/vite-site.config.mjs"),
    logLevel: "info",
    preview: { host: "127.0.0.1", port },
  });
  server.printUrls();
  console.log("Ctrl-C ends it.");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.removeAllListeners(signal);
    process.on(signal, () => void server.close().finally(() => process.exit(0)));
  }
}

await main(async () => {
  const { port = "5173" } = readOptions(usage, { port: { type: "string" } });
  const wanted = readPort(String(port));
  requireNode();
  await installPackages();
  await makeToolchain();
  await buildWasm();
  const { makeSite } = await import("./bundle.mjs");
  await makeSite();
  await serve(wanted);
});
