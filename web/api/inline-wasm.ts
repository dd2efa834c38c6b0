// Unpacks the wasm that the package carries.
import inlineWasm from "../../build/wasm/inline.mjs";
import { nodeBuiltin } from "./node-builtin.js";
import type { ModuleVariant } from "./variants.js";
import { compile, requireWebAssembly, unsupported } from "./wasm-source.js";

/** Blocks of both variants in turns, deflated without a header and then encoded as base64. */
interface InlineWasm {
  readonly text: string;
  /** Bytes of a block; the last one of a variant may be shorter. */
  readonly block: number;
  readonly sizes: readonly [simd: number, relaxed: number];
}

/** @throws AttentionError UNSUPPORTED where the engine cannot unpack or run it */
export async function compileInline(variant: ModuleVariant): Promise<WebAssembly.Module> {
  requireWebAssembly();
  const deflated = Uint8Array.from(atob(inlineWasm.text), (character) => character.charCodeAt(0));
  return compile(takeTurns(await inflate(deflated), inlineWasm, variant));
}

/** Not by way of Blob and Response: jsdom and its like replace these by their own, which know no streams. */
async function inflate(deflated: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (typeof DecompressionStream === "undefined") {
    const zlib = nodeBuiltin<{ inflateRawSync(bytes: Uint8Array): Uint8Array }>("zlib");
    if (zlib === undefined) {
      throw unsupported("init.inflate", "this engine has no DecompressionStream; pass the wasm option");
    }
    return zlib.inflateRawSync(deflated);
  }
  const { readable, writable } = new DecompressionStream("deflate-raw");
  const [bytes] = await Promise.all([readAll(readable), writeAll(writable, deflated)]);
  return bytes;
}

async function writeAll(stream: WritableStream<BufferSource>, bytes: BufferSource): Promise<void> {
  const writer = stream.getWriter();
  await writer.write(bytes);
  await writer.close();
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
  }
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** The blocks of one variant, put together again. */
function takeTurns(bytes: Uint8Array, { block, sizes }: InlineWasm, variant: ModuleVariant): Uint8Array<ArrayBuffer> {
  const [simd, relaxed] = sizes;
  const result = new Uint8Array(variant === "simd" ? simd : relaxed);
  let from = 0;
  for (let at = 0; at < Math.max(simd, relaxed); at += block) {
    const simdBytes = Math.max(0, Math.min(block, simd - at));
    const relaxedBytes = Math.max(0, Math.min(block, relaxed - at));
    const [skip, length] = variant === "simd" ? [0, simdBytes] : [simdBytes, relaxedBytes];
    result.set(bytes.subarray(from + skip, from + skip + length), at);
    from += simdBytes + relaxedBytes;
  }
  return result;
}
