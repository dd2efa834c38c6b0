// Unpacks the wasm that the package carries, and tells which variant of it this engine can run.
import { relaxedSimd } from "wasm-feature-detect";
import { compile, requireWebAssembly, unsupported } from "./wasm-source.js";

/** "simd": the same bits in every engine; "relaxed": fused products where the hardware has them. */
export type ModuleVariant = "simd" | "relaxed";

/** Blocks of both variants in turns, deflated without a header and then encoded as base64. */
export interface InlineWasm {
  readonly text: string;
  /** Bytes of a block; the last one of a variant may be shorter. */
  readonly block: number;
  readonly sizes: readonly [simd: number, relaxed: number];
}

/** Whether the engine has relaxed SIMD; asked by validating a tiny module. */
export const hasRelaxedSimd = async (): Promise<boolean> => typeof WebAssembly !== "undefined" && relaxedSimd();

/** @throws AttentionError UNSUPPORTED where the engine cannot unpack or run it */
export async function compileInline(wasm: InlineWasm, variant: ModuleVariant): Promise<WebAssembly.Module> {
  requireWebAssembly();
  if (typeof DecompressionStream === "undefined") {
    throw unsupported("init.inflate", "this engine has no DecompressionStream; pass the wasm option");
  }
  const deflated = Uint8Array.from(atob(wasm.text), (character) => character.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return compile(takeTurns(bytes, wasm, variant));
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
