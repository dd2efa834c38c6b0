// Gets WebAssembly from wherever the caller has it, and compiles it.
import { AttentionError, describe, describeValue, type ErrorValues } from "./errors.js";
import { nodeBuiltin } from "./node-builtin.js";

/** Where the wasm comes from: a URL to fetch (in Node also a path), a response, its bytes, or a compiled module. */
export type WasmSource = URL | string | Response | BufferSource | WebAssembly.Module;

/** The same in words. */
export const SOURCES = "a URL, a Response, bytes or a WebAssembly.Module";

// "\0asm"
const WASM_MAGIC = "00 61 73 6d";

const ENGINES = "WebAssembly with SIMD and exceptions (Chrome 95, Firefox 100, Safari 16.4, Node 20, or newer)";

/** Goes by the tag, not by `instanceof`, so that values of another realm (a frame, a test runner) count too. */
const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice("[object ".length, -1);

const isCompiled = (source: unknown): source is WebAssembly.Module => tagOf(source) === "WebAssembly.Module";
const isResponse = (source: unknown): source is Response => tagOf(source) === "Response";
const isAddress = (source: unknown): source is URL | string => typeof source === "string" || tagOf(source) === "URL";
const isBytes = (source: unknown): source is BufferSource =>
  ArrayBuffer.isView(source) || /^(Shared)?ArrayBuffer$/.test(tagOf(source));

/** A fault in the source. */
export const badSource = (key: string, message: string, values: ErrorValues, cause?: unknown): AttentionError =>
  new AttentionError("VALUE", { argument: "wasm", key, message: `init: ${message}`, values }, { cause });

/** A limit of the engine. */
export const unsupported = (key: string, message: string, cause?: unknown): AttentionError =>
  new AttentionError("UNSUPPORTED", { argument: "", key, message: `init: ${message}`, values: {} }, { cause });

/** @throws AttentionError VALUE for what is no source */
export function readSource(source: unknown): WasmSource {
  if (isCompiled(source) || isResponse(source) || isAddress(source) || isBytes(source)) {
    return source;
  }
  throw badSource("init.wasm", `wasm must be ${SOURCES}, got ${describe(source)}`, { value: describeValue(source) });
}

/** Two spellings of one URL are the same source. */
export const isSameSource = (a: WasmSource | undefined, b: WasmSource | undefined): boolean =>
  a === b || (isAddress(a) && isAddress(b) && String(a) === String(b));

/** @throws AttentionError VALUE for a source without WebAssembly in it, UNSUPPORTED where the engine cannot run it */
export async function compileSource(source: WasmSource): Promise<WebAssembly.Module> {
  requireWebAssembly();
  if (isCompiled(source)) {
    return source;
  }
  if (isBytes(source)) {
    return compile(source);
  }
  return compile(await (isResponse(source) ? readResponse(source) : fetchBytes(String(source))));
}

/** @throws AttentionError UNSUPPORTED where there is none */
export function requireWebAssembly(): void {
  if (typeof WebAssembly === "undefined") {
    throw unsupported("init.webassembly", `this engine has no WebAssembly; needs ${ENGINES}`);
  }
}

async function readResponse(response: Response): Promise<ArrayBuffer> {
  const { url, status } = response;
  if (!response.ok) {
    throw badSource("init.wasm-status", `${url || "the wasm response"} answered ${status}`, { url, status });
  }
  try {
    // Bytes, not compileStreaming: a module this small gains nothing, and servers that send another MIME type work.
    return await response.arrayBuffer();
  } catch (cause) {
    throw badSource("init.wasm-read", `cannot read ${url || "the wasm response"}: ${cause}`, { url }, cause);
  }
}

async function fetchBytes(address: string): Promise<BufferSource> {
  if (address.startsWith("file:") || !isFetchable(address)) {
    return readFile(address);
  }
  let response: Response;
  try {
    response = await fetch(address);
  } catch (cause) {
    throw badSource("init.wasm-fetch", `cannot fetch ${address}: ${cause}`, { url: address }, cause);
  }
  return readResponse(response);
}

/** Without a page an address must be whole to be fetched; anything else is a path, and so is C:\mha.wasm. */
function isFetchable(address: string): boolean {
  try {
    return /^(?![a-z]:)/i.test(address) && new Request(address).url !== "";
  } catch {
    return false;
  }
}

/** Node's fetch knows no file: URLs, which is what `new URL(…, import.meta.url)` gives there. */
async function readFile(address: string): Promise<BufferSource> {
  const files = nodeBuiltin<{ readFile(path: string): Promise<Uint8Array<ArrayBuffer>> }>("fs/promises");
  const urls = nodeBuiltin<{ fileURLToPath(url: string): string }>("url");
  if (files === undefined || urls === undefined) {
    throw badSource("init.wasm-file", `cannot read ${address} here; read it and pass its bytes`, { url: address });
  }
  try {
    return await files.readFile(address.startsWith("file:") ? urls.fileURLToPath(address) : address);
  } catch (cause) {
    throw badSource("init.wasm-fetch", `cannot read ${address}: ${cause}`, { url: address }, cause);
  }
}

/** @throws AttentionError VALUE for bytes that are no WebAssembly, UNSUPPORTED where the engine cannot run them */
export async function compile(source: BufferSource): Promise<WebAssembly.Module> {
  // V8 compiles typed arrays, but not DataViews.
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    const got = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    if (got === WASM_MAGIC) {
      throw unsupported("init.compile", `cannot compile the wasm; needs ${ENGINES}: ${cause}`, cause);
    }
    throw badSource("init.wasm-magic", `wasm is not WebAssembly: it begins with ${got || "nothing"}`, { got }, cause);
  }
}
