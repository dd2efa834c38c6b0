// Projects that use the packed package: written into a folder beside it, then built and run as their owners would.
import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";
import { inject } from "vitest";

const home = inject("home");

/** A file of the installed package. */
export const installed = (file: string): string => path.join(home, "node_modules/mha-wasm", file);

export const read = (file: string): string => fs.readFileSync(installed(file), "utf8");

/** Writes a project of its own, which is an ES module project like most new ones. @returns its folder */
export function writeProject(name: string, files: Readonly<Record<string, string>>): string {
  const folder = path.join(home, name);
  const all = { "package.json": '{ "private": true, "type": "module" }\n', ...files };
  for (const [file, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

/** This test runner's own settings are none of theirs. */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(NODE_|VITE|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$)/.test(name)),
  ),
  CI: "1",
  NO_COLOR: "1",
  NEXT_TELEMETRY_DISABLED: "1",
};

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end, whatever its exit code. */
export function attempt(command: string, args: readonly string[], { cwd = home, env }: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...environment, ...env }, maxBuffer: 2 ** 26 };
    execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
}

/** Runs a program that must succeed. */
export async function run(command: string, args: readonly string[], options?: RunOptions): Promise<Ran> {
  const ran = await attempt(command, args, options);
  if (ran.code !== 0) throw new Error(`${path.basename(args[0] ?? command)} failed:\n${ran.stdout}${ran.stderr}`);
  return ran;
}

export const node = (args: readonly string[], options?: RunOptions): Promise<Ran> =>
  run(process.execPath, args, options);

const require = createRequire(path.join(home, "package.json"));

/** The file of a tool's command, as npx would run it. */
export function bin(tool: string, command = tool): string {
  // Not every package exports its package.json; this one is read as a file.
  const folder =
    require.resolve
      .paths(tool)
      ?.map((place) => path.join(place, tool))
      .find(fs.existsSync) ?? "";
  const { bin: bins } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as {
    bin: string | Record<string, string>;
  };
  return path.join(folder, typeof bins === "string" ? bins : (bins[command] ?? ""));
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

export interface Served {
  readonly url: string;
  /** What the server has said so far. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Starts a server that is a Node program, and waits until it says that it is ready. */
export async function serve(args: readonly string[], port: number, ready: RegExp, cwd: string): Promise<Served> {
  const child = spawn(process.execPath, args, { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (ready.test(said)) resolve();
      });
    child.once("close", (code) => reject(new Error(`the server ended with exit code ${code}:\n${said}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    output: () => said,
    stop: () => {
      child.kill();
      return ended;
    },
  };
}
